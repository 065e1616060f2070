require("./cycle.mjs");
