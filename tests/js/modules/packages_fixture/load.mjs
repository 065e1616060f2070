export const load = (specifier, options) => import(specifier, options);
