// Text: validator, nunjucks, ejs, pug, highlight.js, prismjs, linkifyjs, remark.
import validator from 'validator';
import nunjucks from 'nunjucks';
import ejs from 'ejs';
import pug from 'pug';
import hljs from 'highlight.js';
import Prism from 'prismjs';
import * as linkify from 'linkifyjs';
import { remark } from 'remark';
import html from 'remark-html';
for (const [f, ...a] of [
  ['isEmail', 'a@b.co'],
  ['isURL', 'http://x.y/z?q'],
  ['isIP', '::1'],
  ['isUUID', 'x'],
  ['isISO8601', '2020-02-30', { strict: true }],
  ['isCreditCard', '4111111111111111'],
  ['isMobilePhone', '+491701234567', 'de-DE'],
  ['normalizeEmail', 'A.b+c@Gmail.com'],
  ['escape', '<a>'],
  ['isStrongPassword', 'aB3$aaaa'],
  ['isJSON', '{'],
  ['isIBAN', 'DE89370400440532013000'],
  ['isAlpha', 'äß', 'de-DE'],
  ['isSlug', 'a-b'],
])
  console.log(f, validator[f](...a));
console.log(
  nunjucks.renderString(
    '{% macro m(x, y=2) %}<{{ x }}|{{ y }}>{% endmacro %}{% for i in items | sort(true) %}{{ loop.index }}:{{ i | upper }}{% if not loop.last %},{% endif %}{% else %}none{% endfor %}{{ m(1) }}{{ "<b>" }}{{ "<b>" | safe }}{% set q = [1,2] | join("-") %}{{ q }} {{ {a: 1} | dump }} {{ 5 // 2 }} {{ "a" if x else "b" }} {% raw %}{{ x }}{% endraw %} {{ items | length }} {{ "%s" | replace("%", "&") }} {{ 3.14159 | round(2) }} {% filter title %}hello world{% endfilter %}',
    { items: ['b', 'a', 'c'] },
  ),
);
console.log(
  ejs.render('<% for (const x of xs) { -%>\n<li><%= x %> <%- x %></li>\n<% } -%>\n<%# c %>', { xs: ['<', 'y'] }),
  await ejs.render('<%= await p %>', { p: Promise.resolve(3) }, { async: true }),
);
try {
  ejs.render('a\n<%= q %>');
} catch (e) {
  console.log(e.message);
}
console.log(
  pug.render(
    'doctype html\nmixin b(x)\n  b&attributes(attributes)= x\n  block\nhtml\n  body.a#c(data-x=1 class={q: true})\n    each v, i in [1, 2]\n      li(class="i" + i) #{v} !{"<i>"}\n    +b("t")(z="w") in\n    if 1 > 2\n      p no\n    else\n      | text\n    case 3\n      when 3\n        p three\n    :cdata\n      x\n'.replace(
      '    :cdata\n      x\n',
      '',
    ),
    { pretty: true },
  ),
);
try {
  pug.render('div(\n');
} catch (e) {
  console.log(e.message);
}
for (const [l, c] of [
  ['javascript', 'const a = `x${1}`; // c\nclass A extends B { async *m() { return /re/g } }'],
  ['python', 'def f(x: int) -> str:\n    """doc"""\n    return f"{x!r}"'],
  ['css', 'a:hover{color:#fff}'],
  ['c', '#include <x>\nint main(void){return 0x1F;}'],
  ['rust', "fn f<'a>(x: &'a str) {}"],
  ['xml', '<a b="c"/>'],
  ['sql', 'select * from t where a = 1'],
  ['bash', 'for i in $(ls); do echo "$i"; done'],
])
  console.log(
    hljs.highlight(c, { language: l }).value,
    '|',
    Prism.languages[l] ? Prism.highlight(c, Prism.languages[l], l) : '-',
  );
console.log(
  hljs.highlightAuto('SELECT a FROM b WHERE c').language,
  hljs.highlightAuto('def f(): pass').relevance,
  hljs.listLanguages().length,
);
console.log(
  linkify.find('see github.com/a?b=c, mail a@b.org or http://x.com/(y). #tag').map((l) => [l.type, l.href, l.start]),
  String(
    await remark()
      .use(html)
      .process('# T *x*\n\n- a\n- [b](c "d")\n\n```js\nx\n```\n\n> q\n\n<b>raw</b> ![i](j) \\* & line  \nbreak'),
  ),
  await remark()
    .use(() => (t) => {
      t.children.push({ type: 'thematicBreak' });
    })
    .process('a\n=\n* x')
    .then(String),
);
