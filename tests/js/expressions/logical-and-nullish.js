// Short circuits give the deciding value, and assignments happen only when needed.
console.log(0 || "a", 0 ?? "a", null ?? "b", 1 && 2, 0 && 2, (null || undefined) ?? "z"); // expect: a 0 b 2 0 z
let a = 0, b = null, c = 1, calls = 0;
const value = () => ++calls;
a ||= value(); b ??= value(); c &&= value();
a ||= value(); b ??= value();
console.log(a, b, c, calls); // expect: 1 2 3 3
const o = { get x() { return 1; }, set x(v) { console.log("set"); } };
o.x ||= 2; o.x ??= 3;
o.x &&= 4; // expect: set
const frozen = Object.freeze({ y: 1 });
(function () { "use strict"; frozen.y ||= 2; try { frozen.y &&= 3; } catch (e) { console.log(e.name); } })(); // expect: TypeError
let f;
f ??= () => {};
console.log(f.name); // expect: f
