module.exports = VALUE;
