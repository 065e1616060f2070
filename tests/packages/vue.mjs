// vue: compiling single-file components, rendering on the server, reactivity.
import { parse, compileScript, compileTemplate, compileStyle, rewriteDefault } from '@vue/compiler-sfc';
import { createSSRApp, h, ref, computed, watch, reactive, nextTick, effect, toRefs } from 'vue';
import { renderToString } from '@vue/server-renderer';
const sfc = `<script setup lang="ts">import { ref } from 'vue'; const props = defineProps<{ a: string, b?: number }>(); const n = ref(0); const emit = defineEmits(['x']); const m = defineModel<string>()</script><template><div v-if="n>1" :class="{a:n}" @click.once="n++"><slot name="q" v-bind="props"/>{{ n + a }}</div><p v-else v-for="(x,i) in [1,2]" :key="i">{{x}}<input v-model="m"/></p><Comp v-slot:foo="{y}"><b>{{y}}</b></Comp></template><style scoped>.a{color:v-bind(n)} .b :deep(.c){x:y}</style>`;
const { descriptor, errors } = parse(sfc, { filename: 'A.vue' });
console.log(errors, Object.keys(descriptor));
const sc = compileScript(descriptor, { id: 'abc', inlineTemplate: true });
console.log(sc.content, sc.bindings);
console.log(
  compileTemplate({ source: descriptor.template.content, filename: 'A.vue', id: 'abc', ssr: true, ssrCssVars: [] })
    .code,
  compileStyle({ source: descriptor.styles[0].content, id: 'data-v-abc', scoped: true, filename: 'A.vue' }).code,
  rewriteDefault('export default { a: 1 }', 'x'),
);
const app = createSSRApp({
  setup() {
    const n = ref(1),
      d = computed(() => n.value * 2),
      s = reactive({ l: [1, 2] });
    watch(n, (v) => console.log('watch', v), { flush: 'sync' });
    n.value++;
    return () =>
      h('div', { class: ['a', { b: true }], style: { color: 'red' } }, [
        h('p', d.value),
        s.l.map((x) => h('li', { key: x }, x)),
        h(Child, { msg: '<x>' }, { default: () => 'slot' }),
      ]);
  },
});
const Child = {
  props: ['msg'],
  template: '<b>{{ msg }}<slot/></b>',
  async setup() {
    await nextTick();
  },
};
console.log(await renderToString(app));
const st = reactive({ a: 1, m: new Map(), s: new Set([1]) });
effect(() => console.log('eff', st.a, st.m.get('x'), st.s.size));
st.a++;
st.m.set('x', 1);
st.s.add(2);
