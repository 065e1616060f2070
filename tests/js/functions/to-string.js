// A function's text is its source, exactly; natives say so.
function f ( a,b ) /* c */ { return a }
console.log(f.toString()); // expect: function f ( a,b ) /* c */ { return a }
console.log((a=>a+1).toString(), class A { x = 1 }.toString()); // expect: a=>a+1 class A { x = 1 }
const o = { get  x () { return 1 }, async *m ( ) { } };
console.log(Object.getOwnPropertyDescriptor(o, 'x').get.toString()); // expect: get  x () { return 1 }
console.log(o.m.toString()); // expect: async *m ( ) { }
console.log(Math.max.toString().includes('[native code]')); // expect: true
