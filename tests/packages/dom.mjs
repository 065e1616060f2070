// The document: jsdom with events, selectors, forms, scripts and ranges; cheerio and htmlparser2 on the same text.
import * as cheerio from 'cheerio';
import { Parser } from 'htmlparser2';
import { JSDOM, VirtualConsole } from 'jsdom';

const html = `<!doctype html><title>T</title><ul id=x><li class="a b">1<li data-q=5>2 <b>bold</b></ul>
<table><tr><td>x<td>y</table><form id=f><input name=i value=v><select name=s><option>n<option selected>o</select><textarea name=t>
text</textarea><input type=checkbox name=c checked></form><p>a &amp; b &copy; <!-- c --><svg viewBox="0 0 1 1"><path/></svg>`;
const virtualConsole = new VirtualConsole();
virtualConsole.on('log', (...values) => console.log('page', ...values));
virtualConsole.on('jsdomError', (error) => console.log('page error', error.message.split('\n')[0]));
const dom = new JSDOM(html, { url: 'http://example.com/dir/?q=1#h', virtualConsole, pretendToBeVisual: true });
const { window } = dom,
  { document } = window;
console.log(
  document.title,
  document.querySelectorAll('li:nth-child(2) > b, td + td, [data-q="5"]').length,
  window.location.search,
  document.forms.f.elements.length,
);
console.log(
  [...new window.FormData(document.forms.f)],
  document.querySelector('[data-q]').dataset.q,
  document.querySelector('svg').namespaceURI,
);
const log = [];
document.body.addEventListener(
  'click',
  (event) => log.push(`capture ${event.target.tagName} ${event.eventPhase}`),
  true,
);
document.querySelector('ul').addEventListener('click', function (event) {
  log.push(`bubble ${this.id} ${event.detail}`);
  event.stopPropagation();
});
document.body.addEventListener('click', () => log.push('never'));
document.querySelector('b').dispatchEvent(new window.MouseEvent('click', { bubbles: true, detail: 3 }));
class Counter extends window.HTMLElement {
  static observedAttributes = ['n'];
  connectedCallback() {
    this.attachShadow({ mode: 'open' }).innerHTML = `<i>${this.getAttribute('n')}</i><slot></slot>`;
  }
  attributeChangedCallback(name, before, after) {
    log.push(`${name} ${before} ${after}`);
  }
}
window.customElements.define('x-counter', Counter);
document.body.insertAdjacentHTML('beforeend', '<x-counter n="1">in</x-counter>');
document.querySelector('x-counter').setAttribute('n', '2');
console.log(log, document.querySelector('x-counter').shadowRoot.innerHTML);
const observer = new window.MutationObserver((records) =>
  console.log(records.map((r) => `${r.type} ${r.attributeName ?? r.addedNodes.length}`)),
);
observer.observe(document.querySelector('ul'), { childList: true, attributes: true, subtree: true });
const item = document.createElement('li');
item.append('new ', document.createElement('em'));
document.querySelector('ul').prepend(item);
item.classList.toggle('on');
await null;
const range = document.createRange();
range.selectNodeContents(document.querySelector('ul'));
range.setEnd(item, 1);
console.log(
  range.toString(),
  range.cloneContents().childNodes.length,
  document.evaluate?.('count(//li)', document, null, 1, null).numberValue,
);
window.localStorage.setItem('k', 'v');
document.cookie = 'a=b';
console.log(
  window.localStorage.length,
  document.cookie,
  window.getComputedStyle(item).display,
  new window.DOMParser().parseFromString('<a><b c="d"/></a>', 'text/xml').documentElement.outerHTML,
);
try {
  document.querySelector('li:::');
} catch (error) {
  console.log(error.name, error.constructor === window.DOMException);
}
try {
  item.appendChild(document.body);
} catch (error) {
  console.log(error.name, error.code);
}
console.log(dom.serialize());

const $ = cheerio.load(html);
$('li').eq(1).addClass('n').attr('t', '"<').before('<li>new</li>');
$('ul').append($('<i>').text('<esc>')).find('b').wrap('<u></u>');
console.log(
  $('body').html(),
  $('li')
    .map((i, e) => $(e).text())
    .get(),
  $('form').serialize(),
  $('b').closest('ul').attr('id'),
  $('td')
    .parents()
    .map((i, e) => e.name)
    .get(),
);
console.log(
  cheerio.load('<a><b/>x</a>', { xml: true }).xml(),
  $.extract({ cells: ['td'], item: { selector: 'li', value: 'class' } }),
);
const events = [];
const parser = new Parser({
  onopentag: (name, attributes) => events.push(`<${name}${JSON.stringify(attributes)}`),
  ontext: (text) => events.push(text),
  onclosetag: (name) => events.push(`/${name}`),
  oncomment: (text) => events.push(`!${text}`),
});
parser.write('<p a=b>x&amp;y<br><!--c--><script>if(a<b)</scr');
parser.end('ipt><p>z');
console.log(events.join('|'));
window.close();
