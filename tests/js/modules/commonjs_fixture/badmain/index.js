module.exports = "index after all"
