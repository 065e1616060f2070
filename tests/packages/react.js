// react: rendering on the server to strings and streams, hooks, contexts, suspense; preact beside it.
const React = require('react');
const { renderToString, renderToStaticMarkup, renderToPipeableStream } = require('react-dom/server');
const { h } = require('preact');
const prs = require('preact-render-to-string');
const Ctx = React.createContext('d');
const e = React.createElement;
function Item({ x }) {
  const [s] = React.useState(() => x * 2);
  const c = React.useContext(Ctx);
  const m = React.useMemo(() => s + 1, [s]);
  const id = React.useId();
  return e(
    'li',
    { className: c, style: { marginTop: 3, WebkitX: 'a' }, 'data-id': id, key: x, onClick() {} },
    m,
    ' & <',
    null,
    false,
    [e('b', { key: 1 }, 't')],
  );
}
class K extends React.Component {
  static getDerivedStateFromProps(p) {
    return { y: p.z };
  }
  state = {};
  render() {
    return e(React.Fragment, null, this.state.y, this.props.children);
  }
}
const Memo = React.memo(
  React.forwardRef((p, r) => e('input', { ref: r, defaultValue: p.v, disabled: true, readOnly: false })),
);
const tree = e(
  Ctx.Provider,
  { value: 'ctx' },
  e(
    'ul',
    { dangerouslySetInnerHTML: undefined },
    [1, 2, 3].map((x) => e(Item, { x, key: x })),
  ),
  e(K, { z: 'zz' }, e(Memo, { v: '"q"' })),
  e('select', { defaultValue: 'b' }, e('option', { value: 'a' }, 'A'), e('option', { value: 'b' }, 'B')),
  e('textarea', { defaultValue: 'txt' }),
  e(React.Suspense, { fallback: 'wait' }, e('svg', { viewBox: '0 0 1 1' }, e('path', { strokeWidth: 2 }))),
);
console.log(renderToString(tree));
console.log(renderToStaticMarkup(tree));
let t = '';
const w = new (require('stream').Writable)({
  write(c, en, cb) {
    t += c;
    cb();
  },
  final(cb) {
    console.log(t);
    cb();
  },
});
const Lazy = React.lazy(() => new Promise((r) => setTimeout(() => r({ default: () => e('i', null, 'lazy') }), 5)));
const s = renderToPipeableStream(e('div', null, e(React.Suspense, { fallback: 'loading' }, e(Lazy))), {
  onAllReady() {
    s.pipe(w);
  },
  onError(er) {
    console.log(er.message);
  },
});
console.log(
  prs.render ? prs.render(h('div', { class: 'a', style: { x: 1 } }, 'x', h('b', null, [1, 2]))) : prs(h('div')),
);
try {
  renderToString(
    e(() => {
      throw new Error('render');
    }),
  );
} catch (er) {
  console.log(er.message);
}
