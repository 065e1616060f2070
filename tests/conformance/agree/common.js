'use strict';
// What every subject of agree.py finds: random numbers, and subject(), which makes and prints the cases.
//
//     subject({
//       group(random) {                       // draws a case
//         const text = random.pick(texts);
//         return [text, () => f(text)];       // what it is, and how to get the answer
//       },
//     });
//
// Arguments: seed, number of the first case, count. A line is: number TAB group TAB case TAB answer.

// Numbers that depend on the seed and the number of the case only.
class Random {
  #state;

  constructor(seed, number) {
    this.#state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b)) | 0;
    for (let i = 0; i < 4; i++) this.#next();
  }

  // 0 <= x < 2 ** 32
  #next() {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  }

  // A whole number, 0 <= x < limit <= 2 ** 32.
  below(limit) {
    return Math.floor(this.#next() / 2 ** 32 * limit);
  }

  // 0 <= x < 1, 32 bits of it.
  fraction() {
    return this.#next() / 2 ** 32;
  }

  // True once in n times.
  once(n) {
    return this.below(n) === 0;
  }

  // An element of an array, or a character of a string.
  pick(list) {
    return list[this.below(list.length)];
  }

  // An array of up to `most` results of make().
  several(most, make) {
    return Array.from({ length: this.below(most + 1) }, make);
  }

  // A text with up to three characters of `alphabet` put in, or characters taken out or doubled.
  mutate(text, alphabet) {
    let characters = [...text];
    for (let i = this.below(4); i > 0; i--) {
      const at = this.below(characters.length + 1);
      const kind = this.below(4);
      if (kind < 2) characters.splice(at, 0, this.pick(alphabet));
      else if (kind === 2) characters.splice(at, 1);
      else characters.splice(at, 0, ...characters.slice(at, at + 2));
    }
    return characters.join('');
  }
}

// Any value as a text in ASCII without control characters.
function show(value) {
  const text = JSON.stringify(value, (key, v) =>
    v === undefined ? 'undefined' : typeof v === 'bigint' ? `${v}n` : typeof v === 'symbol' ? String(v) :
      typeof v === 'number' && (!Number.isFinite(v) || Object.is(v, -0)) ? (Object.is(v, -0) ? '-0' : String(v)) : v);
  return text.replace(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function answer(f) {
  try {
    return show(f());
  } catch (error) {
    // Texts of errors are promised for those with codes only.
    return show(error.code ? ['throws', error.name, error.code, error.message] : ['throws', error.name]);
  }
}

function subject(groups) {
  const [seed, first, count] = process.argv.slice(2).map(Number);
  const names = Object.keys(groups);
  const lines = [];
  for (let number = first; number < first + count; number++) {
    const name = names[number % names.length];
    const [what, f] = groups[name](new Random(seed, number));
    lines.push(`${number}\t${name}\t${show(what)}\t${answer(f)}`);
  }
  console.log(lines.join('\n'));
}

