// Revivers: order, deletion, context, changes under way.
const log = [];
JSON.parse('{"a":[1,{"b":2}],"1":3}', function (k, v) { log.push(k + '=' + JSON.stringify(v) + (Array.isArray(this) ? '[]' : '')); return v; });
console.log(log.join(' ')); // expect: 1=3 0=1[] b=2 1={"b":2}[] a=[1,{"b":2}] ={"1":3,"a":[1,{"b":2}]}
console.log(JSON.stringify(JSON.parse('[1,2,3]', (k, v) => v === 2 ? undefined : v)), JSON.stringify(JSON.parse('{"a":1,"b":2}', (k, v) => k === 'a' ? undefined : v))); // expect: [1,null,3] {"b":2}
console.log(JSON.parse('{"a":1}', (k, v) => k ? v + 1 : v.a)); // expect: 2
// The source text of primitive values.
const sources = [];
JSON.parse(' [1.0, "a\\u0041", true, null, -0, {"x": 1e3}, []]', (k, v, c) => { sources.push(k + ':' + ('source' in c ? c.source : Object.keys(c).length)); return v; });
console.log(sources.join(' ')); // expect: 0:1.0 1:"a\u0041" 2:true 3:null 4:-0 x:1e3 5:0 6:0 :0
console.log(JSON.parse('12345678901234567890', (k, v, { source }) => BigInt(source))); // expect: 12345678901234567890n
// Not when the value has been replaced.
const seen = [];
JSON.parse('{"a":1,"b":2,"c":[3,4]}', function (k, v, c) { if (k === 'a') { this.b = 20; this.c = [3, 5]; } seen.push(k + ':' + c.source); return v; });
console.log(seen.join(' ')); // expect: a:1 b:undefined 0:undefined 1:undefined c:undefined :undefined
const same = [];
JSON.parse('{"a":1,"b":2}', function (k, v, c) { if (k === 'a') this.b = 2; same.push(c.source); return v; });
console.log(same.join(' ')); // expect: 1 2 
// The last of repeated keys counts.
JSON.parse('{"a":1,"a":2.0}', (k, v, c) => { if (k) console.log(k, v, c.source); return v; }); // expect: a 2 2.0
// Depth ends in a RangeError.
try { JSON.parse('['.repeat(100000) + ']'.repeat(100000), (k, v) => v); } catch (e) { console.log(e.name); } // expect: RangeError
