// Semicolons are inserted at line ends where the grammar needs them, and never elsewhere.
let a = 1
let b = a
++b
console.log(a, b) // expect: 1 2
const f = function () { return 'called' }
const x = f
;(1, 2)
console.log(typeof x) // expect: function
function r() {
    return
    1
}
console.log(r()) // expect: undefined
const y = a
    + b
    / 1
console.log(y) // expect: 3
do ; while (0) console.log('after do') // expect: after do
var let_ = 1; var yield_
= 2
console.log(yield_) // expect: 2
const o = { get
    p() { return 'getter' } }
console.log(o.p) // expect: getter
class C { static
    x = 1
    get
    y() { return 2 }
    'z'
    async
    m() {} }
console.log(Object.keys(new C()).join(), C.x) // expect: z,async 1
for (let i = 0
; i < 1
; i++) console.log(i) // expect: 0
