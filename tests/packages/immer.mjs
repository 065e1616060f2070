// immer: drafts of objects, arrays, maps, sets and classes; patches, freezing, currying, originals, errors.
import { createRequire } from 'node:module';
import { produce, produceWithPatches, applyPatches, enablePatches, enableMapSet, enableArrayMethods, current, original, isDraft, isDraftable, createDraft, finishDraft, freeze, immerable, nothing, Immer, setAutoFreeze } from 'immer';

const commonjs = createRequire(import.meta.url)('immer');
console.log(Object.keys(commonjs).sort().join());
enablePatches();
enableMapSet();
const base = { user: { name: 'a', tags: ['x', 'y'], deep: { n: 1 } }, list: [{ id: 1 }, { id: 2 }, { id: 3 }], untouched: { same: true }, map: new Map([['k', { v: 1 }]]), set: new Set([1, 2]) };
const [next, patches, inverse] = produceWithPatches(base, (draft) => {
  draft.user.tags.push('z');
  draft.user.deep.n++;
  delete draft.user.name;
  draft.list.splice(1, 1);
  draft.list[0].id = 10;
  draft.list.sort((a, b) => a.id - b.id);
  draft.map.get('k').v = 2;
  draft.map.set('new', draft.user.deep);
  draft.set.add(3).delete(1);
  draft.added = { symbol: Symbol.iterator };
});
console.log(next, patches, inverse);
console.log(next.untouched === base.untouched, base.user.tags.length, Object.isFrozen(next.list[0]), applyPatches(next, inverse).list, JSON.stringify(applyPatches(base, patches).user));
console.log(produce(base, () => {}) === base, produce(base, (d) => { d.untouched.same = true; }) === base, produce(base, () => nothing), produce([3, 1, 2], (d) => { d.reverse(); d.length = 2; d.unshift(9, 8); d.copyWithin(0, 2); }));
class Point { [immerable] = true; constructor(x, y) { this.x = x; this.y = y; } get norm() { return Math.hypot(this.x, this.y); } move(d) { return produce(this, (draft) => { draft.x += d; }); } }
const point = new Point(3, 4), moved = point.move(2);
console.log(moved, moved instanceof Point, moved.norm.toFixed(3), point.x, isDraftable(point), isDraftable(new Date()), isDraftable(Object.create(null)));
produce(base, (draft) => {
  draft.user.deep.n = 5;
  console.log(isDraft(draft.user), isDraft(draft.untouched), original(draft.user).deep.n, current(draft.user), Array.isArray(draft.list), Object.keys(draft), 'user' in draft, JSON.stringify(draft.list), [...draft.map.keys()], draft.set.has(2));
});
const toggle = produce((draft, key) => { draft[key] = !draft[key]; });
console.log(toggle({ a: true }, 'a'), [{ n: 1 }, { n: 2 }].map(produce((d, index) => { d.index = index; })), produce((d) => d.n, { n: 'default' })());
const manual = createDraft({ a: { b: 1 } });
manual.a.b = 2;
console.log(finishDraft(manual, (p) => console.log(p)), freeze({ a: { b: 1 } }, true), Object.isFrozen(freeze({ a: {} }).a));
for (const attempt of [() => { next.user.deep.n = 9; }, () => produce({ a: 1 }, (d) => { d.a = 2; return { b: 1 }; }), () => produce({ a: 1 }, (d) => { Object.defineProperty(d, 'a', { value: 2 }); }), () => { let leak; produce({ a: {} }, (d) => { leak = d; }); return leak.a; }, () => produce(base, (d) => { Object.setPrototypeOf(d, null); }), () => produce('text', (d) => d + '!'), () => original(5), () => produce({}, 5), () => applyPatches({}, [{ op: 'replace', path: ['a', 'b'], value: 1 }])]) {
  try { console.log('no error', attempt()); } catch (error) { console.log(error.name, error.message.replace(/\s+/g, ' ').slice(0, 100)); }
}
const loose = new Immer({ autoFreeze: false });
console.log(Object.isFrozen(loose.produce({ a: 1 }, (d) => { d.a = 2; })), typeof enableArrayMethods);
let state = { todos: [], byId: {} };
for (let i = 0; i < 400; i++) state = produce(state, (draft) => {
  draft.todos.push({ id: i, done: false });
  draft.byId[i] = draft.todos[i];
  if (i % 3 === 0) draft.todos[i >> 1].done = true;
});
console.log(state.todos.filter((t) => t.done).length, Object.values(state.byId).filter((t) => t.done).length, Object.isFrozen(state.todos[7]));
const cyclic = [1, [2]]; console.log(produce(cyclic, (d) => { d[1].push(d[0]); const [a, ...b] = d; d.push(b.length + a); }), setAutoFreeze(true));
