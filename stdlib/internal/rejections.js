'use strict';
// What is said of promises that are rejected and not handled; runtime/bind/uncaught.c decides when.

const { inspect } = native('util');

const origin = 'This error originated either by throwing inside of an async function without a catch block, or by ' +
  'rejecting a promise which was not handled with .catch().';
const ids = new WeakMap(); // promise -> number of the rejection that was warned of
let lastId = 0;

// Whether a reason can be shown by its stack.
const hasStack = (reason) => typeof reason === 'object' && reason !== null && Object.hasOwn(reason, 'stack');

const shown = (reason) => ['string', 'symbol'].includes(typeof reason) ? String(reason) : inspect(reason);

// The error that stands for a reason that is none.
function errorOf(reason) {
  const error = new Error(`${origin} The promise rejected with the reason "${shown(reason).slice(0, 200)}".`);
  error.name = 'UnhandledPromiseRejection';
  error.code = 'ERR_UNHANDLED_REJECTION';
  return error;
}

// Two warnings: the reason, and what has happened.
function warn(promise, reason) {
  const name = 'UnhandledPromiseRejectionWarning';
  const id = ++lastId;
  ids.set(promise, id);
  process.emitWarning(hasStack(reason) ? String(reason.stack) : shown(reason), name);
  process.emitWarning(`Unhandled promise rejection. ${origin} To terminate the node process on unhandled promise ` +
    'rejection, use the CLI flag `--unhandled-rejections=strict` (see ' +
    `https://nodejs.org/api/cli.html#cli_unhandled_rejections_mode). (rejection id: ${id})`, name);
}

// A promise of which that was said has got a handler, and no listener of 'rejectionHandled' has heard it.
function warnHandled(promise) {
  const id = ids.get(promise);
  process.emitWarning(`Promise rejection was handled asynchronously${id === undefined ? '' : ` (rejection id: ${id})`}`,
                      'PromiseRejectionHandledWarning');
}

module.exports = { errorOf, warn, warnHandled };
