// Operands, references, keys and arguments are evaluated from left to right, each once.
const log = [];
const t = (name, v) => (log.push(name), v);
const o = { toString() { log.push('key'); return 'k'; } };
const target = {};
t('base', target)[t('name', o)] = t('value', 1);
console.log(log.join(), target.k); // expect: base,name,value,key 1
log.length = 0;
t('f', (...a) => a.length)(t('1', 1), ...t('2', [2, 3]), t('3', 4));
console.log(log.join()); // expect: f,1,2,3
log.length = 0;
const v = { valueOf() { log.push('left'); return 1; } }, w = { valueOf() { log.push('right'); return 2; } };
console.log(v + w, v < w, v ** w, log.join()); // expect: 3 true 1 left,right,left,right,left,right
let x = 1;
x = x++ + ++x * x--;
console.log(x); // expect: 10
let a = [0, 0], i = 0;
a[i++] = i++;
a[i - 1] += i = 5;
console.log(a.join(), i); // expect: 1,5 5
let n = 1;
n += (n = 10, 1);
console.log(n); // expect: 2
try {
    null[t('never', 'x')] = t('not evaluated?', 1);
} catch (e) {
    console.log(e.name); // expect: TypeError
}
