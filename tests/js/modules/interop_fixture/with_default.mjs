export default function f() { return 7; } export let x = 1; export function set(v) { x = v; }
