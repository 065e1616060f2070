await 1; export let z = 2;
