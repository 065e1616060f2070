// zod: schemas of all kinds, errors, transforms, unions, recursion, JSON Schema; versions 4 and 3 of its interface.
import { createRequire } from 'node:module';
import { z } from 'zod';
import * as mini from 'zod/mini';
import { z as z3 } from 'zod/v3';

const commonjs = createRequire(import.meta.url)('zod');
console.log(commonjs.z.string().parse('x'), Object.keys(z).length > 100);

const report = (schema, value) => {
  const result = schema.safeParse(value);
  return result.success ? result.data : result.error.issues;
};
const User = z.object({
  id: z.uuid(),
  name: z.string().trim().min(2).max(10).regex(/^[a-z ]+$/i),
  age: z.coerce.number().int().positive().optional(),
  email: z.email(),
  roles: z.array(z.enum(['admin', 'user'])).nonempty().default(['user']),
  address: z.strictObject({ street: z.string(), zip: z.string().length(5) }).partial(),
  birthday: z.iso.date().transform((text) => new Date(text)).pipe(z.date().max(new Date('2020-01-01'))),
  extra: z.record(z.string(), z.union([z.number(), z.boolean(), z.null()])).nullish(),
});
console.log(report(User, { id: '3fa85f64-5717-4562-b3fc-2c963f66afa6', name: '  Ann Lee ', age: '42', email: 'a@b.co', address: { zip: '12345' }, birthday: '1999-12-31', extra: { a: 1, b: null }, unknown: 1 }));
console.log(report(User, { id: 'x', name: 'A', age: -1.5, email: 'no', roles: ['root'], address: { zip: '1', other: 1 }, birthday: '2024-05-05', extra: { a: 'x' } }));
const failed = User.safeParse({});
console.log(z.prettifyError(failed.error), z.flattenError(failed.error), z.treeifyError(failed.error), failed.error.message.length, failed.error.name);

const Shape = z.discriminatedUnion('kind', [z.object({ kind: z.literal('circle'), r: z.number() }), z.object({ kind: z.literal(['square', 'rect']), side: z.number() })]);
console.log(report(Shape, { kind: 'circle', r: 2 }), report(Shape, { kind: 'rect', side: '1' }), report(Shape, { kind: 'dot' }));
const Tree = z.object({ value: z.number(), get children() { return z.array(Tree); } });
console.log(report(Tree, { value: 1, children: [{ value: 2, children: [] }, { value: 'x', children: [] }] }));
const strict = z.object({ password: z.string().min(3), again: z.string() }).refine((v) => v.password === v.again, { error: 'differ', path: ['again'] }).superRefine((v, context) => {
  if (v.password.includes(' ')) context.addIssue({ code: 'custom', message: 'no blanks', input: v });
});
console.log(report(strict, { password: 'a b c', again: 'abc' }), report(strict, { password: 'abc', again: 'abc' }));
console.log(report(z.tuple([z.string(), z.number()]).rest(z.boolean()), ['a', 1, true, 'x']), report(z.map(z.string(), z.set(z.int())), new Map([['a', new Set([1, 2])]])), report(z.bigint().gte(5n), 3n), report(z.intersection(z.object({ a: z.string() }), z.object({ b: z.number() })), { a: 'x', b: 1 }));
console.log(report(z.templateLiteral(['v', z.number(), '.', z.enum(['a', 'b'])]), 'v12.b'), report(z.stringbool(), 'yes'), report(z.preprocess((v) => String(v), z.string().toUpperCase()), 12), report(z.string().catch('fallback'), 5), report(z.nan(), NaN), report(z.instanceof(Date), 1), z.string().brand('Id').parse('q'));
for (const [name, schema, value] of [['url', z.url(), 'https://a.b/c?d#e'], ['ipv4', z.ipv4(), '1.2.3.256'], ['ipv6', z.ipv6(), '::1'], ['cidr', z.cidrv4(), '10.0.0.0/33'], ['base64', z.base64(), 'YWJj'], ['datetime', z.iso.datetime({ offset: true }), '2020-01-01T00:00:00+02:00'], ['duration', z.iso.duration(), 'P1DT2H'], ['jwt', z.jwt(), 'a.b.c'], ['emoji', z.emoji(), '😀'], ['cuid2', z.cuid2(), 'tz4a98xxat96iws9zmbrgj3a'], ['ulid', z.ulid(), '01ARZ3NDEKTSV4RRFFQ69G5FAV'], ['hex', z.hex(), 'ff0']]) console.log(name, schema.safeParse(value).success);
console.log(JSON.stringify(z.toJSONSchema(User.omit({ birthday: true, id: true }).extend({ tree: Tree }), { io: 'input' })));
console.log(report(z.codec(z.string(), z.number(), { decode: (s) => s.length, encode: (n) => 'x'.repeat(n) }), 'four'), mini.parse(mini.string().check(mini.minLength(2)), 'ok'), User.keyof().options, User.shape.age.unwrap().def.type);
console.log(await z.string().refine(async (s) => s.length > 3, 'short').safeParseAsync('abc').then((r) => r.error.issues));
const add = z.function({ input: [z.number(), z.number()], output: z.number() }).implement((a, b) => a + b);
try { console.log(add(1, 2)); add('1', 2); } catch (error) { console.log(error.constructor.name, error.issues.length); }
const old = z3.object({ a: z3.string().email(), b: z3.array(z3.number().max(3)).min(1), c: z3.lazy(() => z3.date()) });
console.log(old.safeParse({ a: 'x', b: [5], c: 1 }).error.format(), z3.string().transform((s) => s.length).parse('abc'));
let valid = 0;
for (let i = 0; i < 3000; i++) valid += Shape.safeParse({ kind: i % 3 ? 'circle' : 'square', r: i, side: i % 2 ? i : `${i}` }).success;
console.log(valid);
