module.exports = "folder"
