// Every function of assert, passing and failing: messages_fixture.txt has what node says of each.
const assert = require('assert');
const { readFileSync } = require('fs');

const cases = [
  ['eq', ()=>assert.equal(1,2)],
  ['eq msg', ()=>assert.equal(1,2,'m')],
  ['eq err', ()=>assert.equal(1,2,new TypeError('x'))],
  ['neq', ()=>assert.notEqual(1,'1')],
  ['seq', ()=>assert.strictEqual(1,2)],
  ['seq str', ()=>assert.strictEqual('a','b')],
  ['seq long', ()=>assert.strictEqual('a'.repeat(20),'a'.repeat(19)+'b')],
  ['seq ml', ()=>assert.strictEqual('a\nb\nc','a\nx\nc')],
  ['seq obj', ()=>assert.strictEqual({a:1},{a:1})],
  ['seq obj2', ()=>assert.strictEqual({a:1},{a:2})],
  ['seq arr', ()=>assert.strictEqual([1,2],[1,2])],
  ['seq types', ()=>assert.strictEqual(1,'1')],
  ['seq fn', ()=>assert.strictEqual(()=>{},()=>{})],
  ['seq undefined', ()=>assert.strictEqual(undefined,null)],
  ['seq nan', ()=>assert.strictEqual(NaN,0)],
  ['seq -0', ()=>assert.strictEqual(0,-0)],
  ['nseq', ()=>assert.notStrictEqual(1,1)],
  ['nseq obj', ()=>{const a={a:1};assert.notStrictEqual(a,a)}],
  ['nseq str', ()=>assert.notStrictEqual('a','a')],
  ['deq', ()=>assert.deepEqual({a:1},{a:2})],
  ['dseq', ()=>assert.deepStrictEqual({a:1},{a:2})],
  ['dseq big', ()=>assert.deepStrictEqual({a:1,b:[1,2,3],c:'x'},{a:1,b:[1,2,4],c:'y'})],
  ['dseq arr', ()=>assert.deepStrictEqual([1,2,3],[1,2,3,4])],
  ['dseq arr2', ()=>assert.deepStrictEqual([1,2,3,4],[1,2,3])],
  ['dseq proto', ()=>assert.deepStrictEqual(new (class A{}),{})],
  ['dseq same look', ()=>assert.deepStrictEqual(Object.create({}),{})],
  ['dseq prim', ()=>assert.deepStrictEqual(1,2)],
  ['dseq map', ()=>assert.deepStrictEqual(new Map([[1,2]]),new Map([[1,3]]))],
  ['dseq long', ()=>assert.deepStrictEqual(Array.from({length:60},(_, i)=>i),Array.from({length:60},(_, i)=>i===30?-1:i))],
  ['dseq long2', ()=>assert.deepStrictEqual(Array.from({length:30},(_, i)=>i),Array.from({length:30},(_, i)=>i===2||i===25?-1:i))],
  ['ndeq', ()=>assert.notDeepEqual({a:1},{a:1})],
  ['ndseq', ()=>assert.notDeepStrictEqual({a:1},{a:1})],
  ['ndseq prim', ()=>assert.notDeepStrictEqual(1,1)],
  ['ndeq long', ()=>assert.notDeepEqual(Array.from({length:60},(_, i)=>[i]),Array.from({length:60},(_, i)=>[i]))],
  ['ok', ()=>assert(0)],
  ['ok2', ()=>assert.ok(null===1)],
  ['ok3', ()=>assert()],
  ['ok4', ()=>assert(false,'msg')],
  ['ok5', ()=>assert.ok(typeof 123 === 'string'
  && true)],
  ['ok6', ()=>{assert(  [1,2].includes(3)  )}],
  ['fail', ()=>assert.fail()],
  ['fail2', ()=>assert.fail('x')],
  ['fail3', ()=>assert.fail(new RangeError('q'))],
  ['throws none', ()=>assert.throws(()=>{})],
  ['throws none msg', ()=>assert.throws(()=>{},'msg')],
  ['throws none cls', ()=>assert.throws(()=>{},TypeError)],
  ['throws none cls msg', ()=>assert.throws(()=>{},TypeError,'mm')],
  ['throws wrong', ()=>assert.throws(()=>{throw new Error('a')},TypeError)],
  ['throws re', ()=>assert.throws(()=>{throw new Error('a')},/b/)],
  ['throws re ok', ()=>assert.throws(()=>{throw new Error('a')},/a/)],
  ['throws obj', ()=>assert.throws(()=>{throw new Error('a')},{message:'b'})],
  ['throws obj ok', ()=>assert.throws(()=>{throw new Error('a')},{message:/a/,name:'Error'})],
  ['throws obj2', ()=>assert.throws(()=>{throw new Error('a')},{message:'a',code:5})],
  ['throws fn false', ()=>assert.throws(()=>{throw new Error('a')},()=>false)],
  ['throws fn named', ()=>assert.throws(()=>{throw new Error('a')},function validate(){return 5})],
  ['throws str same', ()=>assert.throws(()=>{throw new Error('a')},'a')],
  ['throws arg', ()=>assert.throws(5)],
  ['throws exp str', ()=>assert.throws(()=>{throw 1},5)],
  ['throws empty', ()=>assert.throws(()=>{throw 1},{})],
  ['throws nonobj', ()=>assert.throws(()=>{throw 1},{a:1})],
  ['throws msg', ()=>assert.throws(()=>{throw new Error('a')},{message:'b'},'custom')],
  ['throws arrow err', ()=>assert.throws(()=>{throw new Error('a')},(e)=>{throw new Error('val')})],
  ['dnt', ()=>assert.doesNotThrow(()=>{throw new Error('a')})],
  ['dnt msg', ()=>assert.doesNotThrow(()=>{throw new Error('a')},'why')],
  ['dnt cls', ()=>assert.doesNotThrow(()=>{throw new Error('a')},Error,'why')],
  ['dnt other', ()=>assert.doesNotThrow(()=>{throw new Error('a')},TypeError)],
  ['match', ()=>assert.match('abc',/x/)],
  ['match type', ()=>assert.match(5,/x/)],
  ['match re', ()=>assert.match('a','a')],
  ['dnm', ()=>assert.doesNotMatch('abc',/b/)],
  ['match msg', ()=>assert.match('abc',/x/,'m')],
  ['match type2', ()=>assert.doesNotMatch({},/x/)],
  ['ife', ()=>assert.ifError(null)],
  ['ife2', ()=>assert.ifError(new Error('e'))],
  ['ife3', ()=>assert.ifError('s')],
  ['ife4', ()=>assert.ifError(0)],
  ['ife5', ()=>assert.ifError({message:'mm'})],
  ['strict', ()=>assert.strict.equal(1,'1')],
  ['args', ()=>assert.equal(1)],
  ['args2', ()=>assert.deepStrictEqual()],
  ['args3', ()=>assert.strictEqual(1)],
  ['AE', ()=>{throw new assert.AssertionError({actual:1,expected:2,operator:'strictEqual'})}],
  ['AE2', ()=>{throw new assert.AssertionError({message:'m'})}],
  ['AE3', ()=>{throw new assert.AssertionError({})}],
  ['AE4', ()=>{throw new assert.AssertionError(5)}],
  ['AE5', ()=>{throw new assert.AssertionError({actual:[1],expected:[2],operator:'foo'})}],
  ['rej', ()=>assert.rejects(Promise.resolve(1))],
  ['rej2', ()=>assert.rejects(async()=>{})],
  ['rej3', ()=>assert.rejects(async()=>{throw new Error('a')},/b/)],
  ['rej4', ()=>assert.rejects(()=>5)],
  ['rej5', ()=>assert.rejects(5)],
  ['rej6', ()=>assert.rejects(Promise.reject(new Error('a')),{message:'a'})],
  ['dnr', ()=>assert.doesNotReject(Promise.reject(new Error('a')))],
  ['dnr2', ()=>assert.doesNotReject(async()=>1)],
  ['rej7', ()=>assert.rejects(()=>{throw new Error('sync')})],
  ['rej8', ()=>assert.rejects(async()=>{},TypeError,'mm')],
  ['message 1', ()=>assert.strictEqual(1,2,'given')],
  ['message 2', ()=>assert.strictEqual({a:1},{a:1},'given')],
  ['message 3', ()=>assert.strictEqual('a'.repeat(20),'a'.repeat(19)+'b','given')],
  ['message 4', ()=>assert.deepStrictEqual({a:1},{a:2},'given')],
  ['message 5', ()=>assert.deepEqual({a:1},{a:2},'given')],
  ['message 6', ()=>assert.notStrictEqual(1,1,'given')],
  ['message 7', ()=>assert.strictEqual({a:1},{a:2},'given')],
  ['message 8', ()=>assert.strictEqual(1,2,'')],
  ['message 9', ()=>assert.deepStrictEqual([1],[2],'')],
  ['message 10', ()=>assert.throws(()=>{throw 1},{a:1},'given')],
  ['message 11', ()=>{throw new assert.AssertionError({message:'m',operator:'strictEqual',actual:1,expected:2})}],
  ['message 12', ()=>assert.strictEqual(1,2,5)],
  ['message 13', ()=>{throw new assert.AssertionError({message:'m',operator:'deepStrictEqual',actual:[1],expected:[2]})}],
  ['message 14', ()=>assert.strictEqual(undefined,null,'m')],
  ['message 15', ()=>assert.throws(()=>{throw {a:2}},{a:1},'given')],
];

async function main() {
  const lines = [];
  for (const [name, run] of cases) {
    try {
      await run();
      lines.push(`${name} => passes`);
    } catch (e) {
      lines.push(`${name} => ${JSON.stringify([e.name, e.code, e.message, e.generatedMessage, e.operator, e.name === 'AssertionError' && Object.keys(e)])}`);
    }
  }
  return lines;
}

const expected = process.argv.includes('--print') ? undefined : readFileSync('messages_fixture.txt', 'utf8').trimEnd().split('\n');
main().then((lines) => {
  if (!expected) return console.log(lines.join('\n')); // makes the fixture
  lines.forEach((line, i) => {
    if (line !== expected[i]) throw new Error(`${line}\ninstead of\n${expected[i]}`);
  });
  if (lines.length !== expected.length || lines.length < 100) throw new Error(`${lines.length} cases`);
});
