// postcss: plugins, source maps, walking, errors with source code.
const postcss = require('postcss');
const css = `@import "a.css";\n:root { --x: 1px; /* c */ }\n.a, .b > c { color: red !important; background: url(data:x;y) }\n@media (min-width: 1px) { a::before { content: "\\"}" } @supports (x:y) { b{} } }\n@font-face { src: x }`;
const plugin = () => ({
  postcssPlugin: 'p',
  Once(r) {
    r.append({ selector: 'q', nodes: [postcss.decl({ prop: 'z', value: '1' })] });
  },
  Declaration: {
    color(d) {
      d.value = d.value === 'red' ? 'blue' : d.value;
    },
  },
  Rule(r) {
    if (r.selectors.length > 1) r.selectors = r.selectors.map((s) => s + ':x');
  },
  AtRule: { import: (a) => a.remove() },
});
plugin.postcss = true;
postcss([plugin])
  .process(css, { from: 'a.css', to: 'b.css', map: { inline: false } })
  .then((r) => {
    console.log(r.css, r.map.toString(), r.warnings());
    const root = postcss.parse(css);
    root.walkDecls((d) => console.log(d.prop, d.value, d.important, d.source.start));
    console.log(JSON.stringify(root.toJSON()).length);
  });
for (const b of ['a {', 'a }', 'a { b', '@x { "', 'a{/*', '{}', 'a{b:c;d}'])
  try {
    postcss.parse(b, { from: 'x.css' });
    console.log('ok');
  } catch (e) {
    console.log(e.name, e.message.replace(/\/.*\//, ''), e.showSourceCode(false));
  }
