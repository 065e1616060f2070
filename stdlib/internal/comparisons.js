'use strict';
// Deep comparison, as assert.deepEqual (loose), assert.deepStrictEqual, util.isDeepStrictEqual (strict) and
// assert.partialDeepStrictEqual (partial) document it.
//
//     strict   primitives by Object.is, equal prototypes and enumerable symbol keys
//     loose    primitives by ==, but NaN equals NaN; prototypes and symbol keys do not matter
//     partial  strict, but the first value may have more than the second one asks for
//
// What two objects are inside (time, pattern, bytes, entries) is compared by their kind; then their own enumerable
// properties. Comparing a pair that is being compared already, further out, says "equal": cycles end there.

const {
  isAnyArrayBuffer, isArrayBufferView, isBoxedPrimitive, isDate, isFloat32Array, isFloat64Array, isMap, isNativeError,
  isRegExp, isSet, isTypedArray, isSymbolObject, isStringObject, isNumberObject,
  isBigIntObject,
} = native('types');
const { innerValue, namedKeys } = native('util');

const STRICT = 'strict';
const LOOSE = 'loose';
const PARTIAL = 'partial';

const { hasOwn, is, keys: ownKeys, getPrototypeOf, getOwnPropertySymbols } = Object;
const enumerable = (object, key) => Object.prototype.propertyIsEnumerable.call(object, key);
const tagOf = (object) => Object.prototype.toString.call(object);
const isObject = (value) => value !== null && typeof value === 'object';

// --- insides

function sameBytes(a, b) {
  if (a.byteLength !== b.byteLength) return false;
  const left = isAnyArrayBuffer(a) ? new Uint8Array(a) : new Uint8Array(a.buffer, a.byteOffset, a.byteLength);
  const right = isAnyArrayBuffer(b) ? new Uint8Array(b) : new Uint8Array(b.buffer, b.byteOffset, b.byteLength);
  for (let i = 0; i < left.length; i++) if (left[i] !== right[i]) return false;
  return true;
}

function sameView(a, b, mode) {
  if (mode === LOOSE && (isFloat32Array(a) || isFloat64Array(a))) { // 0 and -0 are equal, NaN is not
    if (a.length !== b.length) return false;
    for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
    return true;
  }
  if (mode === PARTIAL && isTypedArray(a)) {
    if (a.length < b.length) return false;
    return sameBytes(a.subarray(0, b.length), b);
  }
  return sameBytes(a, b);
}

function sameBoxed(a, b) {
  for (const kind of [isNumberObject, isStringObject, isBigIntObject, isSymbolObject]) {
    if (kind(a) || kind(b)) return kind(a) && kind(b) && is(innerValue(a), innerValue(b));
  }
  return isBoxedPrimitive(b) && innerValue(a) === innerValue(b);
}

// --- sets and maps. Primitive members are looked up; objects have to be tried against each other.

// What a primitive member may loosely equal in another collection, when it is not in there itself: true: some other
// primitive, nobody knows which; false: nothing; else the one value.
function looseCounterpart(value) {
  if (value === undefined) return null;
  if (value === null) return undefined;
  if (typeof value === 'symbol') return false;
  return typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint' ? true : !Number.isNaN(+String(value));
}

function mayBeLooselyIn(value, a, b) {
  const other = looseCounterpart(value);
  return typeof other === 'boolean' ? other : b.has(other) && !a.has(other);
}

// Takes one member out of `candidates` that equals the value. False: there is none.
function takeEqual(candidates, value, equal) {
  for (const candidate of candidates) {
    if (equal(candidate, value)) return candidates.delete(candidate);
  }
  return false;
}

function sameSets(a, b, mode, seen) {
  const candidates = new Set(); // members of a that are not simply in b
  for (const value of a) {
    if (isObject(value)) {
      candidates.add(value);
    } else if (!b.has(value)) {
      if (mode === PARTIAL) continue;
      if (mode === STRICT || !mayBeLooselyIn(value, a, b)) return false;
      candidates.add(value);
    }
  }
  const equal = (left, right) => deepEqual(left, right, mode, seen);
  for (const value of b) {
    if (isObject(value) || (mode === LOOSE && !a.has(value))) {
      if (candidates.has(value) ? !candidates.delete(value) : !takeEqual(candidates, value, equal)) return false;
    } else if (!a.has(value)) {
      return false;
    }
  }
  return mode === PARTIAL || candidates.size === 0;
}

function sameMaps(a, b, mode, seen) {
  const candidates = new Set(); // keys of a whose entries are not simply in b
  for (const [key, value] of a) {
    if (isObject(key)) {
      candidates.add(key);
    } else if (!b.has(key) || !deepEqual(value, b.get(key), mode, seen)) {
      if (mode === PARTIAL && !b.has(key)) continue;
      if (mode !== LOOSE || !mayBeLooselyIn(key, a, b)) return false;
      candidates.add(key);
    }
  }
  for (const [key, value] of b) {
    const simple = !isObject(key) && a.has(key) && (mode !== LOOSE || deepEqual(a.get(key), value, mode, seen));
    if (simple) continue;
    const equal = (left, right) => deepEqual(left, right, mode, seen) && deepEqual(a.get(left), value, mode, seen);
    if ((mode !== LOOSE && !isObject(key)) || !takeEqual(candidates, key, equal)) return false;
  }
  return mode === PARTIAL || candidates.size === 0;
}

// --- properties

