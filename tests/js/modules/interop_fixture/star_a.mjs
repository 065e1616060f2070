export * from './star_b.mjs'; export const a = 1;
