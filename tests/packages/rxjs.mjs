// rxjs: creation, operators of all groups, subjects, higher order, errors, schedulers with virtual time, the test scheduler.
import { createRequire } from 'node:module';
import * as rx from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { ajax } from 'rxjs/ajax';

const commonjs = createRequire(import.meta.url)('rxjs');
console.log(Object.keys(commonjs).length, commonjs.of === rx.of, typeof ajax);
const gather = (source) => rx.lastValueFrom(source.pipe(rx.materialize(), rx.map((n) => n.kind === 'N' ? n.value : n.kind === 'E' ? `E:${n.error.message ?? n.error}` : 'C'), rx.toArray()));
const show = async (name, source) => console.log(name, JSON.stringify(await gather(source)));

await show('chain', rx.range(1, 20).pipe(rx.filter((x) => x % 2), rx.map((x) => x * x), rx.scan((a, x) => a + x, 0), rx.takeWhile((x) => x < 500, true), rx.pairwise()));
await show('merge', rx.merge(rx.of(1, 2), rx.from(Promise.resolve(3)), rx.from([4, 5]), rx.of(6).pipe(rx.delay(5))));
await show('concatMap', rx.of(3, 1, 2).pipe(rx.concatMap((n) => rx.timer(n * 4).pipe(rx.map(() => n)))));
await show('mergeMap', rx.of(30, 1, 15).pipe(rx.mergeMap((n) => rx.timer(n).pipe(rx.map(() => n)))));
await show('switchMap', rx.of(1, 2, 3).pipe(rx.switchMap((n) => rx.interval(3).pipe(rx.take(2), rx.map((i) => `${n}.${i}`)))));
await show('exhaustMap', rx.of(1, 2).pipe(rx.exhaustMap((n) => rx.timer(2).pipe(rx.map(() => n)))));
await show('combine', rx.combineLatest({ a: rx.of(1, 2), b: rx.of('x', 'y') }));
await show('zip', rx.zip(rx.of(1, 2, 3), rx.of('a', 'b')));
await show('fork', rx.forkJoin([rx.of(1, 2), rx.timer(2), Promise.resolve('p')]));
await show('buffer', rx.range(0, 7).pipe(rx.bufferCount(3, 2)));
await show('window', rx.range(0, 5).pipe(rx.windowCount(2), rx.mergeMap((w) => w.pipe(rx.toArray()))));
await show('group', rx.of('apple', 'bob', 'art', 'bat', 'cat').pipe(rx.groupBy((s) => s[0]), rx.mergeMap((g) => g.pipe(rx.reduce((a, s) => [...a, s], [g.key])))));
await show('distinct', rx.of(1, 1, 2, 2, 1, 3).pipe(rx.distinctUntilChanged(), rx.startWith(0), rx.endWith(9), rx.skip(1), rx.withLatestFrom(rx.of('w'))));
await show('expand', rx.of(1).pipe(rx.expand((x) => x < 50 ? rx.of(x * 2) : rx.EMPTY), rx.takeLast(3)));
let attempts = 0;
await show('retry', rx.defer(() => attempts++ < 2 ? rx.throwError(() => new Error(`try ${attempts}`)) : rx.of('ok')).pipe(rx.retry({ count: 3, delay: 1 })));
await show('catch', rx.throwError(() => new Error('bad')).pipe(rx.catchError((e, caught) => rx.of(e.message)), rx.finalize(() => console.log('finalized'))));
await show('timeout', rx.NEVER.pipe(rx.timeout(3)));
await show('empty', rx.EMPTY.pipe(rx.throwIfEmpty(), rx.defaultIfEmpty(1)));
await show('iif', rx.concat(rx.iif(() => true, rx.of('t'), rx.of('f')), rx.generate({ initialState: 1, condition: (x) => x < 20, iterate: (x) => x * 3 }), rx.race(rx.timer(50), rx.timer(1).pipe(rx.map(() => 'fast')))));
await show('async generator', rx.from((async function* () { yield 1; yield 2; throw new RangeError('gen'); })()));
await show('bind', rx.bindNodeCallback((a, callback) => setTimeout(callback, 1, null, a, 2))(1));

const log = [];
const behavior = new rx.BehaviorSubject(0), replay = new rx.ReplaySubject(2), async_ = new rx.AsyncSubject();
for (const [name, subject] of Object.entries({ behavior, replay, async_ })) {
  for (let i = 1; i < 4; i++) subject.next(i);
  subject.subscribe({ next: (v) => log.push(`${name} ${v}`), complete: () => log.push(`${name} done`), error: (e) => log.push(`${name} ${e}`) });
  subject.next(4);
  subject.complete();
  subject.next(5);
}
const shared = rx.interval(2).pipe(rx.take(3), rx.tap((v) => log.push(`source ${v}`)), rx.share());
shared.subscribe((v) => log.push(`a${v}`));
await rx.lastValueFrom(shared.pipe(rx.tap((v) => log.push(`b${v}`))));
console.log(log.join(', '));
const closed = new rx.Subject();
closed.unsubscribe();
for (const attempt of [() => closed.next(1), () => rx.firstValueFrom(rx.EMPTY), () => rx.of(1).subscribe(5), () => rx.from(5), () => rx.lastValueFrom(rx.throwError(() => 'plain')), () => rx.firstValueFrom(rx.of(1, 2).pipe(rx.single()))]) {
  try { console.log(typeof await attempt()); } catch (error) { console.log(error.name ?? error, error.message); }
}
const teardown = [];
const subscription = new rx.Observable((subscriber) => { const id = setInterval(() => subscriber.next(1), 1); return () => { clearInterval(id); teardown.push('cleared'); }; }).subscribe();
subscription.add(() => { teardown.push('added'); throw new Error('in teardown'); });
try { subscription.unsubscribe(); } catch (error) { console.log(error.name, error.message, teardown); }

const scheduler = new TestScheduler((actual, expected) => console.log(JSON.stringify(actual) === JSON.stringify(expected), actual.length));
scheduler.run(({ cold, hot, expectObservable, expectSubscriptions }) => {
  const source = cold('-a-b--c|', { a: 1, b: 2, c: 3 });
  expectObservable(source.pipe(rx.debounceTime(2), rx.map((x) => x * 10))).toBe('-----b-(c|)', { a: 10, b: 20, c: 30 });
  expectObservable(hot('a-b-c-d-#').pipe(rx.throttleTime(3), rx.auditTime(1))).toBe('-a---c---#'.slice(0, 8) + '#');
  expectSubscriptions(source.subscriptions).toBe('^------!');
});
const virtual = new rx.VirtualTimeScheduler(), times = [];
rx.interval(1000, virtual).pipe(rx.take(3), rx.timestamp({ now: () => virtual.now() })).subscribe((t) => times.push(t));
virtual.flush();
console.log(times, virtual.frame);
