exports.early = 1;
const b = require('./cycle_b');
console.log('a sees', b);
exports.late = 2;
