// graphql: schemas, execution, introspection, subscriptions, validation, printing.
import * as g from 'graphql';
const schema = g.buildSchema(
  `directive @d(a: Int = 1) on FIELD_DEFINITION\ninterface Node { id: ID! }\n"""doc"""\ntype User implements Node { id: ID!, name(upper: Boolean = false): String @deprecated(reason: "x"), friends(first: Int): [User!], pet: Pet }\nunion Pet = Cat | Dog\ntype Cat { meow: Int }\ntype Dog { bark: Float }\nenum E { A B }\ninput I { a: Int!, b: [E!] = [A] }\nscalar Date\ntype Query { user(id: ID!): User, node(id: ID): Node, e(i: I): E, fail: String!, d: Date }\ntype Mutation { add(n: Int!): Int }\ntype Subscription { tick: Int }`,
);
const users = {
  1: {
    id: 1,
    name: ({ upper }) => (upper ? 'ANN' : 'ann'),
    friends: async () => [users[2]],
    pet: { __typename: 'Cat', meow: 3 },
    __typename: 'User',
  },
  2: {
    id: 2,
    name: 'bob',
    pet: { __typename: 'Dog', bark: 1.5 },
    friends: () => {
      throw new Error('no friends');
    },
  },
};
const rootValue = {
  user: ({ id }) => users[id],
  node: ({ id }) => users[id],
  e: ({ i }) => i.b[0],
  fail: () => null,
  add: ({ n }) => n + 1,
  d: () => new Date(0).toISOString(),
  tick: async function* () {
    yield { tick: 1 };
    yield { tick: 2 };
  },
};
for (const [source, variableValues] of [
  [
    'query Q($id: ID!, $u: Boolean) { user(id: $id) { ...F friends { name friends { id } } } } fragment F on User { id nm: name(upper: $u) pet { __typename ... on Cat { meow } ... on Dog { bark } } }',
    { id: 1, u: true },
  ],
  ['{ e(i: {a: 1, b: [B]}) d node(id: 1) { id ... on User @include(if: true) { name } } }'],
  ['{ fail }'],
  ['{ user(id: 1) { nope } }'],
  ['{ user { id }'],
  ['mutation { add(n: 1) b: add(n: 41) }'],
  ['query($i: I) { e(i: $i) }', { i: { a: 'x' } }],
  [g.getIntrospectionQuery()],
]) {
  const r = await g.graphql({ schema, source, rootValue, variableValues });
  console.log(JSON.stringify(r).slice(0, 2000));
}
console.log(
  g.printSchema(schema),
  g.print(
    g.visit(g.parse('{ a(x: {y: [1, "s", $v, E, null, true]}) @d }'), {
      Field: (n) => ({ ...n, alias: { kind: 'Name', value: 'al' } }),
    }),
  ),
);
for await (const r of await g.subscribe({ schema, document: g.parse('subscription { tick }'), rootValue }))
  console.log(r.data);
try {
  g.parse('{ a(');
} catch (e) {
  console.log(String(e), e.locations);
}
console.log(
  g.validate(schema, g.parse('{ user(id: 1, x: 2) { id { a } } ...Q }')).map((e) => e.message),
  g.findBreakingChanges(schema, g.buildSchema('type Query { a: Int }')).length,
  g.lexicographicSortSchema(schema).getQueryType().toString(),
);
