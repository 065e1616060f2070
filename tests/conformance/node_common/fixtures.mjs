// The fixtures for files that are modules.
import fixtures from './fixtures.js';

export default fixtures;
export const { fileURL, path, readSync } = fixtures;
