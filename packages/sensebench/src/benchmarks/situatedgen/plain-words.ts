/** Normalizes a text to words for comparison, without case, possessives, plurals, accents and punctuation. */

/** "The Cities of Japan's coast." → " the city of japan coast " */
export function plainWords(text: string): string {
  const words = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]s?(?![\p{L}\p{N}])/gu, '')
    .match(/[\p{L}\p{N}]+(?:[.,:/][\p{N}]+)*/gu);
  return words ? ` ${words.map(singular).join(' ')} ` : ' ';
}

function singular(word: string): string {
  if (word.length < 4 || /\d/.test(word) || /(ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(ch|sh|x|z|s)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}
