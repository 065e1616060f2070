// import() starts at the file it stands in, wherever it is called from, also in code from strings.
const show = name => m => console.log(name, m.y);
const tasks = [
    ['function', () => import('./interop_fixture/named.mjs')],
    ['eval', () => eval("import('./interop_fixture/named.mjs')")],
    ['indirect eval', () => (0, eval)("import('./interop_fixture/named.mjs')")],
    ['Function', () => new Function("return import('./interop_fixture/named.mjs')")()],
    ['nested', () => new Function("return eval(\"import('./interop_fixture/named.mjs')\")")()],
    ['later', () => new Promise(resolve => setTimeout(() => resolve(import('./interop_fixture/named.mjs'))))],
];
(async () => { for (const [name, load] of tasks) show(name)(await load()); })();

// expect: function 1
// expect: eval 1
// expect: indirect eval 1
// expect: Function 1
// expect: nested 1
// expect: later 1
