// ajv: compiled validators of several drafts, all errors, references, keywords, formats, defaults, coercion, standalone code.
const Ajv = require('ajv');
const Ajv2020 = require('ajv/dist/2020');
const Ajv2019 = require('ajv/dist/2019');
const AjvJtd = require('ajv/dist/jtd');
const standaloneCode = require('ajv/dist/standalone').default;

const ajv = new Ajv({ allErrors: true, verbose: false, strict: false, $data: true });
ajv.addFormat('even', { type: 'number', validate: (n) => n % 2 === 0 });
ajv.addFormat('slug', /^[a-z0-9]+(?:-[a-z0-9]+)*$/);
ajv.addKeyword({ keyword: 'range', type: 'number', schemaType: 'array', compile: ([low, high]) => (n) => n >= low && n <= high, errors: false });
ajv.addSchema({ $id: 'http://example.com/defs.json', definitions: { positive: { type: 'integer', exclusiveMinimum: 0 }, node: { type: 'object', properties: { value: { $ref: '#/definitions/positive' }, next: { $ref: '#/definitions/node' } }, required: ['value'] } } });
const schema = {
  $id: 'http://example.com/order.json', type: 'object', required: ['id', 'items', 'kind'], additionalProperties: false,
  properties: {
    id: { type: 'string', format: 'slug', minLength: 3, maxLength: 8 },
    kind: { enum: ['a', 'b', { c: 1 }] },
    items: { type: 'array', minItems: 1, maxItems: 3, uniqueItems: true, items: { oneOf: [{ type: 'number', multipleOf: 0.5 }, { type: 'string', pattern: '^\\p{Lu}' }] } },
    low: { type: 'number' }, high: { type: 'number', minimum: { $data: '1/low' } },
    even: { type: 'number', format: 'even', range: [0, 10] },
    chain: { $ref: 'defs.json#/definitions/node' },
    tuple: { type: 'array', items: [{ const: 1 }, { type: 'boolean' }], additionalItems: false, contains: { const: true } },
    map: { type: 'object', patternProperties: { '^n_': { type: 'number' } }, propertyNames: { maxLength: 5 }, minProperties: 1 },
    nothing: { not: { type: 'null' }, anyOf: [{ type: 'null' }, { type: ['string', 'array'] }] },
  },
  if: { properties: { kind: { const: 'a' } } }, then: { required: ['low'] }, else: { required: ['even'] },
  dependencies: { high: ['low'], map: { required: ['tuple'] } },
};
const validate = ajv.compile(schema);
const samples = [
  { id: 'abc-1', kind: 'a', items: [1, 'X', 2.5], low: 1, high: 2, chain: { value: 1, next: { value: 2 } }, nothing: 'x' },
  { id: 'A', kind: 'z', items: [1, 1, 0.3, 'x'], high: 1, low: 5, even: 13, extra: true, nothing: null },
  { id: 'x-y', kind: { c: 1 }, items: [], tuple: [2, 1, 3], map: { n_a: 'x', toolong: 1 }, chain: { next: { value: -1 } } },
  { id: 5, kind: 'b', items: {}, even: 4, map: {} }, null, [],
];
for (const sample of samples) {
  console.log(validate(sample));
  for (const e of validate.errors ?? []) console.log('  ', e.instancePath, e.schemaPath, e.keyword, e.message, JSON.stringify(e.params));
}
validate(samples[3]);
console.log(ajv.errorsText(), '|', ajv.errorsText(validate.errors, { separator: '; ', dataVar: 'order' }));
const coercing = new Ajv({ coerceTypes: 'array', useDefaults: true, removeAdditional: 'all' });
const data = { n: '12', b: 'true', list: 'one', s: 5, nil: '', junk: 1, sub: {} };
console.log(coercing.validate({ type: 'object', properties: { n: { type: 'integer' }, b: { type: 'boolean' }, list: { type: 'array', items: { type: 'string' } }, s: { type: 'string' }, nil: { type: 'null' }, d: { default: { x: [1] } }, sub: { type: 'object', properties: { q: { type: 'number', default: 7 } } } } }, data), data);
const modern = new Ajv2020({ allErrors: true, strict: false }).compile({ $id: 'tree', $dynamicAnchor: 'node', type: 'object', properties: { v: true, kids: { type: 'array', items: { $dynamicRef: '#node' } } }, unevaluatedProperties: false, dependentRequired: { v: ['kids'] }, prefixItems: [{}] });
console.log(modern({ v: 1, kids: [{ kids: [] }] }), modern({ v: 1, kids: [{ w: 1 }] }), modern.errors);
console.log(new Ajv2019().validate({ $recursiveAnchor: true, properties: { a: { minContains: 2, contains: { type: 'number' } } } }, { a: [1, 'x'] }));
const jtd = new AjvJtd(), type = { properties: { a: { type: 'uint8' }, t: { type: 'timestamp' } }, optionalProperties: { e: { enum: ['x', 'y'] }, l: { elements: { type: 'float64' } } } };
console.log(jtd.compileSerializer(type)({ a: 5, t: new Date(0), e: 'x', l: [1.5, 2] }), jtd.compileParser(type)('{"a":300,"t":"x"}'), jtd.compile(type)({ a: 256, t: 'no' }));
for (const bad of [{ type: 'strange' }, { $ref: '#/nowhere' }, { minimum: 'x' }, { unknown: 1, $schema: 'http://other' }, { pattern: '(' }]) {
  try { new Ajv().compile(bad); console.log('compiled'); } catch (error) { console.log(error.constructor.name, error.message, error.missingRef); }
}
const code = standaloneCode(new Ajv({ code: { source: true } }), new Ajv({ code: { source: true } }).compile({ type: 'object', properties: { s: { type: 'string', minLength: 2 } } }));
const module_ = { exports: {} };
new Function('module', 'exports', 'require', code)(module_, module_.exports, require);
console.log(code.length, module_.exports({ s: 'x' }), module_.exports.errors[0].message, module_.exports({ s: '𝒳𝒳' }));
new Ajv({ loadSchema: async (uri) => ({ $id: uri, type: 'string' }) }).compileAsync({ properties: { a: { $ref: 'http://x/y' } } }).then((v) => console.log(v({ a: 1 }), v.errors[0].schemaPath));
let count = 0;
for (let i = 0; i < 3000; i++) count += validate({ id: `a-${i}`, kind: 'b', items: [i, `X${i}`], even: i % 12 });
console.log(count);
