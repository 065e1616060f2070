// Error.prepareStackTrace gets the error and its call sites at the first read of `stack`.
Error.prepareStackTrace = (error, sites) => [error, sites];
class Foo {
    static make() { return new Error('made'); }
    method() { return new Error('m').stack[1]; }
    constructor(deep) { if (deep) this.sites = new Error('c').stack[1]; }
    get accessor() { return new Error('g').stack[1]; }
}
const error = Foo.make();
console.log(error.stack[0] === error, error.stack === error.stack); // expect: true true
const [site, below] = error.stack[1];
console.log(site.getFunctionName(), site.getTypeName(), site.getMethodName(), site.getLineNumber(), site.getColumnNumber()); // expect: make Function make 4 28
console.log(site.getFileName() === site.getScriptNameOrSourceURL(), site.getFileName().endsWith('prepare-stack-trace.js'), site.getEvalOrigin()); // expect: true true undefined
console.log(site.isToplevel(), site.isConstructor(), site.isEval(), site.isNative(), site.isAsync(), site.isPromiseAll(), site.getPromiseIndex()); // expect: false false false false false false null
console.log(site.getThis(), site.getFunction()); // expect: undefined undefined
console.log(site.toString().replace(/\(.*\//, '(')); // expect: Foo.make (prepare-stack-trace.js:4:28)
console.log(below.getLineNumber(), below.getColumnNumber()); // expect: 9 19
const show = sites => String(sites[0]).replace(/\(.*\//, '(');
console.log(show(new Foo().method()), show(new Foo(true).sites), show(new Foo().accessor));
// expect: Foo.method (prepare-stack-trace.js:5:23) new Foo (prepare-stack-trace.js:6:48) get accessor [as accessor] (prepare-stack-trace.js:7:29)
function sloppy() { return new Error('s').stack[1]; }
const o = { sloppy }, renamed = { other: sloppy };
console.log(o.sloppy()[0].getThis() === o, o.sloppy()[0].getFunction() === sloppy, sloppy()[0].isToplevel()); // expect: true true true
console.log(show(o.sloppy()), show(renamed.other())); // expect: Object.sloppy (prepare-stack-trace.js:21:28) Object.sloppy [as other] (prepare-stack-trace.js:21:28)
console.log(show(sloppy.call(Math)), show(sloppy.call([])), show(sloppy.call(1)), show(sloppy.call('x')));
// expect: Math.sloppy (prepare-stack-trace.js:21:28) Array.sloppy (prepare-stack-trace.js:21:28) Number.sloppy (prepare-stack-trace.js:21:28) String.sloppy (prepare-stack-trace.js:21:28)
const map = [0].map(() => new Error('x').stack[1])[0][1];
console.log(map.toString(), map.isNative(), map.getLineNumber(), map.getFileName()); // expect: Array.map (<anonymous>) true null null
const inEval = eval('new Error("e").stack[1]')[0];
console.log(inEval.isEval(), inEval.getFunctionName(), inEval.getFileName(), inEval.getLineNumber()); // expect: true eval undefined 1
console.log(inEval.getEvalOrigin().replace(/\(.*\//, '('), inEval.toString().replace(/\(.*\//, '('));
// expect: eval at <anonymous> (prepare-stack-trace.js:29:16) eval (prepare-stack-trace.js:29:16), <anonymous>:1:1)
console.log(eval('new Error("e").stack[1] //# sourceURL=named.js')[0].getScriptNameOrSourceURL()); // expect: named.js

// captureStackTrace, as libraries use it that look at their callers.
function caller() {
    const holder = {};
    Error.captureStackTrace(holder, caller);
    return holder.stack[1][0].getLineNumber();
}
console.log(caller()); // expect: 41
function notRunning() { }
const none = {};
Error.captureStackTrace(none, notRunning);
console.log(none.stack[1].length); // expect: 0

// Errors of the function itself are those of the read; stacks of errors made in it are plain.
Error.prepareStackTrace = () => { throw new TypeError('no'); };
try { new Error('x').stack; } catch (e) { console.log(e.name); } // expect: TypeError
let inner;
Error.prepareStackTrace = () => inner = new Error('inner').stack;
console.log(new Error('outer').stack === inner, inner.startsWith('Error: inner\n    at ')); // expect: true true
Error.prepareStackTrace = undefined;
console.log(new Error('plain').stack.startsWith('Error: plain\n    at ')); // expect: true
Error.stackTraceLimit = 1;
console.log(new Error('one').stack.split('\n').length); // expect: 2
Error.stackTraceLimit = 0;
console.log(new Error('none').stack); // expect: Error: none
delete Error.stackTraceLimit;
console.log(new Error('undefined').stack); // expect: undefined
