module.exports = "lib/index"
