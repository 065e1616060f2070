// Text in bytes, base64, structured clones, digests, listeners of events.
//
// Where Node departs from the standards, and the vm does not, the cases keep away:
// - windows-1252 is decoded as Latin-1.
// - Passive listeners can prevent the default; removeEventListener takes `true` for no capture; eventPhase is 0 for some
//   listeners; listeners that are added during a dispatch are called by it.
// - The cause of an error that leads back to the error cannot be deserialized.
// - Symbols, functions and what else cannot be cloned are named in other words, so only the error's name counts.
// - AggregateErrors and DOMExceptions lose their errors and their class when they are cloned.

const crypto = require('crypto');

const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
function outcome(make) {
  try {
    return make();
  } catch (error) {
    return `${error.constructor.name} ${error.name} ${error.code}`;
  }
}

// --- bytes that are often UTF-8, and often nearly
const leads = [0x41, 0x7f, 0x80, 0xbf, 0xc2, 0xdf, 0xe0, 0xe2, 0xed, 0xef, 0xf0, 0xf1, 0xf4, 0xf8, 0xfe, 0xff];
function someBytes() {
  return Uint8Array.from(repeat(0, 12, () => pickWeighted([[3, () => [pick(leads)]], [2, () => [0x80 + below(0x40)]], [1, () => [below(256)]],
    [1, () => [0xef, 0xbb, 0xbf]], [2, () => [...Buffer.from(String.fromCodePoint(below(0x110000)))]]])()).flat());
}

const cases = {
  decode() {
    const bytes = someBytes(), label = pick(['utf-8', 'utf-8', 'utf-16le', 'utf-16be']);
    const options = { fatal: chance(40), ignoreBOM: chance(50) };
    return [`${label} ${hex(bytes)} ${show(options)}`, outcome(() => show(new TextDecoder(label, options).decode(bytes)))];
  },
  stream() {
    const bytes = someBytes(), label = pick(['utf-8', 'utf-8', 'utf-16le', 'utf-16be']);
    const decoder = new TextDecoder(label, { ignoreBOM: chance(50) }), parts = [];
    const text = [];
    for (let at = 0; at < bytes.length;) {
      const part = bytes.subarray(at, at += 1 + below(4));
      parts.push(hex(part));
      text.push(decoder.decode(part, { stream: true }));
    }
    text.push(decoder.decode());
    return [`${label} ${parts.join(' ')}`, show(text.join(''))];
  },
  encode() {
    const text = String.fromCharCode(...repeat(0, 12, () => pick([below(128), below(256), below(0x800), below(0x10000), 0xd800 + below(0x800)])));
    const target = new Uint8Array(below(20)), encoder = new TextEncoder();
    return [show(text), `${hex(encoder.encode(text))} ${show(encoder.encodeInto(text, target))} ${hex(target)}`];
  },
  base64() {
    const text = repeat(0, 10, () => pick(['A', 'b', '9', '+', '/', '=', '=', ' ', '\n', '-', '\u00e9', 'z', '\u20ac'])).join('');
    return [show(text), `${outcome(() => show(atob(text)))} ${outcome(() => btoa(text))}`];
  },
  digest() {
    const bytes = Uint8Array.from(repeat(0, 300, () => below(256))), name = pick(['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512']);
    const at = below(bytes.length + 1), keyed = chance(50);
    const hash = keyed ? crypto.createHmac(name, bytes.subarray(0, below(200))) : crypto.createHash(name);
    return [`${name} ${keyed} ${hex(bytes)}`, hash.update(bytes.subarray(0, at)).update(bytes.subarray(at)).digest(pick(['hex', 'base64', 'base64url']))];
  },
  clone() {
    const graph = makeGraph(), value = graph[0];
    return [`graph of ${graph.length}`, outcome(() => describe(structuredClone(value)))];
  },
  events() {
    const target = new EventTarget(), log = [], listeners = [];
    for (let i = 0; i < 4; i++) {
      listeners.push((event) => {
        log.push(i);
        if (chance(30)) change(0);
        if (chance(10)) event.stopImmediatePropagation();
        if (chance(10)) event.preventDefault();
      });
    }
    const steps = [];
    function change(adding) {
      const which = below(4), type = pick('xy'), capture = chance(30);
      steps.push(`${which}${type}${capture}`);
      if (chance(adding)) target.addEventListener(type, listeners[which], { capture, once: chance(30) });
      else target.removeEventListener(type, listeners[which], { capture });
    }
    for (let i = 0; i < 12; i++) {
      if (chance(60)) change(60);
      else log.push(target.dispatchEvent(new Event(pick('xy'), { cancelable: chance(50) })));
    }
    return [steps.join(), log.join()];
  },
};

