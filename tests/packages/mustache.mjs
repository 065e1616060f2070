// mustache: variables, sections, lambdas, partials, delimiters, the parser, caching, own escaping; both entries.
import { createRequire } from 'node:module';
import Mustache, { } from 'mustache';

const commonjs = createRequire(import.meta.url)('mustache');
console.log(commonjs.version === Mustache.version, Object.keys(commonjs).sort().join());
const view = { name: 'Chris & <Co>', company: '<b>GitHub</b>', person: { name: { first: 'Ann' }, tags: ['a', 'b'] }, list: [{ n: 1 }, { n: 2, last: true }], empty: [], yes: true, no: false, zero: 0, nil: null, calc() { return 2 + this.list.length; }, wrap() { return (text, render) => `<i>${render(text)}</i>(${text.length})`; }, names: ['x', 'y', 'z'], deep: [[1, 2], [3]], tree: { v: 1, kids: [{ v: 2, kids: [] }] } };
const templates = ['* {{name}}\n* {{age}}\n* {{company}}\n* {{{company}}}\n{{=<% %>=}}\n* {{company}} <%company%>\n<%={{ }}=%> {{&company}}', '{{#person}}{{name.first}} {{#tags}}{{.}},{{/tags}}{{name}}{{/person}} {{person.name.first}} {{person.missing.x}}', '{{#list}}\n  {{n}}{{^last}}, {{/last}}\n{{/list}}\n{{^empty}}none{{/empty}}{{#empty}}some{{/empty}}', '{{#yes}}y{{/yes}}{{#no}}n{{/no}}{{^no}}not{{/no}}{{#zero}}z{{/zero}}{{^nil}}nil{{/nil}} {{calc}} {{zero}} {{nil}}|', '{{#wrap}}hello {{name}}{{/wrap}}', '{{! comment\n over lines }}a{{!b}}c\n  {{! alone }}\nd', '  {{> item}}\n{{>missing}}{{#list}}{{> item}}{{/list}}{{> node}}', '{{#names}}{{.}}{{/names}} {{#deep}}[{{#.}}{{.}}{{/.}}]{{/deep}} {{names.length}} {{names.1}}'];
const partials = { item: '<{{n}}|{{name}}>\n', node: '{{v}}{{#kids}}({{> node}}){{/kids}}' };
view.node = view.tree;
for (const template of templates) console.log(JSON.stringify(Mustache.render(template, view, partials)));
console.log(Mustache.render('{{#tree}}{{> node}}{{/tree}}', view, (name) => ({ node: '{{v}};{{#kids}}{{> node}}{{/kids}}' })[name]), Mustache.render('[[a]]{{a}}', { a: '<' }, {}, ['[[', ']]']), Mustache.render('{{a}}', { a: '<&"\'/`=>' }), Mustache.render('{{a}}', { a: '<' }, {}, { escape: (t) => `esc(${t})` }));
console.log(JSON.stringify(Mustache.parse('a {{b}}\n  {{#c}}\n {{{d}}}{{/c}} {{>e}}{{^f}}{{/f}}')));
for (const bad of ['{{#a}}', '{{/a}}', '{{#a}}{{/b}}', '{{a', '{{=<% %}}', '{{=a=}}', '{{{a}}']) {
  try { console.log(Mustache.render(bad, {})); } catch (error) { console.log(error.name, error.message); }
}
try { Mustache.render(5, {}); } catch (error) { console.log(error.name, error.message); }
const context = new Mustache.Context({ a: 1, f() { return this.a + 1; } }).push({ b: { c: 'd' } });
console.log(context.lookup('a'), context.lookup('b.c'), context.lookup('f'), context.lookup('x'));
const writer = new Mustache.Writer();
writer.templateCache = { set(k, v) { this[k] = v; }, get(k) { return this[k]; }, clear() {} };
console.log(writer.render('{{x}}', { x: 1 }), Object.keys(writer.templateCache), new Mustache.Scanner('ab1c').scanUntil(/\d/));
let total = 0;
for (let i = 0; i < 300; i++) total += Mustache.render(templates[2] + `{{#rows}}<td>{{id}} {{name}}</td>{{/rows}}`, { ...view, rows: view.names.map((name, id) => ({ id, name })) }).length;
console.log(total);
