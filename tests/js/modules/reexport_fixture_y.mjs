export const both = 'y';
