// Buffers: numbers of fixed and of given width.
const same = (actual, expected, what) => {
  const text = (value) => JSON.stringify(value, (_, v) => (typeof v === 'bigint' ? `${v}n` : Object.is(v, -0) ? '-0' : v !== v ? 'NaN' : v));
  if (text(actual) !== text(expected)) throw new Error(`${what}: ${text(actual)} instead of ${text(expected)}`);
};
const fails = (run, name, code, message) => {
  try { run(); } catch (e) { same([e.name, e.code, e.message], [name, code, message], String(run)); return; }
  throw new Error(`nothing thrown: ${run}`);
};
const b = Buffer.from([1, 2, 253, 254, 255, 128, 7, 8, 9, 10, 200]);
const view = new DataView(b.buffer, b.byteOffset, b.length);
const kinds = [['Int8', 1], ['UInt8', 1], ['Int16', 2], ['UInt16', 2], ['Int32', 4], ['UInt32', 4], ['Float', 4], ['Double', 8], ['BigInt64', 8], ['BigUInt64', 8]];
for (const [kind, width] of kinds) {
  for (const order of width === 1 ? [''] : ['LE', 'BE']) {
    const method = kind.replace('UInt', 'Uint').replace('Float', 'Float32').replace('Double', 'Float64');
    for (let at = 0; at + width <= b.length; at++) {
      const wanted = view[`get${method}`](at, order === 'LE');
      same(b[`read${kind}${order}`](at), wanted, `read${kind}${order}(${at})`);
      const target = Buffer.alloc(b.length);
      same([target[`write${kind}${order}`](wanted, at), target[`read${kind}${order}`](at)], [at + width, wanted], `write${kind}${order}(${at})`);
    }
    const most = b.length - width;
    for (const at of [most + 1, -1, Infinity]) {
      fails(() => b[`read${kind}${order}`](at), 'RangeError', 'ERR_OUT_OF_RANGE', `The value of "offset" is out of range. It must be >= 0 and <= ${most}. Received ${at}`);
    }
    fails(() => b[`read${kind}${order}`](1.5), 'RangeError', 'ERR_OUT_OF_RANGE', 'The value of "offset" is out of range. It must be an integer. Received 1.5');
    fails(() => b[`read${kind}${order}`]('1'), 'TypeError', 'ERR_INVALID_ARG_TYPE', 'The "offset" argument must be of type number. Received type string (\'1\')');
    fails(() => b[`write${kind}${order}`](kind.startsWith('Big') ? 1n : 1, most + 1), 'RangeError', 'ERR_OUT_OF_RANGE', `The value of "offset" is out of range. It must be >= 0 and <= ${most}. Received ${most + 1}`);
    fails(() => Buffer.alloc(width - 1)[`read${kind}${order}`](), 'RangeError', 'ERR_BUFFER_OUT_OF_BOUNDS', 'Attempt to access memory outside buffer bounds');
    if (kind.includes('UInt')) same(b[`read${kind}${order}`] === b[`read${method}${order}`], true, 'alias');
  }
}
const w = Buffer.alloc(10);
for (const [method, value, range, shown = value] of [
  ['writeUInt8', 256, '>= 0 and <= 255'], ['writeInt8', -129, '>= -128 and <= 127'], ['writeUInt16LE', 65536, '>= 0 and <= 65535'], ['writeInt16BE', 32768, '>= -32768 and <= 32767'],
  ['writeUInt32LE', -1, '>= 0 and <= 4294967295'], ['writeInt32LE', 2 ** 31, '>= -2147483648 and <= 2147483647'],
  ['writeBigUInt64LE', -1n, '>= 0n and < 2n ** 64n', '-1n'], ['writeBigInt64BE', 2n ** 63n, '>= -(2n ** 63n) and < 2n ** 63n', '9_223_372_036_854_775_808n'],
]) fails(() => w[method](value), 'RangeError', 'ERR_OUT_OF_RANGE', `The value of "value" is out of range. It must be ${range}. Received ${shown}`);
same([w.writeUInt8('5'), w[0], w.writeUInt8(NaN), w[0], w.writeUInt8(1.9), w[0], w.writeInt16LE(-2.5), w.readInt16LE(), w.writeFloatLE('x'), w.readFloatLE(), w.writeFloatBE(1e300), w.readFloatBE(), w.writeDoubleLE(-0), w.readDoubleLE()],
  [1, 5, 1, 0, 1, 1, 2, -2, 4, NaN, 4, Infinity, 8, -0], 'conversion');
fails(() => w.writeBigInt64LE(5), 'TypeError', undefined, 'Cannot mix BigInt and other types, use explicit conversions');

// 1 to 6 bytes.
for (const order of ['LE', 'BE']) {
  for (let width = 1; width <= 6; width++) {
    for (const value of [0, 1, 100, 2 ** (8 * width - 1) - 1, -1, -100, -(2 ** (8 * width - 1))]) {
      w.fill(0);
      same([w[`writeInt${order}`](value, 2, width), w[`readInt${order}`](2, width), w[2 + width]], [2 + width, value, 0], `int ${order} ${width}`);
      const positive = value < 0 ? value + 2 ** (8 * width) : value;
      same([w[`readUInt${order}`](2, width), w[`writeUint${order}`](positive, 2, width), w[`readUint${order}`](2, width)], [positive, 2 + width, positive], `uint ${order} ${width}`);
    }
  }
}
same([b.readUIntLE(1, 5), b.readUIntBE(0, 3), b.readIntBE(2, 2)], [554050714882, 66301, -514], 'some bytes');
for (const [run, name, code, message] of [
  [() => b.readUIntLE(0, 7), 'RangeError', 'ERR_OUT_OF_RANGE', 'The value of "byteLength" is out of range. It must be >= 1 and <= 6. Received 7'],
  [() => b.readUIntLE(9, 6), 'RangeError', 'ERR_OUT_OF_RANGE', 'The value of "offset" is out of range. It must be >= 0 and <= 5. Received 9'],
  [() => b.readIntBE(0), 'TypeError', 'ERR_INVALID_ARG_TYPE', 'The "byteLength" argument must be of type number. Received undefined'],
  [() => b.readIntBE(), 'TypeError', 'ERR_INVALID_ARG_TYPE', 'The "offset" argument must be of type number. Received undefined'],
  [() => w.writeUIntLE(300, 0, 1), 'RangeError', 'ERR_OUT_OF_RANGE', 'The value of "value" is out of range. It must be >= 0 and <= 255. Received 300'],
  [() => w.writeIntBE(2 ** 47, 0, 6), 'RangeError', 'ERR_OUT_OF_RANGE', 'The value of "value" is out of range. It must be >= -(2 ** 47) and < 2 ** 47. Received 140_737_488_355_328'],
  [() => w.writeUIntLE(-5e9, 0, 5), 'RangeError', 'ERR_OUT_OF_RANGE', 'The value of "value" is out of range. It must be >= 0 and < 2 ** 40. Received -5_000_000_000'],
]) fails(run, name, code, message);
