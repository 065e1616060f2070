'use strict';
// Calls a function when something has happened so many times.

const assert = require('assert');
const common = require('./index');

class Countdown {
  #left;
  #done;

  constructor(count, done) {
    assert.strictEqual(typeof count, 'number');
    this.#left = count;
    this.#done = common.mustCall(done);
  }

  dec() {
    assert(this.#left > 0, 'counted down already');
    if (--this.#left === 0) this.#done();
    return this.#left;
  }

  get remaining() {
    return this.#left;
  }
}

module.exports = Countdown;
