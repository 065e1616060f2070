// In strict code the target of an assignment is resolved before the value: a variable made meanwhile is too late.
'use strict';
try {
    late = (globalThis.late = 5);
} catch (e) {
    console.log(e.name, e.message, globalThis.late); // expect: ReferenceError late is not defined 5
}
late = (delete globalThis.late, globalThis.late = 2, 7);
console.log(late); // expect: 7
try {
    größe = (() => { globalThis.größe = 1; return 2; })();
} catch (e) {
    console.log(e.message); // expect: größe is not defined
}
