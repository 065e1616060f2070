// sass and less: variables, mixins, functions, loops, errors; postcss-scss.
const sass = require('sass'),
  less = require('less'),
  postcss = require('postcss'),
  scss = require('postcss-scss');
console.log(
  sass.compileString(
    '@use "sass:math"; @use "sass:map"; $m: (a: 1px, b: 2px); @mixin t($x, $y: 2) { w: math.div($x, $y); @content; } @function f($n) { @if $n <= 1 { @return 1; } @return $n * f($n - 1); } .a { &:hover { color: darken(red, 10%); } @each $k, $v in $m { .#{$k} { m: $v; } } @include t(10px) { z: f(5); } @extend %p; @media (min-width: 1px) { q: calc(1px + #{map.get($m, b)}); } } %p { e: mix(#fff, #000, 25%); } @for $i from 1 through 3 { .i#{$i} { w: percentage(math.div($i, 3)); } }',
  ).css,
  sass.compileString('a\n  b: c\n', { syntax: 'indented', style: 'compressed' }).css,
);
try {
  sass.compileString('a { b: $x }');
} catch (e) {
  console.log(e.message.slice(0, 200));
}
less
  .render(
    '@c: #ff0000; .m(@a; @b: 2) when (@a > 1) { w: (@a * @b); } .a { .m(3px); color: darken(@c, 10%); &:hover { x: ~`1`; } .b & { y: e("q"); } @media (x) { z: 1 } } @plugin "x";'
      .replace('x: ~`1`; ', '')
      .replace('@plugin "x";', ''),
  )
  .then((r) => console.log(r.css))
  .catch((e) => console.log('less', e.message));
console.log(postcss().process('a { // c\n $x: 1; &:b { @include m; } }', { syntax: scss, from: undefined }).css);
