// break and continue to labels, through loops, blocks, switch and finally.
const log = [];
outer: for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
        if (j === 1) continue outer;
        if (i === 2) break outer;
        log.push(i + '' + j);
    }
}
console.log(log.join()); // expect: 00,10
block: {
    log.push('in');
    if (log.length) break block;
    log.push('never');
}
console.log(log.at(-1)); // expect: in
a: b: for (;;) { for (;;) break a; }
let n = 0;
loop: do {
    switch (n) {
    case 0: n = 5; continue loop;
    case 5: break loop;
    }
    n = 'never';
} while (n < 10);
console.log(n); // expect: 5
function f() {
    l: try { return 'try'; } finally { break l; }
    return 'after';
}
console.log(f()); // expect: after
const order = [];
x: for (const i of [1, 2]) {
    try { order.push(i); continue x; } finally { order.push('f' + i); }
}
console.log(order.join()); // expect: 1,f1,2,f2
label: function g() {}
console.log(typeof g); // expect: function
yield: 1;