function sameElements(a, b, mode, seen) {
  const length = mode === PARTIAL ? b.length : a.length;
  for (let i = 0; i < length; i++) {
    if (hasOwn(a, i)) {
      if (hasOwn(b, i) ? !deepEqual(a[i], b[i], mode, seen) : mode !== PARTIAL) return false;
    } else if (hasOwn(b, i)) {
      return false;
    } else { // a hole in both: what is left may be sparse, so go by the keys
      const rest = ownKeys(a);
      const others = ownKeys(b);
      if (mode !== PARTIAL && rest.length !== others.length) return false;
      for (const key of others) {
        if (!hasOwn(a, key) || !deepEqual(a[key], b[key], mode, seen)) return false;
      }
      return true;
    }
  }
  return true;
}

// The keys to be compared; undefined: they already differ.
function comparedKeys(a, b, mode, named) {
  let keys;
  let others;
  if (named) { // what arrays have beside their elements
    keys = namedKeys(a).filter((key) => typeof key === 'string');
    others = namedKeys(b).filter((key) => typeof key === 'string');
  } else {
    keys = ownKeys(a);
    others = ownKeys(b);
  }
  if (mode === LOOSE ? keys.length !== others.length : false) return undefined;
  if (mode !== LOOSE) {
    for (const symbol of getOwnPropertySymbols(a)) if (enumerable(a, symbol)) keys.push(symbol);
    for (const symbol of getOwnPropertySymbols(b)) if (enumerable(b, symbol)) others.push(symbol);
    if (mode === PARTIAL ? keys.length < others.length : keys.length !== others.length) return undefined;
  }
  for (const key of others) if (!enumerable(a, key)) return undefined;
  return others;
}

// Elements, entries and properties of two objects whose kinds are equal.
function sameContent(a, b, mode, seen, kind) {
  const keys = comparedKeys(a, b, mode, kind === 'array' || kind === 'view');
  if (keys === undefined) return false;
  if (keys.length === 0 && (kind === 'object' || kind === 'view')) return true;
  const outerLeft = seen.left.get(a);
  const outerRight = seen.right.get(b);
  if (outerLeft !== undefined && outerRight !== undefined) return true;
  const number = seen.count++;
  seen.left.set(a, number);
  seen.right.set(b, number);
  const equal = (kind === 'array' ? sameElements(a, b, mode, seen)
    : kind === 'set' ? sameSets(a, b, mode, seen)
      : kind === 'map' ? sameMaps(a, b, mode, seen) : true) &&
    keys.every((key) => deepEqual(a[key], b[key], mode, seen));
  if (outerLeft === undefined) seen.left.delete(a);
  else seen.left.set(a, outerLeft);
  if (outerRight === undefined) seen.right.delete(b);
  else seen.right.set(b, outerRight);
  return equal;
}

// An own property that is not enumerable.
function sameHidden(a, b, key, mode, seen) {
  if (!hasOwn(b, key)) return mode === PARTIAL || !hasOwn(a, key);
  return hasOwn(a, key) && deepEqual(a[key], b[key], mode, seen);
}

function fits(a, b, mode) {
  return mode === PARTIAL ? a >= b : a === b;
}

function sameObjects(a, b, mode, seen) {
  if (tagOf(a) !== tagOf(b)) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || !fits(a.length, b.length, mode)) return false;
    return sameContent(a, b, mode, seen, 'array');
  }
  if (isDate(a)) {
    if (!isDate(b) || innerValue(a) !== innerValue(b)) return false;
  } else if (isRegExp(a)) {
    if (!isRegExp(b) || a.source !== b.source || a.flags !== b.flags || a.lastIndex !== b.lastIndex) return false;
  } else if (isNativeError(a) || a instanceof Error) { // their message and name are not enumerable
    if ((!isNativeError(b) && !(b instanceof Error)) || a.message !== b.message || a.name !== b.name ||
        !sameHidden(a, b, 'cause', mode, seen) || !sameHidden(a, b, 'errors', mode, seen)) {
      return false;
    }
  } else if (isArrayBufferView(a)) {
    return isArrayBufferView(b) && sameView(a, b, mode) && sameContent(a, b, mode, seen, 'view');
  } else if (isSet(a)) {
    return isSet(b) && fits(a.size, b.size, mode) && sameContent(a, b, mode, seen, 'set');
  } else if (isMap(a)) {
    return isMap(b) && fits(a.size, b.size, mode) && sameContent(a, b, mode, seen, 'map');
  } else if (isAnyArrayBuffer(a)) {
    if (!isAnyArrayBuffer(b) || !sameBytes(a, b)) return false;
  } else if (isBoxedPrimitive(a)) {
    if (!sameBoxed(a, b)) return false;
  } else if (isDate(b) || isRegExp(b) || isNativeError(b) ||
             isArrayBufferView(b) || isSet(b) || isMap(b) || isAnyArrayBuffer(b) || isBoxedPrimitive(b)) {
    return false;
  }
  return sameContent(a, b, mode, seen, 'object');
}

function deepEqual(a, b, mode, seen) {
  if (a === b) return a !== 0 || mode === LOOSE || is(a, b);
  if (!isObject(a) || !isObject(b)) {
    if (mode !== LOOSE) return a !== a && b !== b;
    // eslint-disable-next-line eqeqeq
    return !isObject(a) && !isObject(b) && (a == b || (a !== a && b !== b));
  }
  if (mode !== LOOSE && getPrototypeOf(a) !== getPrototypeOf(b)) return false;
  return sameObjects(a, b, mode, seen);
}

const compare = (a, b, mode) => deepEqual(a, b, mode, { left: new Map(), right: new Map(), count: 0 });

module.exports = {
  isDeepEqual: (a, b) => compare(a, b, LOOSE),
  isDeepStrictEqual: (a, b) => compare(a, b, STRICT),
  isPartialStrictEqual: (a, b) => compare(a, b, PARTIAL),
};
