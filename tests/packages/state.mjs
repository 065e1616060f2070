// State and queues: eventemitter3, mitt, redux, mobx, xstate, lru-cache, p-limit, p-queue.
import EE from 'eventemitter3';
import mitt from 'mitt';
import { createStore, combineReducers, applyMiddleware, compose, bindActionCreators } from 'redux';
import * as mobx from 'mobx';
import { createMachine, createActor, assign, setup, fromPromise, waitFor } from 'xstate';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import PQueue from 'p-queue';
const e = new EE();
e.once('a', (x) => console.log('once', x));
e.on(
  'a',
  function (x) {
    console.log(this.q, x);
  },
  { q: 1 },
);
console.log(e.emit('a', 1), e.emit('a', 2), e.listenerCount('a'), e.eventNames());
const m = mitt();
m.on('*', (t, v) => console.log(t, v));
m.emit('z', 1);
const store = createStore(
  combineReducers({
    n: (s = 0, a) => (a.type === 'inc' ? s + 1 : s),
    l: (s = [], a) => (a.type === 'add' ? [...s, a.v] : s),
  }),
  applyMiddleware(({ getState }) => (next) => (a) => {
    console.log('mw', a.type, getState());
    return next(a);
  }),
);
store.subscribe(() => console.log('sub'));
store.dispatch({ type: 'inc' });
bindActionCreators({ add: (v) => ({ type: 'add', v }) }, store.dispatch).add(5);
console.log(store.getState());
try {
  store.dispatch({});
} catch (er) {
  console.log(er.message);
}
class T {
  items = [];
  constructor() {
    mobx.makeAutoObservable(this);
  }
  get total() {
    console.log('compute');
    return this.items.reduce((a, b) => a + b.p, 0);
  }
  add(p) {
    this.items.push({ p });
  }
  *flow() {
    const x = yield Promise.resolve(9);
    this.add(x);
  }
}
const t = new T();
const dispose = mobx.autorun(() => console.log('auto', t.total, t.items.length));
t.add(1);
mobx.runInAction(() => {
  t.add(2);
  t.items[0].p = 10;
});
await t.flow();
dispose();
t.add(1);
const om = mobx.observable(new Map([['a', { b: 1 }]]));
mobx.reaction(
  () => om.get('a').b,
  (v) => console.log('r', v),
);
om.get('a').b = 2;
console.log(
  mobx.toJS(om),
  mobx.isObservable(om.get('a')),
  mobx.getDependencyTree(mobx.computed(() => 1)).name.slice(0, 8),
);
const machine = setup({
  actors: { load: fromPromise(async ({ input }) => input.x * 2) },
  guards: { big: ({ context }) => context.n > 1 },
  actions: { up: assign({ n: ({ context }) => context.n + 1 }) },
}).createMachine({
  id: 'm',
  initial: 'idle',
  context: { n: 0 },
  states: {
    idle: { on: { GO: [{ guard: 'big', target: 'loading' }, { actions: 'up' }] } },
    loading: {
      invoke: {
        src: 'load',
        input: ({ context }) => ({ x: context.n }),
        onDone: { target: 'done', actions: assign({ n: ({ event }) => event.output }) },
      },
    },
    done: { type: 'final' },
  },
});
const actor = createActor(machine);
actor.subscribe((s) => console.log(s.value, s.context));
actor.start();
for (let i = 0; i < 3; i++) actor.send({ type: 'GO' });
await waitFor(actor, (s) => s.status === 'done');
const lru = new LRUCache({
  max: 3,
  dispose: (v, k, r) => console.log('disp', k, r),
  ttl: 1000,
  fetchMethod: async (k) => k + '!',
});
for (const k of 'abcad') lru.set(k, k);
console.log([...lru.keys()], lru.get('b'), await lru.fetch('zz'), lru.dump().length);
const limit = pLimit(2);
let active = 0,
  max = 0;
await Promise.all(
  [1, 2, 3, 4, 5].map((i) =>
    limit(async () => {
      active++;
      max = Math.max(max, active);
      await new Promise((r) => setTimeout(r, 2));
      active--;
    }),
  ),
);
const q = new PQueue({ concurrency: 1 });
const out = [];
q.add(() => out.push('l'), { priority: 0 });
q.add(() => out.push('x'));
q.add(() => out.push('h'), { priority: 5 });
await q.onIdle();
console.log(max, out);
