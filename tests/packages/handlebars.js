// handlebars: helpers, partials, blocks, whitespace, precompiled templates, the tree, errors, protected properties.
const Handlebars = require('handlebars');
const runtime = require('handlebars/runtime');

const data = { title: 'A & B <c>', people: [{ first: 'Yehuda', last: 'Katz', tags: ['x', 'y'] }, { first: 'Alan', last: 'Johnson', tags: [] }], nested: { deep: { value: 42 } }, map: new Map([['k', 'v']]), empty: [], zero: 0, no: false, fn() { return this.title + '!'; }, obj: { a: 1, b: 2 }, 'odd key': 'odd', html: '<b>bold</b>' };
Handlebars.registerHelper({
  upper: (s) => String(s).toUpperCase(),
  list(items, options) {
    if (!items.length) return options.inverse(this);
    const frame = Handlebars.createFrame(options.data);
    return new Handlebars.SafeString('<ul>' + items.map((item, i) => { frame.n = i + options.hash.start; return `<li>${options.fn(item, { data: frame, blockParams: [item, i] })}</li>`; }).join('') + '</ul>');
  },
  sum: (...args) => args.slice(0, -1).reduce((a, b) => a + b, 0),
  concat: (...args) => args.slice(0, -1).join(''),
  raw: (options) => options.fn(),
  helperMissing: (...args) => `[missing ${args.at(-1).name}${args.length > 1 ? ` ${args.length - 1}` : ''}]`,
  describe(options) { return JSON.stringify([options.name, options.hash, options.loc]); },
});
Handlebars.registerPartial({ person: '{{first}} {{upper last}}{{#if @last}}.{{else}}, {{/if}}{{suffix}}', layout: '<main>\n  {{> @partial-block }}\n</main>', recursive: '{{v}}{{#each kids}}({{> recursive}}){{/each}}' });
Handlebars.registerDecorator('note', (program, props, container, context) => { props.note = context.args[0]; });
const templates = ['{{title}} {{{html}}} {{&html}} {{nested.deep.value}} {{[odd key]}} {{fn}} {{zero}}|{{no}}|{{missing}}|{{missing 1 2}}', '{{#each people}}{{@index}}{{@first}}{{@last}}:{{first}}{{#each tags}}<{{this}}/{{../last}}/{{@../index}}>{{else}}none{{/each}};{{/each}}{{#each obj}}{{@key}}={{this}} {{/each}}{{#each map}}{{@key}}>{{this}}{{/each}}', '{{#if empty}}a{{else if zero includeZero=true}}b{{else}}c{{/if}} {{#unless no}}u{{/unless}} {{^no}}inv{{/no}} {{#with nested.deep as |d|}}{{d.value}}{{/with}} {{#nested}}{{deep.value}}{{/nested}}', '{{#list people start=10 as |p i|}}{{@n}} {{p.first}} {{i}} {{@root.title}}{{else}}none{{/list}} {{#list empty}}{{else}}nobody{{/list}}', '{{sum 1 2 (sum 3 4)}} {{concat "a" \'b\' true null undefined 1.5}} {{upper (concat "x" "y" first=1)}} {{lookup people 1}} {{lookup (lookup people 0) "first"}}', '{{#each people}}{{> person suffix="~"}}{{/each}} {{#> layout}}\n  body {{title}}\n  {{/layout}}\n{{> (concat "per" "son") people.[0]}} {{#> nothing}}fallback{{/nothing}} {{> recursive tree}}', '{{!-- comment }} --}}a {{~title~}} b\n  {{#if title}}\n    line\n  {{/if}}\nend {{{{raw}}}}{{not parsed}}{{{{/raw}}}} \\{{escaped}} \\\\{{zero}}', '{{#*inline "in"}}inline {{this}}{{/inline}}{{> in 5}} {{log "quiet" level="debug"}}{{describe a=1 b="x"}}{{* note "n"}}', '{{#people}}{{first}}{{^}}no{{/people}} {{#empty}}x{{^}}empty{{/empty}} {{this.title}} {{./title}} {{title.length}} {{people.length}} {{people.0.first}} {{@root.zero}}'];
data.tree = { v: 1, kids: [{ v: 2, kids: [{ v: 3 }] }, { v: 4 }] };
for (const source of templates) console.log(Handlebars.compile(source)(data));
console.log(Handlebars.compile('{{x.y}}', { strict: true })({ x: { y: 1 } }), Handlebars.compile('{{{a}}}{{b}}', { noEscape: true })({ a: '<', b: '&' }), Handlebars.compile('{{constructor.name}}{{__proto__}}{{p}}')(Object.create({ p: 'proto' })), Handlebars.compile('{{p}}')(Object.create({ p: 'proto' }), { allowProtoPropertiesByDefault: true }), Handlebars.compile('{{a.b}}', { compat: true })({ a: { b: 1 } }));
const precompiled = Handlebars.precompile('Hi {{name}}{{#each xs}} {{this}}{{/each}}', { knownHelpers: { each: true } });
console.log(precompiled.length, runtime.template(new Function(`return ${precompiled}`)())({ name: 'N', xs: [1, 2] }));
const tree = Handlebars.parse('a {{b c=1}} {{#d as |e|}}{{> f}}{{/d}}');
class Names extends Handlebars.Visitor { names = []; PathExpression(path) { this.names.push(path.original); } }
const names = new Names();
names.accept(tree);
console.log(JSON.stringify(tree).length, names.names, Handlebars.print?.(tree), Handlebars.Utils.escapeExpression('<a href=`x`>\'"='), Handlebars.VERSION);
for (const bad of ['{{#if}}', '{{#a}}{{/b}}', '{{', '{{> missing}}', '{{a b=}}', '{{#if a b}}{{/if}}', '{{foo/../bar}}', '{{else}}', '{{#each}}{{/each}}', '{{"a', '{{{a}}', '{{#with x as |}}{{/with}}']) {
  try { console.log('ok', Handlebars.compile(bad)({})); } catch (error) { console.log(error.name, error.message, error.lineNumber, error.column); }
}
try { Handlebars.compile('{{x.y.z}}', { strict: true })({ x: {} }); } catch (error) { console.log(error.message); }
const isolated = Handlebars.create();
isolated.registerHelper('only', () => 'here');
let length = 0;
const render = isolated.compile('{{#each rows}}<tr class="{{#if @first}}first{{/if}}">{{#each this}}<td>{{only}} {{this}}</td>{{/each}}</tr>\n{{/each}}');
for (let i = 0; i < 20; i++) length += render({ rows: Array.from({ length: 50 }, (_, r) => [r, '<&>', i]) }).length;
console.log(length, Object.keys(isolated.helpers).length, Handlebars.helpers.only);
