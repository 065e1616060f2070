exports.url = __filename; import("./named.mjs").then(m => { exports.y = m.y; });
