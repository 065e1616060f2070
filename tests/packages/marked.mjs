// marked: blocks and inlines of GitHub's dialect, tokens, a renderer, an extension, walking of tokens, hooks.
import { marked, Marked, Lexer, Parser, Renderer } from 'marked';

const document = `# Title with \`code\` & "quotes"

Setext *heading*
----------------

A paragraph with **strong**, _emphasis_, ~~struck~~, \`a < b\`, <span class="x">html</span>, a [link](/url "title"),
![image](a.png 'alt'), <https://auto.link/x?a=1&b=2>, www.example.com, a@b.example and a hard\\
break. Entities &copy; &#35; &bogus;.

> quote
> > nested
> - list in quote

1. one
2. two
   - inner

     paragraph
   - [x] done
   - [ ] open
7) seven

| Left | Center | Right |
|:-----|:------:|------:|
| a    | *b*    | \`c|d\` |
| 1 \\| 2 | | 3 |

\`\`\`js
const x = a < b && "c";
\`\`\`

    indented code

* * *

[ref]: <http://example.com/a b> 'Title'
Text [ref], [other text][ref], ![pic][REF], [missing].

<div>
block *html*
</div>

***both** mixed* __a__b __ c__ 2*3*4 snake_case_word \\*escaped\\*
`;
console.log(marked.parse(document));
console.log(marked.parseInline('only **inline** `x` [a](b)'));
console.log(marked.parse(document, { gfm: false }).length, marked.parse('a\nb', { breaks: true }));

const outline = [];
for (const token of new Lexer().lex(document)) outline.push(`${token.type}${token.depth ?? ''}:${token.raw.length}`);
console.log(outline.join(' '));
console.log(JSON.stringify(marked.lexer('- a\n- b\n\n  c'), null, 1).slice(0, 1500));

const special = new Marked({ renderer: {
  heading({ tokens, depth }) {
    const text = this.parser.parseInline(tokens);
    return `<h${depth} id="${text.toLowerCase().replace(/[^\w]+/g, '-')}">${text}</h${depth}>\n`;
  },
  link({ href, text }) { return `{${href}|${text}}`; },
} }, { extensions: [{
  name: 'mention', level: 'inline',
  start(source) { return source.indexOf('@'); },
  tokenizer(source) {
    const match = /^@([a-z]+)/.exec(source);
    if (match) return { type: 'mention', raw: match[0], user: match[1] };
  },
  renderer(token) { return `<b>@${token.user}</b>`; },
}] }, { hooks: { preprocess: (text) => text.replace(/:smile:/g, '☺'), postprocess: (html) => html + '<!-- end -->' } });
const seen = [];
special.use({ async: true, async walkTokens(token) {
  seen.push(token.type);
  if (token.type === 'code') token.text = await Promise.resolve(token.text.toUpperCase());
} });
console.log(await special.parse('## Hello, *World* :smile:\n\nhi @bob see [x](y)\n\n    code\n'));
console.log(seen.join(' '));
let large = '';
for (let i = 0; i < 300; i++) large += document.replaceAll('ref', `ref${i}`);
const html = marked.parse(large);
console.log(html.length, html.split('<table>').length, Parser.parse(marked.lexer('x')), new Renderer().hr());
try { marked.parse(42); } catch (error) { console.log(error.message.split('\n')[0]); }
