// Error objects: name, message, cause, errors, their property attributes, and toString.
const e = new Error('m', { cause: 'c' });
console.log(String(e), e.cause, Object.keys(e).length, Object.hasOwn(e, 'message'), Object.hasOwn(new Error(), 'message')); // expect: Error: m c 0 true false
console.log('cause' in new Error('x', {}), new Error('x', { cause: undefined }).hasOwnProperty('cause')); // expect: false true
for (const C of [EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError]) {
    const x = new C('y');
    console.log(String(x), x instanceof Error, Object.getPrototypeOf(C) === Error, C('z') instanceof C, C.length);
}
// expect: EvalError: y true true true 1
// expect: RangeError: y true true true 1
// expect: ReferenceError: y true true true 1
// expect: SyntaxError: y true true true 1
// expect: TypeError: y true true true 1
// expect: URIError: y true true true 1
const a = new AggregateError([1, 2], 'several');
console.log(String(a), a.errors.join(), AggregateError.length); // expect: AggregateError: several 1,2 2
console.log(Error.prototype.toString.call({ name: 'N', message: '' }), Error.prototype.toString.call({}), Error.prototype.toString.call({ name: '', message: 'only' })); // expect: N Error only
e.name = 'Renamed';
console.log(`${e}`, Object.prototype.toString.call(e)); // expect: Renamed: m [object Error]
