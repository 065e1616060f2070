export const url = import.meta.url; export const again = () => import("./meta.mjs?2");
