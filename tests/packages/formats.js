// Formats: js-yaml, toml, ini, csv-parse, papaparse, fast-xml-parser, cheerio's slim entry, htmlparser2.
const yaml = require('js-yaml'),
  toml = require('toml'),
  ini = require('ini'),
  { parse: csvSync } = require('csv-parse/sync'),
  { parse: csv } = require('csv-parse'),
  Papa = require('papaparse'),
  { XMLParser, XMLBuilder, XMLValidator } = require('fast-xml-parser'),
  cheerio = require('cheerio/slim'),
  hp = require('htmlparser2');
console.log(
  yaml.load('a: &x [1, 0x1f, 1e3, ~, 2001-12-14]\nb: *x\nc: |\n  l\n   m'),
  yaml.dump({ a: [1, { b: 'x\ny' }], d: new Date(0), u: null, s: 'yes', n: '1' }),
);
try {
  yaml.load('a: [');
} catch (e) {
  console.log(e.name, e.message);
}
console.log(
  toml.parse('a=1\nb="x\\u00e9"\n[c.d]\ne=[1.5,2.0]\nf=1979-05-27T07:32:00Z\n[[g]]\nh=true\n[[g]]'),
  ini.parse('a=1\n;c\n[s.t]\nb[]=x\nb[]=y\nq="z z"'),
  ini.stringify({ a: 1, s: { b: [1, 2], c: true } }),
);
try {
  toml.parse('a = ');
} catch (e) {
  console.log(e.message, e.line);
}
console.log(
  csvSync('a,b\n"x ""q""",1\n,2', { columns: true, cast: true }),
  Papa.parse('a;b\n1;"x\ny"\n', { header: true, dynamicTyping: true }).data,
  Papa.unparse([{ a: 1, b: 'x,"y' }, { a: null }]),
);
csv('1,2\n3,4', (e, r) => console.log('csv', e, r));
try {
  csvSync('a\n"b');
} catch (e) {
  console.log(e.code, e.message);
}
const xp = new XMLParser({ ignoreAttributes: false, cdataPropName: 'cd' });
const o = xp.parse('<?xml version="1.0"?><a x="1"><b>2</b><b>t &lt; é</b><c><![CDATA[<z>]]></c><d/></a>');
console.log(
  JSON.stringify(o),
  new XMLBuilder({ ignoreAttributes: false, format: true }).build(o),
  XMLValidator.validate('<a><b></a>'),
);
const $ = cheerio.load(
  '<ul id=x><li class="a b">1<li data-q=5>2 <b>bold</b></ul><table><tr><td>x</table><form><input name=i value=v><select name=s><option selected>o</select></form>',
);
$('li').eq(1).addClass('n').attr('t', '"<').before('<li>new</li>');
$('ul').append($('<i>').text('<esc>'));
console.log(
  $.html(),
  $('li:nth-child(2), b:contains("old")')
    .map((i, e) => $(e).text())
    .get(),
  $('[data-q]').data('q'),
  $('li').not('.a').length,
  $('form').serialize(),
  $('b').closest('ul').attr('id'),
  $('li').first().nextAll().addBack().length,
  $('td')
    .parents()
    .map((i, e) => e.name)
    .get(),
  $.extract ? $.extract({ t: 'b' }) : 0,
);
const ev = [];
const p = new hp.Parser(
  {
    onopentag: (n, a) => ev.push('<' + n + JSON.stringify(a)),
    ontext: (t) => ev.push(t),
    onclosetag: (n) => ev.push('/' + n),
    oncomment: (c) => ev.push('!' + c),
  },
  { decodeEntities: true },
);
p.write('<p a=b>x&amp;y<br><!--c--><script>if(a<b)</scr');
p.end('ipt><p>z');
console.log(ev.join('|'));
