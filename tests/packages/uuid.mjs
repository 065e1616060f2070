// uuid: name-based and given identifiers, parsing, validation, buffers, order; what is random has the right form.
import { createRequire } from 'node:module';
import { NIL, MAX, parse, stringify, v1, v1ToV6, v3, v4, v5, v6, v6ToV1, v7, validate, version } from 'uuid';
import * as all from 'uuid';

let commonjs;
try { commonjs = createRequire(import.meta.url)('uuid'); } catch (error) { commonjs = { code: error.code }; }
console.log(Object.keys(all).join(), Object.keys(commonjs).length);
const DNS = v5.DNS, URL_ = v5.URL;
console.log(v5('hello.example.com', DNS), v3('hello.example.com', v3.DNS), v5('http://example.com/hello', URL_), v3('ü☺😀', URL_), v5('', NIL), v5(new Uint8Array([1, 2, 3]), parse(DNS)));
const random = Uint8Array.from({ length: 16 }, (_, i) => i * 17);
const fixed = { random, msecs: Date.UTC(2024, 0, 2, 3, 4, 5), nsecs: 5678, clockseq: 0x1234, node: Uint8Array.of(1, 0x23, 0x45, 0x67, 0x89, 0xab) };
console.log(v1(fixed), v6(fixed), v4({ random }), v7({ random, msecs: fixed.msecs, seq: 0x7edcba }), v4({ rng: () => random.slice() }));
console.log(v1ToV6(v1(fixed)) === v6(fixed), v6ToV1(v6(fixed)), v1ToV6('f1207660-21d2-11ef-8c4f-419efbd44d48'), v6ToV1(parse(v6(fixed))));
const bytes = parse('6ec0bd7f-11c0-43da-975e-2a8ad9ebae0b');
console.log([...bytes], stringify(bytes), stringify([0, ...bytes], 1), bytes.constructor.name);
const buffer = new Uint8Array(40);
console.log(v4({ random }, buffer, 4) === buffer, v5('x', DNS, buffer, 20).join(), v7({ random, msecs: 1, seq: 2 }, new Uint8Array(16)).join());
for (const id of [NIL, MAX, v1(), v3('a', DNS), v4(), v5('a', DNS), v6(), v7(), '6EC0BD7F-11C0-43DA-975E-2A8AD9EBAE0B', 'not', '6ec0bd7f-11c0-93da-975e-2a8ad9ebae0b', '', 5, null, '6ec0bd7f11c043da975e2a8ad9ebae0b', ' 6ec0bd7f-11c0-43da-975e-2a8ad9ebae0b']) {
  let number;
  try { number = version(id); } catch (error) { number = `${error.name} ${error.message}`; }
  console.log(validate(id), number);
}
for (const bad of [() => parse('x'), () => stringify([1, 2]), () => v5('a', 'bad'), () => v3('a'), () => v4({ random: random.slice(0, 5) }), () => v4({}, buffer, 30), () => v7({ random }, buffer, -1)]) {
  try { console.log(bad()); } catch (error) { console.log(error.name, error.message); }
}
const ids = Array.from({ length: 2000 }, () => v7());
console.log(ids.every((id, i) => !i || ids[i - 1] < id), new Set(ids.concat(Array.from({ length: 2000 }, () => v4()))).size, ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)));
const times = Array.from({ length: 500 }, () => v1());
console.log(new Set(times).size, new Set(times.map((id) => id.slice(24))).size, times.map(v1ToV6).every((id, i, list) => !i || list[i - 1] < id));
let hash = 0;
for (let i = 0; i < 1000; i++) for (const byte of parse(v5(`name ${i}`, DNS))) hash = (hash * 31 + byte) | 0;
console.log(hash);
