// Assigning to a const is a TypeError, also in compound forms, loops and destructuring; the value stays.
const c = 1;
const tries = [() => { c = 2; }, () => { c += 1; }, () => { c++; }, () => { [c] = [3]; }, () => { ({ c } = { c: 4 }); },
    () => { for (c of [5]); }, () => { c &&= 6; }];
for (const f of tries) {
    try {
        f();
        console.log('no error');
    } catch (e) {
        console.log(e.name, c);
    }
}
// expect: TypeError 1
// expect: TypeError 1
// expect: TypeError 1
// expect: TypeError 1
// expect: TypeError 1
// expect: TypeError 1
// expect: TypeError 1
c ||= 7;
c ??= 8;
console.log(c); // expect: 1
