// Every method does the same to an array (fast paths) and to an array-like object (the generic steps), also when
// callbacks change what is being worked on.
let seed = 2463534242;
function random(n) {
    seed ^= seed << 13; seed ^= seed >>> 17; seed ^= seed << 5;
    return (seed >>> 0) % n;
}
function text(v, depth = 0) {
    if (depth > 3) return '..';
    if (typeof v === 'string') return '"' + v + '"';
    if (Object.is(v, -0)) return '-0';
    if (v === null || typeof v !== 'object') return String(v);
    let s = '';
    for (let i = 0; i < v.length; i++) s += (i in v ? text(v[i], depth + 1) : '-') + ' ';
    return '[' + s + v.length + ']';
}
function value() {
    switch (random(9)) {
    case 0: return undefined;
    case 1: return null;
    case 2: return 's' + random(20);
    case 3: return random(100) / 4;
    case 4: return NaN;
    case 5: return -0;
    case 6: return [random(5), random(5)];
    default: return random(50) - 10;
    }
}
function array() {
    const a = [];
    switch (random(6)) {
    case 0: a.length = random(10); break;
    case 1: for (let i = random(20); i > 0; i--) a[random(25)] = value(); break;
    case 2: a[1500 + random(50)] = 1; a[3] = 2; break;
    case 3: for (let i = 20 + random(60); i > 0; i--) a.push(value()); break;
    default: for (let i = random(12); i > 0; i--) a.push(value());
    }
    return a;
}
function likeness(a) {
    const o = { length: a.length, [Symbol.isConcatSpreadable]: true };
    for (const key of Object.keys(a)) o[key] = a[key];
    return o;
}
const P = Array.prototype;
const index = () => random(5) ? random(40) - 15 : undefined;
function truncate(o, length) {
    for (const key of Object.keys(o)) if (key >= length) delete o[key];
    o.length = length;
}
// A callback with its own counter: mode says what it does to the object at which call.
function callback(o, mode) {
    let calls = 0;
    return function (x, i) {
        const call = calls++;
        if (mode === 0 && call === 3) P.push.call(o, 'p');
        if (mode === 1 && call === 2) truncate(o, 1);
        if (mode === 2 && call === 1) delete o[call + 1];
        if (mode === 3 && call === 2) throw new RangeError('stop');
        if (mode === 4) P.shift.call(o);
        if (mode === 5 && call === 1) P.unshift.call(o, 1, 2);
        if (mode === 6 && call === 1) for (let k = 0; k < 100; k++) P.push.call(o, k);
        return mode & 1 ? x : typeof x === 'number' && x % 2 === 0;
    };
}
// Each gives a function of the object, its random arguments drawn beforehand.
const operations = {
    push(x = value(), y = value()) { return o => P.push.call(o, x, y); },
    pop() { return o => P.pop.call(o); },
    shift() { return o => P.shift.call(o); },
    unshift(x = value(), y = value()) { return o => P.unshift.call(o, x, y); },
    splice(i = index(), n = random(6), items = array().slice(0, random(8))) { return o => P.splice.call(o, i, n, ...items); },
    slice(i = index(), j = index()) { return o => P.slice.call(o, i, j); },
    reverse() { return o => P.reverse.call(o); },
    fill(x = value(), i = index(), j = index()) { return o => P.fill.call(o, x, i, j); },
    copyWithin(i = index(), j = index(), k = index()) { return o => P.copyWithin.call(o, i, j, k); },
    concat(a = array(), x = value()) { return o => P.concat.call([], o, a, x); },
    join(s = [undefined, '', '--'][random(3)]) { return o => P.join.call(o, s); },
    indexOf(x = value(), i = index()) { return o => P.indexOf.call(o, x, i); },
    lastIndexOf(x = value(), i = random(30) - 10) { return o => P.lastIndexOf.call(o, x, i); },
    includes(x = value(), i = index()) { return o => P.includes.call(o, x, i); },
    sort() { return o => P.sort.call(o); },
    sortWith() { return o => P.sort.call(o, (x, y) => String(x).length - String(y).length); },
    toSorted() { return o => P.toSorted.call(o); },
    toReversed() { return o => P.toReversed.call(o); },
    toSpliced(i = index(), n = random(5)) { return o => P.toSpliced.call(o, i, n, 'a', 'b'); },
    with(i = index()) { return o => P.with.call(o, i, 'w'); },
    at(i = index()) { return o => P.at.call(o, i); },
    flat(n = random(3)) { return o => P.flat.call(o, n); },
    flatMap() { return o => P.flatMap.call(o, x => [x, [x]]); },
    forEach(m = random(12)) { return o => P.forEach.call(o, callback(o, m)); },
    map(m = random(12)) { return o => P.map.call(o, callback(o, m)); },
    filter(m = random(12)) { return o => P.filter.call(o, callback(o, m)); },
    some(m = random(12)) { return o => P.some.call(o, callback(o, m)); },
    every(m = random(12)) { return o => P.every.call(o, callback(o, m)); },
    find(m = random(12)) { return o => P.find.call(o, callback(o, m)); },
    findIndex(m = random(12)) { return o => P.findIndex.call(o, callback(o, m)); },
    findLast(m = random(12)) { return o => P.findLast.call(o, callback(o, m)); },
    findLastIndex(m = random(12)) { return o => P.findLastIndex.call(o, callback(o, m)); },
    sortChanging(m = random(2) * 2) { return o => P.sort.call(o, (f => (x, y) => (f(x), String(x) < String(y) ? -1 : 1))(callback(o, m))); },
    reduce() { return o => P.reduce.call(o, (x, y) => x + ',' + y); },
    reduceRight() { return o => P.reduceRight.call(o, (x, y) => x + ',' + y, 'i'); },
    values() { return o => [...P.values.call(o)]; },
    entries() { return o => [...P.entries.call(o)]; },
    keys() { return o => [...P.keys.call(o)]; },
    from() { return o => Array.from({ ...o, length: o.length }); },
    remove(i = random(10)) { return o => delete o[i]; },
};
const names = Object.keys(operations);
function run(operation, o) {
    try { return text(operation(o)); } catch (e) { return e.name; }
}
let different = 0;
for (let round = 0; round < 700; round++) {
    for (let k = 0; k < 4; k++) {
        const a = array(), o = likeness(a), name = names[random(names.length)], operation = operations[name]();
        const before = text(a), first = run(operation, a), second = run(operation, o);
        for (const key of Object.keys(o)) if (key >= o.length) delete o[key];
        if (first === second && text(a) === text(o)) continue;
        if (different++ < 3) console.log(name, before, '\n', first, text(a), '\n', second, text(o));
    }
}
console.log(different); // expect: 0
