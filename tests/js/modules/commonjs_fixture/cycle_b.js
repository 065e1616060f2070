const a = require('./cycle_a');
console.log('b sees', a);
module.exports = { b: 1, a };
console.log(module.parent.id.endsWith('cycle_a.js'), module.parent.children.length, module.loaded);
