'use strict';
// Whether output has colours.

// Whether what is written to a stream may have colours: FORCE_COLOR decides before all else ('0' and unknown values say
// no), then terminals have them as far as their getColorDepth knows.
function shouldColorize(stream) {
  const force = process.env.FORCE_COLOR;
  if (force !== undefined) return ['', '1', 'true', '2', '3'].includes(force);
  if (!stream?.isTTY) return false;
  return typeof stream.getColorDepth === 'function' ? stream.getColorDepth() > 2 : true;
}

module.exports = { shouldColorize };
