// Types at run time: effect, ts-pattern, typebox, valibot.
import { Effect, Option, Schema, Stream, Schedule, Context, Fiber, Duration } from 'effect';
import { match, P } from 'ts-pattern';
import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import * as v from 'valibot';
let n = 0;
const program = Effect.gen(function* () {
  const xs = yield* Effect.forEach([1, 2, 3], (n) => Effect.succeed(n * 2), { concurrency: 2 });
  yield* Effect.sleep('2 millis');
  const retried = yield* Effect.suspend(() => (n++ < 2 ? Effect.fail('again') : Effect.succeed(n))).pipe(
    Effect.retry(Schedule.recurs(5)),
  );
  return [
    xs,
    retried,
    yield* Stream.range(1, 10).pipe(
      Stream.filter((x) => x % 2),
      Stream.runCollect,
    ),
  ];
});
console.log(JSON.stringify(await Effect.runPromise(program)));
console.log(
  String(Option.some(1)),
  await Effect.runPromiseExit(Effect.die(new Error('x'))).then((e) => e._tag),
  Duration.format(Duration.millis(3723004)),
  Schema.decodeUnknownSync(Schema.Struct({ a: Schema.Number }))({ a: 1 }),
);
try {
  Schema.decodeUnknownSync(Schema.Struct({ a: Schema.Number }))({ a: 'q' });
} catch (e) {
  console.log(e.message);
}
const t = (x) =>
  match(x)
    .with({ type: 'a', n: P.number.gt(5) }, (y) => `big ${y.n}`)
    .with({ type: P.union('a', 'b'), list: P.array(P.select(P.string)) }, (s) => s.join())
    .with(P.string.startsWith('x'), (s) => s)
    .with([P._, ...P.array(P.number)], () => 'tuple')
    .with(P.instanceOf(Date), () => 'date')
    .otherwise(() => 'other');
console.log([{ type: 'a', n: 6 }, { type: 'b', list: ['q', 'w'] }, 'xyz', ['h', 1, 2], new Date(), 5].map(t));
try {
  match(5)
    .with(6, () => 1)
    .exhaustive();
} catch (e) {
  console.log(e.name, e.message);
}
const S = Type.Object({
  a: Type.Integer({ minimum: 1 }),
  b: Type.Optional(Type.Union([Type.Literal('x'), Type.RegExp(/^q/)])),
  c: Type.Record(Type.String(), Type.Array(Type.Date())),
});
const C = TypeCompiler.Compile(S);
console.log(
  C.Check({ a: 1, c: {} }),
  [...C.Errors({ a: 0, b: 5 })].map((e) => e.path + e.message),
  Value.Create(S),
  Value.Convert(Type.Number(), '5'),
  Value.Diff({ a: 1 }, { a: 2, b: 3 }),
  Value.Hash({ a: 1 }),
  C.Code().length,
  JSON.stringify(Type.Partial(S)),
);
const VS = v.pipe(
  v.object({
    e: v.pipe(v.string(), v.email()),
    n: v.optional(v.pipe(v.number(), v.minValue(3)), 5),
    u: v.variant('k', [v.object({ k: v.literal('a') }), v.object({ k: v.literal('b'), z: v.bigint() })]),
  }),
  v.transform((o) => o.e),
);
console.log(
  v.safeParse(VS, { e: 'a@b.c', u: { k: 'a' } }).output,
  v.flatten(v.safeParse(VS, { e: 'x', n: 1, u: { k: 'b' } }).issues),
  v.is(v.picklist(['a']), 'a'),
);
try {
  v.parse(VS, 5);
} catch (e) {
  console.log(e.name, e.message);
}
