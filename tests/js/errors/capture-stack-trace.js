// Error.captureStackTrace gives any object a stack, without the frames above a function.
const o = {};
function helper() { Error.captureStackTrace(o, helper); }
function user() { helper(); }
user();
const lines = o.stack.split('\n').slice(1);
console.log(lines[0].includes('user'), o.stack.includes('helper')); // expect: true false
Error.captureStackTrace(o);
console.log(typeof o.stack, Object.keys(o).length); // expect: string 0
class Checked extends Error { constructor(m) { super(m); Error.captureStackTrace(this, Checked); } }
function raise() { throw new Checked('c'); }
try { raise(); } catch (e) { console.log(e.stack.split('\n')[1].includes('raise')); } // expect: true
