export * from './reexport_fixture_x.mjs';
export * from './reexport_fixture_y.mjs';
export * as inner from './live_fixture.mjs';
export { n, up } from './live_fixture.mjs';
export { default as renamed } from './reexport_fixture_x.mjs';
const two = 2;
export { two as 'quoted name' };
export default function fn() {}
