#!/usr/bin/env node
return module.exports = "hashbang";