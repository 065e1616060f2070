module.exports = typeof VALUE;
