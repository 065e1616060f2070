'use strict';
// A call on its way through middleware.
//
// Middleware is a list of functions (context, next). A run goes forward through such a list up to the first function
// of a program's, whose `next` is another run that begins behind it, or up to the end. On the way it meets what this
// library makes itself, which needs no `next` and no promise:
//
//     group        made by compose(): a list, which the run goes into; `outer` says where it goes on afterwards
//     collection   made by collect() and from…Hook(): regular hooks, functions (context). The before-hooks are called
//                  on the way forward, the after- or error-hooks on the way back, when the rest has settled; `exits`
//                  are the collections that wait for that
//
// The way forward is synchronous until a hook gives a thenable (forward); finish() does all waiting and makes the one
// promise of a run. A list is read as the run comes to its items, and all positions are the run's own, so any number
// of runs can be under way in the same list. Nothing here is recursive except through functions of programs.

const parts = new WeakMap(); // function made by this library → its group or collection

const promiseThen = Promise.prototype.then;

// What to await for a thenable; undefined: the value is none. `then` is read once.
function awaitable(value) {
  if (typeof value !== 'object' && typeof value !== 'function') return undefined;
  const { then } = value;
  if (typeof then !== 'function') return undefined;
  return then === promiseThen ? value : { then: (resolve, reject) => then.call(value, resolve, reject) };
}

// Regular hooks that are called one after the other. `context.type` is `type` during each of them, unless that is
// undefined, and what it was before in between and afterwards.
class Series {
  constructor(hooks, context, type) {
    this.hooks = hooks;
    this.context = context;
    this.type = type;
    this.index = 0;
    this.outerType = context.type;
  }

  // Calls hooks until one gives a thenable: gives what to await then, and hand to settle(). undefined: all are through.
  advance() {
    const { hooks, context, type } = this;
    try {
      for (let i = this.index; i < hooks.length; i++) {
        const hook = hooks[i];
        if (type !== undefined) context.type = type;
        const result = hook.call(context.self, context);
        if (result) {
          const waiting = awaitable(result);
          if (waiting !== undefined) {
            this.index = i + 1;
            return waiting;
          }
          this.settle(result);
        }
      }
    } catch (error) {
      this.restore();
      throw error;
    }
    this.restore();
    return undefined;
  }

  // Takes what a hook gave: properties to be merged into the context, if anything.
  settle(result) {
    this.restore();
    if (result && result !== this.context) {
      Object.assign(this.context, result);
      this.outerType = this.context.type;
    }
  }

  restore() {
    if (this.type !== undefined) this.context.type = this.outerType;
  }
}

// Calls regular hooks; rejects with what the first of them throws.
async function runSeries(hooks, context, type) {
  const series = new Series(hooks, context, type);
  for (let waiting = series.advance(); waiting !== undefined; waiting = series.advance()) {
    let result;
    try {
      result = await waiting;
    } catch (error) {
      series.restore();
      throw error;
    }
    series.settle(result);
  }
}

// The error-hooks of a collection; rejects when none of them sets a result.
async function runErrorHooks(hooks, context, error) {
  context.original ||= { ...context }; // that of the innermost collection
  context.error = error;
  delete context.result;
  await runSeries(hooks, context, 'error');
  if (context.result === undefined && context.error !== undefined) throw context.error;
}

class Run {
  // Begins at an item of a list. `last` is the middleware at its end, may be undefined; the original method of
  // `wrapper`, when that is given, takes its place.
  constructor(items, index, outer, self, context, last, wrapper) {
    this.items = items;
    this.index = index;
    this.outer = outer; // null or { items, index, outer }
    this.self = self; // receiver of middleware
    this.context = context;
    this.last = last;
    this.wrapper = wrapper;
    this.answer = undefined; // what the promise gives: 'context', 'result' of it, undefined: what middleware gave
    this.series = null; // before-hooks that are being called
    this.waiting = undefined; // what one of them gave, to be awaited
    this.exits = null; // null or { collection, outer }
    this.value = undefined; // what is at the end of the way forward, may be a thenable
    this.called = false; // whether that came from the original method
  }
}

// The `next` of middleware that a run has come to.
function nextOf(run) {
  let called = false;
  return () => {
    if (called) return Promise.reject(new Error('next() called multiple times'));
    called = true;
    return finish(new Run(run.items, run.index, run.outer, run.self, run.context, run.last, run.wrapper));
  };
}

function enter(run, part) {
  if (part.items !== undefined) {
    run.outer = { items: run.items, index: run.index, outer: run.outer };
    run.items = part.items;
    run.index = 0;
    return;
  }
  if (part.after.length || part.error.length) run.exits = { collection: part, outer: run.exits };
  if (part.before.length) run.series = new Series(part.before, run.context, 'before');
}

function end(run) {
  const { last, wrapper, context } = run;
  if (wrapper === undefined) {
    run.last = undefined; // its own next() has nothing behind it
    return last ? last.call(run.self, context, nextOf(run)) : undefined;
  }
  if (Object.hasOwn(context, 'result')) return undefined;
  run.called = true;
  return wrapper.original.apply(run.self, context.arguments);
}

// Goes forward until there is a value, or something to wait for.
function forward(run) {
  for (;;) {
    if (run.series !== null) {
      run.waiting = run.series.advance();
      if (run.waiting !== undefined) return;
      run.series = null;
    } else if (run.index < run.items.length) {
      const item = run.items[run.index++];
      const part = parts.get(item);
      if (part === undefined) {
        run.value = item.call(run.self, run.context, nextOf(run));
        return;
      }
      enter(run, part);
    } else if (run.outer !== null) {
      ({ items: run.items, index: run.index, outer: run.outer } = run.outer);
    } else {
      run.value = end(run);
      return;
    }
  }
}

// Takes a run to its end: a promise of its answer.
async function finish(run) {
  const { context } = run;
  let failed = false, value;
  try {
    for (forward(run); run.waiting !== undefined; forward(run)) run.series.settle(await run.waiting);
    value = await run.value;
    if (run.called) {
      context.result = value;
      value = undefined;
    }
  } catch (error) {
    if (run.waiting !== undefined) run.series.restore();
    failed = true;
    value = error;
  }
  for (let exit = run.exits; exit !== null; exit = exit.outer) {
    const { after, error } = exit.collection;
    try {
      if (!failed && after.length) value = await runSeries(after, context, 'after');
    } catch (thrown) {
      failed = true;
      value = thrown;
    }
    try {
      if (failed && error.length) {
        value = await runErrorHooks(error, context, value);
        failed = false;
      }
    } catch (thrown) {
      value = thrown;
    }
  }
  if (failed) throw value;
  return run.answer === undefined ? value : run.answer === 'result' ? context.result : context;
}

// Makes the function that programs see of a group or collection: middleware, or what goes through it when called.
function middlewareOf(part) {
  const items = [middleware];
  function middleware(context, next) {
    return finish(new Run(items, 0, null, this, context, next, undefined));
  }
  Object.defineProperty(middleware, 'name', { value: '' });
  parts.set(middleware, part);
  return middleware;
}

module.exports = { Run, finish, middlewareOf, runSeries };
