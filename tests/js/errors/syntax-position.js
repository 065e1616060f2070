// A syntax error shows its place.
let fine = 1;
let broken = 'unfinished;
// expect-error: syntax-position.js:3
// expect-error: SyntaxError
