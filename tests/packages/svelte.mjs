// svelte: compiling a component for client and server, the tree, errors.
import { compile, parse, preprocess, VERSION } from 'svelte/compiler';
const s = `<script>let { a = 1, ...rest } = $props(); let n = $state(0); const d = $derived(n * 2); $effect(() => { console.log(n) });</script>{#if n > 1}<b class:x={n} onclick={() => n++}>{d}</b>{:else}{#each [1,2] as i, k (i)}<p style:color="red">{i}{k}</p>{/each}{/if}{#await p then v}{v}{/await}{@html a}<svelte:head><title>{n}</title></svelte:head><style>b{color:red} p > a :global(.q){margin:0}</style>{#snippet s(x)}<i>{x}</i>{/snippet}{@render s(1)}<input bind:value={n}/>`;
for (const generate of ['client', 'server']) {
  const r = compile(s, { generate, filename: 'A.svelte', dev: false });
  console.log(
    r.js.code,
    r.css?.code,
    r.warnings.map((w) => w.code + w.message),
  );
}
console.log(JSON.stringify(parse(s, { modern: true })).length);
for (const b of ['{#if}', '<a', '<script>let x = ;</script>', '{@foo}', '<p>{a</p>'])
  try {
    compile(b, {});
  } catch (e) {
    console.log(e.code, e.message, e.position);
  }
