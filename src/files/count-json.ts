/** Number of objects and lists, and of all values, in a JSON text: counted before it is parsed, because they take the memory. */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const LIST = 0x5b;
const OBJECT = 0x7b;

/** One value more than counted at most for each object or list: an empty one counts as if it had a value. */
export function countJson(text: string): { objects: number; values: number } {
  let objects = 0;
  let commas = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) i = endOfString(text, i);
    else if (code === COMMA) commas++;
    else if (code === LIST || code === OBJECT) objects++;
  }
  return { objects, values: objects + commas };
}

/** Place of the closing quote; the end of a text that has none. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}
