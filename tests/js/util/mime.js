// util.MIMEType and MIMEParams.
const assert = require('assert');
const { MIMEParams, MIMEType } = require('util');
for (const [text, shown] of [
  ['TEXT/HTML;CHARSET=GBK', 'text/html;charset=GBK'], ['text/html;charset="shift_jis"iso-2022-jp', 'text/html;charset=shift_jis'], [' text/plain ; a=b ; a=c;;d="q\\"x";e', 'text/plain;a=b;d="q\\"x"'],
  ['x/y;charset=;a= b', 'x/y;a=" b"'], ['image/svg+xml', 'image/svg+xml'], ['text/plain;a="', 'text/plain;a=""'], ['text/plain;é=1;b=é', 'text/plain;b="é"'], ['text/p;a="b', 'text/p;a=b'],
]) assert.strictEqual(String(new MIMEType(text)), shown);
for (const text of ['text', '/x', 'a/', 'a b/c']) assert.throws(() => new MIMEType(text), { code: 'ERR_INVALID_MIME_SYNTAX' });
const mime = new MIMEType('text/plain;a=1');
mime.type = 'IMAGE';
mime.subtype = 'PNG';
mime.params.set('b', 'x y');
mime.params.delete('a');
assert.strictEqual(JSON.stringify(mime), '"image/png;b=\\"x y\\""');
assert.deepStrictEqual([mime.essence, mime.params.has('b'), mime.params.get('zz'), [...mime.params]], ['image/png', true, null, [['b', 'x y']]]);
assert.throws(() => { mime.subtype = 'a b'; }, { message: 'The MIME syntax for a subtype in "a b" is invalid at 1' });
assert.throws(() => mime.params.set('', 1), { message: 'The MIME syntax for a parameter name in "" is invalid' });
assert.strictEqual(String(new MIMEParams()), '');
