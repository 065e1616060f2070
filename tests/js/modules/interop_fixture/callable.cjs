module.exports = function callable() {}; module.exports.property = 1;
