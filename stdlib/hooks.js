'use strict';
// vm:hooks: middleware around functions and methods, with the interface of @feathersjs/hooks 0.9.0
// (https://github.com/feathersjs/hooks), whose place it takes in programs that have not installed it.
//
// What differs is when things run: consecutive synchronous hooks are called in one go, without microtasks between
// them, and functions that give promises never throw. context.type is what it was before also after a hook that threw.
// The parts are in internal/hooks: manager.js settings and contexts, wrap.js functions with hooks, middleware.js
// compose and collect, run.js how a call goes through them.

const managers = require('internal/hooks/manager');
const middlewares = require('internal/hooks/middleware');
const { functionHooks, getOriginal, hookDecorator, legacyDecorator, objectHooks } = require('internal/hooks/wrap');

// middleware(list, { params, defaults, props }): a HookManager with these settings, each of which may be missing.
function middleware(list, options) {
  const manager = new managers.HookManager().middleware(list);
  if (options?.params) manager.params(...options.params);
  if (options?.defaults) manager.defaults(options.defaults);
  if (options?.props) manager.props(options.props);
  return manager;
}

// hooks(fn, list or manager) and hooks(fn): functionHooks. hooks(object or class, list or { method: … }): objectHooks.
// hooks(list or manager) and hooks(): a decorator.
function hooks(...args) {
  const [target, options] = args;
  const settings = args.length === 1 || Array.isArray(options) || options instanceof managers.HookManager;
  if (typeof target === 'function' && settings) return functionHooks(target, options);
  return args.length === 2 ? objectHooks(target, options) : hookDecorator(target);
}

const { BaseHookContext, HOOKS, HookManager, convertOptions, getManager, getMiddleware, setManager, setMiddleware } =
  managers;
const { collect, compose, fromAfterHook, fromBeforeHook, fromErrorHook, runHook, runHooks } = middlewares;

module.exports = {
  BaseHookContext, HOOKS, HookManager, collect, compose, convertOptions, fromAfterHook, fromBeforeHook, fromErrorHook,
  functionHooks, getManager, getMiddleware, getOriginal, hookDecorator, hooks, legacyDecorator, middleware, objectHooks,
  runHook, runHooks, setManager, setMiddleware,
};
