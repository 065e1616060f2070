// first
  throw new TypeError("here")