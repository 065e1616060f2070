const x = 1;
export const both = 'x';
export { x as default, x as 'only x' };
