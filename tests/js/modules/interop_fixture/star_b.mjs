export * from './star_a.mjs'; export * from './plain.cjs'; export const b = 2;
