import { odd, order } from './cycle_fixture_b.mjs';
export function even(n) { return n === 0 || odd(n - 1); }
order.push('a');
export { order };
