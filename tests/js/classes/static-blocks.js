// Static blocks run in order with the static fields, with this and private access.
const log = [];
let peek;
class A {
    static a = log.push('a');
    static { log.push(this === A); this.b = this.a + 1; var local = 1; peek = o => o.#secret; }
    static c = log.push('c');
    static { log.push(typeof local, A.b); }
    #secret = 'seen';
}
console.log(log.join(), peek(new A())); // expect: a,true,c,undefined,2 seen
class B extends A { static { log.push(super.b); } }
console.log(log.at(-1)); // expect: 2
