// switch: strict comparison in order, default anywhere, falling through, one scope for all cases.
function kind(x) {
    switch (x) {
    case '1': return 'string';
    default: return 'default';
    case 1: return 'number';
    case NaN: return 'never';
    }
}
console.log(kind(1), kind('1'), kind(NaN), kind()); // expect: number string default default
function fall(x) {
    const log = [];
    switch (x) {
    case 1: log.push(1);
    default: log.push('d');
    case 2: log.push(2); break;
    case 3: log.push(3);
    }
    return log.join();
}
console.log(fall(1), fall(2), fall(3), fall(9)); // expect: 1,d,2 2 3 d,2
const log = [];
switch (log.push('subject'), 2) {
case (log.push('a'), 1): break;
case (log.push('b'), 2): let inner = 'scoped'; log.push(inner); break;
case (log.push('c'), 3): function g() {}
}
console.log(log.join()); // expect: subject,a,b,scoped
switch (1) {}
switch (-0) { case 0: console.log('zeros are equal'); } // expect: zeros are equal
