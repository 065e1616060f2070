// shift moves the start of long arrays: what is left, what grows behind it, and what a collection sees stay right.
'use strict';
function check(ok, what) { if (!ok) throw new Error(what); }

for (const size of [1, 15, 16, 17, 18, 40, 300, 1000, 5000]) {
    const queue = [];
    let next = 0, first = 0;
    const push = n => { while (n--) queue.push({ id: next++ }); };
    const shift = n => { while (n--) check(queue.shift().id === first++, 'order of ' + size); };
    push(size);
    for (let i = 0; i < 3 * size + 50; i++) { // steady
        shift(1);
        push(1);
    }
    check(queue.length === size && queue[0].id === first && queue.at(-1).id === next - 1, 'steady');
    push(size);
    shift(size);
    for (let i = 0; i < 200; i++) [1, 'x', {}].toString(); // work for the collector
    check(queue.every((o, i) => o.id === first + i), 'contents');
    queue.unshift({ id: --first });
    check(queue.shift().id === first++ && queue.pop().id === --next, 'ends');
    queue.splice(0, queue.length >> 1).forEach(o => check(o.id === first++, 'splice'));
    queue.reverse();
    check(queue.length === 0 || queue[0].id === next - 1, 'reverse');
    queue.sort((a, b) => a.id - b.id);
    shift(queue.length);
    check(queue.length === 0 && queue.shift() === undefined && queue[0] === undefined, 'empty');
    push(3);
    shift(3);
}

const holes = [, 1, , ...Array(50).keys()];
check(holes.shift() === undefined && holes.length === 52, 'hole in front');
delete holes[3];
check(holes.shift() === 1 && holes.shift() === undefined && holes.shift() === 0 && !(0 in holes) && holes[1] === 2, 'holes');

const frozen = Object.freeze(Array.from({ length: 40 }, (_, i) => i));
let error;
try { frozen.shift(); } catch (e) { error = e; }
check(error instanceof TypeError && frozen[0] === 0, 'frozen');

const far = Array.from({ length: 600 }, (_, i) => i);
for (let i = 0; i < 500; i++) far.shift();
far[100000] = 'far';
check(far.length === 100001 && far[0] === 500 && far[99] === 599 && far[100000] === 'far', 'sparse after shifts');
far.length = 50;
check(far.at(-1) === 549 && JSON.stringify(far.slice(0, 2)) === '[500,501]' && far.indexOf(510) === 10, 'truncated after shifts');
