'use strict';
// Whether output has colours.

// The bits of colour that the environment asks for: 1 (none), 4, 8, 24. FORCE_COLOR=0..3 decides before all else;
// NO_COLOR, NODE_DISABLE_COLORS and TERM=dumb say none.
function colorDepth(env = process.env) {
  if (env.FORCE_COLOR !== undefined) {
    return { '': 4, '1': 4, true: 4, '2': 8, '3': 24 }[env.FORCE_COLOR] ?? 1;
  }
  if (env.NODE_DISABLE_COLORS || env.NO_COLOR || env.TERM === 'dumb') return 1;
  if (env.COLORTERM === 'truecolor' || env.COLORTERM === '24bit') return 24;
  if (env.TERM) return /256/.test(env.TERM) ? 8 : 4;
  return 1;
}

// Whether what is written to a stream may have colours.
function shouldColorize(stream) {
  if (process.env.FORCE_COLOR !== undefined) return colorDepth() > 2;
  if (!stream?.isTTY) return false;
  return typeof stream.getColorDepth === 'function' ? stream.getColorDepth() > 2 : colorDepth() > 2;
}

module.exports = { colorDepth, shouldColorize };
