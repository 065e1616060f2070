import { even } from './cycle_fixture_a.mjs';
export const order = ['b'];
export function odd(n) { return n !== 0 && even(n - 1); }
if (!even(0)) throw new Error('the cycle has no function yet');
