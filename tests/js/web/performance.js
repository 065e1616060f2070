// The clock, marks, measures, observers.
function check(condition, text) { if (!condition) throw new Error(text); }
function same(actual, expected, text = '') {
  const a = JSON.stringify(actual), b = JSON.stringify(expected);
  check(a === b, `${text} got ${a}, expected ${b}`);
}
function fails(make, Class, code) {
  try { make(); } catch (error) { check(error instanceof Class && error.code === code, `${error.code} ${error} in ${make}`); return; }
  throw new Error(`no error in ${make}`);
}
const first = performance.now();
check(first > 0 && performance.now() >= first && Math.abs(performance.timeOrigin + first - Date.now()) < 2000, 'clock');
check(performance.toJSON().timeOrigin === performance.timeOrigin, 'toJSON');

const mark = performance.mark('a', { startTime: 0, detail: { z: 1 } });
same(mark.toJSON(), { name: 'a', entryType: 'mark', startTime: 0, duration: 0, detail: { z: 1 } });
check(mark instanceof PerformanceMark && mark instanceof PerformanceEntry, 'classes');
const detail = { list: [] };
check(performance.mark('cloned', { detail }).detail !== detail, 'details are cloned');
check(performance.mark('now').startTime >= first && performance.mark(5).name === '5' && performance.mark('x').detail === null, 'defaults');
performance.mark('b', { startTime: 0.5 });
const shown = (entry) => [entry.name, entry.startTime, entry.duration, entry.detail];
same([
  shown(performance.measure('m1', 'a', 'b')), shown(performance.measure('m2', { start: 1, end: 5 })),
  shown(performance.measure('m3', { start: 'a', duration: 5, detail: 'd' })), shown(performance.measure('m4', { end: 10, duration: 4 })),
  shown(performance.measure('m5', undefined, 'b')),
], [['m1', 0, 0.5, null], ['m2', 1, 4, null], ['m3', 0, 5, 'd'], ['m4', 6, 4, null], ['m5', 0, 0.5, null]]);
const whole = performance.measure('m6');
check(whole.startTime === 0 && whole.duration >= first && whole instanceof PerformanceMeasure, 'from the origin');
check(performance.measure('m7', 'b').startTime === 0.5, 'until now');

same(performance.getEntriesByType('mark').map((e) => e.name).slice(0, 2), ['a', 'b']);
same(performance.getEntriesByName('m1').length + performance.getEntriesByName('m1', 'mark').length + performance.getEntriesByType('none').length, 1);
const times = performance.getEntries().map((e) => e.startTime);
same(times, [...times].sort((x, y) => x - y), 'in order');
performance.clearMarks('a');
same([performance.getEntriesByName('a').length, performance.getEntriesByName('b').length], [0, 1]);
fails(() => performance.measure('m', 'a'), DOMException, 12);
performance.clearMeasures();
performance.clearMarks();
same(performance.getEntries().length, 0);

fails(() => performance.mark(), TypeError, 'ERR_MISSING_ARGS');
fails(() => performance.mark('x', 5), TypeError, 'ERR_INVALID_ARG_TYPE');
fails(() => performance.mark('x', { startTime: -1 }), TypeError, 'ERR_PERFORMANCE_INVALID_TIMESTAMP');
fails(() => performance.mark('x', { startTime: '5' }), TypeError, 'ERR_INVALID_ARG_TYPE');
fails(() => performance.mark(Symbol()), TypeError, undefined);
fails(() => performance.measure(), TypeError, 'ERR_MISSING_ARGS');
fails(() => performance.measure('m', 'nothing'), DOMException, 12);
fails(() => performance.measure('m', { start: 1, end: 2, duration: 3 }), TypeError, 'ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS');
fails(() => performance.measure('m', { start: 1 }, 'b'), TypeError, 'ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS');
fails(() => performance.measure('m', { start: -1, end: 2 }), TypeError, 'ERR_PERFORMANCE_INVALID_TIMESTAMP');
fails(() => performance.getEntriesByName(), TypeError, 'ERR_MISSING_ARGS');
fails(() => performance.getEntriesByType(), TypeError, 'ERR_MISSING_ARGS');
fails(() => new PerformanceEntry(), TypeError, 'ERR_ILLEGAL_CONSTRUCTOR');
fails(() => new PerformanceMeasure(), TypeError, 'ERR_ILLEGAL_CONSTRUCTOR');
fails(() => new Performance(), TypeError, 'ERR_ILLEGAL_CONSTRUCTOR');
fails(() => new PerformanceObserver(), TypeError, 'ERR_INVALID_ARG_TYPE');
check(new PerformanceMark('alone').name === 'alone' && performance.getEntries().length === 0, 'a mark of its own');
check(String(performance) === '[object Performance]' && require('perf_hooks').performance === performance, 'module');

const observer = new PerformanceObserver((list, self) => {
  console.log(list.getEntries().map((e) => e.name).join(), self === observer, list.getEntriesByName('seen').length, list.getEntriesByType('measure').length);
});
fails(() => observer.observe(), TypeError, 'ERR_MISSING_ARGS');
fails(() => observer.observe({ entryTypes: ['mark'], type: 'mark' }), TypeError, 'ERR_INVALID_ARG_VALUE');
observer.observe({ entryTypes: ['mark', 'nonsense'] });
fails(() => observer.observe({ type: 'mark' }), DOMException, 13);
performance.mark('seen');
performance.measure('not seen');
performance.mark('too');
console.log('synchronous'); // expect: synchronous
const buffered = new PerformanceObserver((list) => console.log(list.getEntries().map((e) => e.name).join()));
buffered.observe({ type: 'measure', buffered: true }); // expect: seen,too true 1 0
const never = new PerformanceObserver(() => console.log('never'));
never.observe({ entryTypes: ['mark'] });
performance.mark('taken', { startTime: 1e9 });
same(never.takeRecords().map((e) => e.name), ['taken']);
same(observer.takeRecords().map((e) => e.name), ['seen', 'too', 'taken']);
performance.mark('seen');
performance.mark('too');
never.disconnect();
setTimeout(() => { observer.disconnect(); performance.mark('unseen'); }, 20); // expect: not seen
