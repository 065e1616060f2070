'use strict';
// The source text of the call that a function was called by, for messages like "assert(x)".

// Where the caller of `fn` is: [file name, line, column], counted from 1; undefined: not known.
function callerOf(fn) {
  const { stackTraceLimit, prepareStackTrace } = Error;
  const holder = {};
  Error.stackTraceLimit = 1;
  Error.prepareStackTrace = (error, sites) => sites[0];
  try {
    Error.captureStackTrace(holder, fn);
    const site = holder.stack;
    return typeof site === 'object' ? [site.getFileName(), site.getLineNumber(), site.getColumnNumber()] : undefined;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    Error.prepareStackTrace = prepareStackTrace;
  }
}

// The index behind the parenthesis that closes the one at `open`; -1: there is none. Knows strings, templates, comments,
// and regular expressions where an operand is expected.
function endOfCall(text, open) {
  const brackets = [];
  let operand = true; // a slash begins a regular expression
  for (let i = open; i < text.length; i++) {
    const c = text[i];
    if (c === '"' || c === "'" || c === '`') {
      for (i++; i < text.length && text[i] !== c; i++) {
        if (text[i] === '\\') i++;
        else if (c === '`' && text[i] === '$' && text[i + 1] === '{') {
          const end = endOfCall(text, i + 1);
          if (end < 0) return -1;
          i = end - 1;
        }
      }
      operand = false;
    } else if (c === '/' && (text[i + 1] === '/' || text[i + 1] === '*')) {
      const end = text.indexOf(text[i + 1] === '/' ? '\n' : '*/', i + 2);
      if (end < 0) return -1;
      i = end + (text[i + 1] === '/' ? 0 : 1);
    } else if (c === '/' && operand) {
      for (let set = false, escaped = false; ++i < text.length && (escaped || set || text[i] !== '/');) {
        if (text[i] === '\n') return -1;
        set = !escaped && (text[i] === '[' || (set && text[i] !== ']'));
        escaped = !escaped && text[i] === '\\';
      }
      operand = false;
    } else if (c === '(' || c === '[' || c === '{') {
      brackets.push({ '(': ')', '[': ']', '{': '}' }[c]);
      operand = true;
    } else if (c === ')' || c === ']' || c === '}') {
      if (brackets.pop() !== c) return -1;
      if (brackets.length === 0) return i + 1;
      operand = c === '}';
    } else if (!/\s/.test(c)) {
      operand = !/[\w$.]/.test(c);
    }
  }
  return -1;
}

function sourceOf(file) {
  const { readFileSync } = require('fs');
  const path = file.startsWith('file:') ? require('url').fileURLToPath(file) : file;
  return readFileSync(path, 'utf8');
}

// The text of the call of `fn` that is running, its further lines moved left with the first one; undefined when it cannot
// be found.
function callText(fn) {
  try {
    const place = callerOf(fn);
    if (place === undefined || typeof place[0] !== 'string') return undefined;
    const [file, line, column] = place;
    const lines = sourceOf(file).split('\n');
    const first = lines[line - 1];
    // The place may be that of a method's name: what stands before it belongs to the call.
    let start = column - 1;
    const before = /[\p{ID_Continue}$]+(?:\s*\??\.\s*[\p{ID_Continue}$]+)*\s*\??\.\s*$/u.exec(first.slice(0, start));
    if (before) start = before.index;
    const text = [first.slice(start), ...lines.slice(line)].join('\n');
    const name = /^[\p{ID_Continue}$]+(?:\s*\??\.\s*[\p{ID_Continue}$]+|\s*\[[^\]]*\])*\s*(?=\()/u.exec(text);
    const end = name ? endOfCall(text, name[0].length) : -1;
    if (end < 0) return undefined;
    const [head, ...rest] = text.slice(0, end).split('\n');
    return [head, ...rest.map((next) => {
      let indentation = 0;
      while (indentation < start && /\s/.test(next[indentation] ?? '')) indentation++;
      return `  ${next.slice(indentation)}`;
    })].join('\n');
  } catch {
    return undefined;
  }
}

module.exports = { callText };
