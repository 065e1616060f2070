export const x = await 5;
