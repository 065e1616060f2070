'use strict';
// Texts in the form of .env files: NAME=value in a line, `export` in front of it if one likes. Values may be quoted by
// ', " or `, and then go over several lines; "..." knows \n. # begins a comment.

// The variables as an object of strings.
function parseEnv(content) {
  const result = {};
  const line = /^[ \t]*(?:export[ \t]+)?([^\s=#]+)[ \t]*=[ \t]*('[^']*'|"[^"]*"|`[^`]*`|[^#\r\n]*)?.*$/gm;
  for (const [, name, raw = ''] of content.replace(/\r\n?/g, '\n').matchAll(line)) {
    const text = raw.trim();
    const quote = text[0];
    const quoted = text.length > 1 && (quote === '"' || quote === "'" || quote === '`') && text.endsWith(quote);
    const value = quoted ? text.slice(1, -1) : text;
    result[name] = quoted && quote === '"' ? value.replace(/\\n/g, '\n') : value;
  }
  return result;
}

module.exports = { parseEnv };
