(globalThis.tlaLog ??= []).push('slow begins');
await new Promise(r => setTimeout(r, 5));
globalThis.tlaLog.push('slow ends');
export const slow = 'ready';
