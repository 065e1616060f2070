// Timeouts and intervals: order by deadline then creation, arguments, clearing, refs by number.
try { setTimeout('code'); } catch (e) { console.log(e.name, e.code); } // expect: TypeError ERR_INVALID_ARG_TYPE
const log = [];
setTimeout(() => log.push('10'), 10);
setTimeout(() => log.push('1a'), 1);
setTimeout(() => log.push('0'), 0);
setTimeout(() => log.push('1b'), 1);
setTimeout((...a) => log.push(a.join('+')), 2, 'x', 'y', 3);
const never = setTimeout(() => log.push('never'), 1);
clearTimeout(never);
clearTimeout(never);
clearTimeout(undefined); clearTimeout(null); clearTimeout('zz'); clearTimeout({});
let beats = 0;
const beat = setInterval(step => { beats += step; if (beats === 6) clearInterval(beat); }, 1, 2);
const byNumber = +setTimeout(() => log.push('never either'), 1);
clearTimeout(byNumber);
process.on('exit', () => console.log(log.join(), beats)); // expect: 1a,0,1b,x+y+3,10 6
const started = performance.now();
setTimeout(() => { if (performance.now() - started < 5) console.log('fired early'); }, 5);
