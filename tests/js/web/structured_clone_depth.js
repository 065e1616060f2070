// What other implementations do not do: any depth, and DOMExceptions.
let deep = null;
for (let i = 0; i < 50000; i++) deep = i % 2 ? { deep } : [deep];
let copy = structuredClone(deep), depth = 0;
for (; copy !== null; depth++) copy = Array.isArray(copy) ? copy[0] : copy.deep;
if (depth !== 50000) throw new Error(`depth ${depth}`);

let chain = new Error('end');
for (let i = 0; i < 1000; i++) chain = new Error('link', { cause: chain });
let cause = structuredClone(chain), links = 0;
while (cause.cause) { cause = cause.cause; links++; }
if (links !== 1000 || cause.message !== 'end') throw new Error(`causes ${links}`);

const aborted = structuredClone({ reason: new DOMException('text', 'AbortError') }).reason;
if (!(aborted instanceof DOMException) || aborted.name !== 'AbortError' || aborted.message !== 'text' || !aborted.stack.startsWith('AbortError: text\n    at ')) throw new Error('DOMException');
const aggregate = structuredClone(new AggregateError([new TypeError('t')], 'm'));
if (aggregate.name !== 'AggregateError' || aggregate.errors[0].name !== 'TypeError') throw new Error('AggregateError');
