// Signals neither leak nor die too early.
// skip: stress the collections that it waits for take minutes
// Makes enough garbage for full collections.
const churn = () => { const list = []; for (let i = 0; i < 300000; i++) list.push({ i, list: [i] }); return list.length; };
const collect = async () => { for (let i = 0; i < 3; i++) { churn(); await new Promise((done) => setTimeout(done)); } };
const alive = (references) => references.filter((reference) => reference.deref() !== undefined).length;

(async () => {
  // Followers of a long-lived signal that nobody refers to are collected, and the signals that they follow, too.
  const long = new AbortController();
  const followers = [], sources = [];
  (() => {
    for (let i = 0; i < 2000; i++) {
      const source = new AbortController().signal;
      sources.push(new WeakRef(source));
      followers.push(new WeakRef(AbortSignal.any([long.signal, source])));
    }
  })();
  // Listeners with a signal do not keep their target.
  const targets = [];
  (() => {
    for (let i = 0; i < 2000; i++) {
      const target = new EventTarget();
      target.addEventListener('x', () => target, { signal: long.signal });
      targets.push(new WeakRef(target));
    }
  })();
  // Nor does its timer keep the signal of a timeout.
  const timeouts = [];
  (() => { for (let i = 0; i < 2000; i++) timeouts.push(new WeakRef(AbortSignal.timeout(1e7))); })();
  await collect();
  for (const [name, list] of Object.entries({ followers, sources, targets, timeouts })) {
    if (alive(list) > 50) throw new Error(`${alive(list)} ${name} of ${list.length} are alive`);
  }

  // A follower with a listener lives as long as its source may abort, without any reference to it.
  let heard = 0;
  (() => { for (let i = 0; i < 10; i++) AbortSignal.any([long.signal]).addEventListener('abort', () => heard++); })();
  // So do a timeout and what follows it.
  let late = 0;
  (() => { AbortSignal.any([AbortSignal.timeout(50)]).addEventListener('abort', () => late++); })();
  (() => { AbortSignal.timeout(50).addEventListener('abort', () => late++); })();
  await collect();
  long.abort();
  if (heard !== 10) throw new Error(`${heard} of 10 followers heard`);
  await new Promise((done) => setTimeout(done, 80));
  await collect();
  if (late !== 2) throw new Error(`${late} of 2 timeouts came`);
  console.log('done'); // expect: done
})();
