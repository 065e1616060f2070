module.exports = "js";
