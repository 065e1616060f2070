export let y = 1;
