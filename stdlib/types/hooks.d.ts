// Types of vm:hooks (stdlib/hooks.js), for editors and TypeScript: add this file to a project's "include" or "types".

declare module 'vm:hooks' {
  /** Continues with the middleware behind, or the original method. Rejects when it is called again. */
  export type NextFunction = () => Promise<any>;

  /** Runs around what is behind it, which it starts with `next()`. */
  export type AsyncMiddleware<T = any> = (context: T, next: NextFunction) => Promise<any> | any;
  export type Middleware<T = any> = AsyncMiddleware<T>;

  /** Middleware that can be called by itself, too. */
  export type Composed<T = any> = (this: any, context: T, next?: AsyncMiddleware<T>) => Promise<any>;

  /** Is called before or after what is behind it, or when that fails. What it gives is merged into the context. */
  export type RegularMiddleware<T extends HookContext = any> = (context: T) => Promise<any> | any;

  export interface RegularHookMap {
    before?: RegularMiddleware[];
    after?: RegularMiddleware[];
    error?: RegularMiddleware[];
  }

  export type HookContextData = { [key: string]: any };

  /** What is known of a call. */
  export class BaseHookContext<C = any> {
    /** The receiver of the call. */
    self?: C;
    [key: string]: any;
    constructor(data?: HookContextData);
    /** A plain object with all properties, those of the context's class included. */
    toJSON(): HookContextData;
  }

  export interface HookContext<T = any, C = any> extends BaseHookContext<C> {
    /** What the call gives. Set before the original method is called, it takes that call's place. */
    result?: T;
    /** The name of the method, when it belongs to an object or class. */
    method?: string;
    /** The arguments for the original method. */
    arguments: any[];
    /** The kind of the regular hook that is running: before, after or error. */
    type?: string;
    /** In error-hooks: the error. */
    error?: any;
    /** In error-hooks: a copy of the context from before. */
    original?: HookContextData;
  }

  export type HookContextConstructor = new (data?: HookContextData) => BaseHookContext;
  export type HookDefaultsInitializer = (self?: any, args?: any[], context?: HookContext) => HookContextData;

  /** The key of managers. */
  export const HOOKS: unique symbol;

  /** Settings of hooks. Setters give the manager itself. */
  export class HookManager {
    _parent?: this | null;
    _params: string[] | null;
    _middleware: AsyncMiddleware[] | null;
    _props: HookContextData | null;
    _defaults?: HookDefaultsInitializer;
    /** Sets the manager whose settings come first. */
    parent(parent: this | null): this;
    /** Sets the list of middleware, which is not copied. */
    middleware(middleware?: AsyncMiddleware[]): this;
    getMiddleware(): AsyncMiddleware[] | null;
    /** What runs around a call with this receiver: its own middleware, then this manager's. */
    collectMiddleware(self: any, args: any[]): AsyncMiddleware[];
    /** Adds properties that every context has. */
    props(props: HookContextData): this;
    getProps(): HookContextData | null;
    /** Names the arguments, as properties of contexts. */
    params(...params: string[]): this;
    getParams(): string[] | null;
    /** Sets a function that gives values for properties of contexts that are undefined. */
    defaults(defaults: HookDefaultsInitializer): this;
    getDefaults(self: any, args: any[], context: HookContext): HookContextData | null;
    /** A new class of contexts with the parameters and properties. */
    getContextClass(Base?: HookContextConstructor): HookContextConstructor;
    initializeContext(self: any, args: any[], context: HookContext): HookContext;
  }

  export type HookOptions = HookManager | AsyncMiddleware[] | null;
  export type HookMap<O = any> = { [L in keyof O]?: HookOptions };

  export interface WrapperAddon<F> {
    /** The function without hooks. */
    original: F;
    /** The class of its contexts. */
    Context: HookContextConstructor;
    /** Makes a context that can be the last argument of a call, which then gives the context. */
    createContext(data?: HookContextData): HookContext;
  }
  export type WrappedFunction<F, T> = F & ((...rest: any[]) => Promise<T> | Promise<HookContext>) & WrapperAddon<F>;

  export interface MiddlewareOptions {
    params?: string[];
    defaults?: HookDefaultsInitializer;
    props?: HookContextData;
  }

  /** A manager of a list of middleware with options. */
  export function middleware(middleware?: AsyncMiddleware[] | null, options?: MiddlewareOptions | null): HookManager;

  /** A function that runs `fn` inside of middleware, and always gives a promise. */
  export function hooks<F extends (...args: any[]) => any, T = any>(
    fn: F,
    options?: HookManager | AsyncMiddleware[],
  ): WrappedFunction<F, T>;
  /** Adds hooks to methods of an object or class, or, as a list, to all that have hooks. */
  export function hooks<O>(object: O | (new (...args: any[]) => O), hooks: HookMap<O> | AsyncMiddleware[]): O;
  /** A decorator of classes and methods. */
  export function hooks(options?: HookOptions): any;

  export function functionHooks<F>(fn: F, options?: HookOptions): any;
  export function objectHooks<O>(object: O, hooks: HookMap | AsyncMiddleware[]): O;
  export function hookDecorator(
    options?: HookOptions,
  ): (target: any, context: { kind: string; name?: string | symbol }) => any;
  /** A decorator for experimentalDecorators. */
  export function legacyDecorator(options?: HookOptions): any;

  /** One middleware that goes through all of a list. */
  export function compose<T = any>(middleware: AsyncMiddleware<T>[]): Composed<T>;
  /** One middleware of lists of regular hooks, which are copied. */
  export function collect(hooks: RegularHookMap): Composed;
  export function fromBeforeHook(hook: RegularMiddleware): Composed;
  export function fromAfterHook(hook: RegularMiddleware): Composed;
  export function fromErrorHook(hook: RegularMiddleware): Composed;
  /** Calls a regular hook with `context.type` set. */
  export function runHook(hook: RegularMiddleware, context: any, type?: string): Promise<void>;
  /** A function that calls regular hooks in order. */
  export function runHooks(hooks: RegularMiddleware[]): (context: any) => Promise<any>;

  export function convertOptions(options?: HookOptions): HookManager;
  /** The function without hooks. */
  export function getOriginal(fn: any): any;
  export function getManager(target: any): HookManager | null;
  export function setManager<T>(target: T, manager: HookManager): T;
  export function getMiddleware(target: any): AsyncMiddleware[] | null;
  export function setMiddleware<T>(target: T, middleware: AsyncMiddleware[]): T;
}

// Where the package is not installed, vm:hooks takes its place.
declare module '@feathersjs/hooks' {
  export * from 'vm:hooks';
}
