// The helper for files that are modules.
import common from './index.js';

export default common;
export const {
  expectsError, expectWarning, getArrayBufferViews, hasCrypto, hasIntl, hasSQLite, isInsideDirWithUnusualChars, isLinux,
  isMacOS, isWindows, mustCall, mustCallAtLeast, mustNotCall, mustNotMutateObjectDeep, mustSucceed, platformTimeout,
  skip, spawnPromisified,
} = common;