// A list of values that refer to each other.
function makeGraph() {
  const all = [];
  const any = () => (all.length && chance(60) ? pick(all) : pick([1, 'text', null, undefined, true, -0, NaN, 12n, 1.5]));
  const makers = [
    () => ({}), () => [], () => new Map(), () => new Set(), () => new Date(below(1e9)), () => /a+/g, () => Object('boxed'), () => Object(7),
    () => new Uint8Array([1, 2, 3]).subarray(below(3)), () => new ArrayBuffer(below(8)), () => new RangeError('text', { cause: [below(9)] }),
    () => Object.assign(Object.create({ inherited: 1 }), { own: 1 }), () => new Float64Array(below(4)),
  ];
  for (let i = 1 + below(8); i > 0; i--) all.push(pick(makers)());
  if (chance(5)) all.push(pick([() => {}, Symbol('s'), new WeakMap(), Promise.resolve()]));
  for (let i = below(16); i > 0; i--) {
    const holder = pick(all), value = any();
    if (holder instanceof Map) holder.set(any(), value);
    else if (holder instanceof Set) holder.add(value);
    else if (Array.isArray(holder)) holder[below(6)] = value;
    else if (Object(holder) === holder && typeof holder !== 'function' && !ArrayBuffer.isView(holder)) {
      const key = pick(['a', 'b', '3', 'own', Symbol.iterator]);
      if (chance(15)) Reflect.defineProperty(holder, key, { get: () => value, enumerable: chance(70), configurable: true });
      else if (!(key in holder) || chance(20)) try { holder[key] = value; } catch {}
    }
  }
  return all.reverse();
}

// All that a clone shows, with a number for each object.
function describe(value, seen = new Map()) {
  if (Object(value) !== value) return show(value);
  if (seen.has(value)) return `#${seen.get(value)}`;
  seen.set(value, seen.size);
  const inner = (v) => describe(v, seen);
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  const parts = [];
  if (value instanceof Map) for (const [k, v] of value) parts.push(`${inner(k)} => ${inner(v)}`);
  if (value instanceof Set) for (const v of value) parts.push(inner(v));
  if (ArrayBuffer.isView(value)) parts.push(value.byteOffset, value.byteLength, inner(value.buffer));
  if (value instanceof ArrayBuffer) parts.push(hex(new Uint8Array(value)));
  if (kind === 'Date') parts.push(value.getTime());
  if (kind === 'RegExp') parts.push(String(value));
  if (['Number', 'String', 'Boolean'].includes(kind)) parts.push(show(value.valueOf()));
  if (value instanceof Error) parts.push(value.name, value.message);
  for (const key of Reflect.ownKeys(value)) {
    if (key === 'stack' || ArrayBuffer.isView(value) || kind === 'String') continue;
    const { value: v, enumerable } = Object.getOwnPropertyDescriptor(value, key);
    parts.push(`${String(key)}${enumerable ? '' : '*'}: ${inner(v)}`);
  }
  return `${kind}{${parts.join(', ')}}`;
}

const kinds = Object.keys(cases);
for (let i = 0; i < COUNT; i++) {
  state = (SEED * 7919 + i * 104729 + 1) >>> 0; // what one case does must not change the next ones
  for (let k = 0; k < 20; k++) below(2);
  const kind = pick(kinds), [input, result] = cases[kind]();
  console.log(`${kind}\t${input}\t${result}`);
}
