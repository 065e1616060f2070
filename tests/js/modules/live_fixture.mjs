export let n = 0;
export function up() { return ++n; }
export let Late = class { v = 'original'; };
function replace() { Late = class { v = 'replaced'; }; }
export { replace };
export default 'default ' + 'value';
