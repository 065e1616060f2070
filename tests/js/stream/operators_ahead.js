// Operators take no more than was asked for, keep the order, run what `concurrency` allows, and end when aborted.
const { Readable } = require('stream');
const { once } = require('events');

(async () => {
  let calls = 0;
  const failed = await Readable.from([1, 2, 3, 4, 5, 6]).map((x) => { calls++; return x; })
    .reduce(async (before, x) => {
      if (before === 1) throw new Error('enough');
      return x;
    }, 0).catch((error) => error);
  console.log(calls, failed.message); // expect: 3 enough

  let running = 0, most = 0;
  const list = await Readable.from([5, 1, 4, 2, 3, 0]).map(async (x) => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, x));
    running--;
    return x;
  }, { concurrency: 3, highWaterMark: 1 }).toArray();
  console.log(list.join(), most); // expect: 5,1,4,2,3,0 3

  const controller = new AbortController();
  let begun = 0;
  const stream = Readable.from([1, 2, 3, 4]).filter(async (_, { signal }) => {
    begun++;
    await once(signal, 'abort');
  }, { signal: controller.signal, concurrency: 2 });
  setImmediate(() => controller.abort());
  console.log(await stream.toArray().catch((error) => error.name), begun); // expect: AbortError 2
})();
