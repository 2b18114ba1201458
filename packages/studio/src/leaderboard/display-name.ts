/** Cleans names shown on boards and pages of invisible characters, and refuses those that resemble reserved names. */
import { InputError } from 'sensebench/internal/core';

/** Characters that only shape, join or break text; a name reads the same without them. */
const SHAPING = /[\u00ad\u200b\u200c\u2060\ufeff]|\u200d|\p{Variation_Selector}/gu;
/** Control, direction, filler, private and unassigned characters, and the Braille blank. */
const UNSEEN = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** No script needs this many marks on one letter. */
const STACKED = /\p{M}{5}/u;

/** Returns the name with single spaces in Unicode's composed form. Refuses characters that are invisible or change the text direction. */
export function cleanName(text: string, { field = 'name' }: { field?: string } = {}): string {
  const name = text.replace(SHAPING, '').normalize('NFC').replace(/\s+/g, ' ').trim();
  const unseen = UNSEEN.exec(name)?.[0];
  if (unseen !== undefined) {
    const code = (unseen.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    throw new InputError(`contains a character that is invisible or changes the text direction (U+${code})`, { field });
  }
  if (STACKED.test(name)) throw new InputError('has too many marks on one letter', { field });
  return name;
}

/** Refuses a name that could be mistaken for one of `reserved`. */
export function demandOwnName(name: string, { reserved, field = 'name' }: { reserved: Iterable<string>; field?: string }): void {
  for (const other of reserved)
    if (readsLike(name, other))
      throw new InputError(`looks like ${JSON.stringify(other)}, which is already on the board; choose another name`, { field });
}

/** Compares what names look like: case, spaces, marks, script and filler words do not matter. */
export function readsLike(name: string, reserved: string): boolean {
  const targets = [lettersOf(reserved, []), lettersOf(reserved)].filter((letters) => letters !== '');
  const readings = [lettersOf(name, []), lettersOf(name)].flatMap((letters) => [letters, letters.replace(/s$/, '')]);
  return targets.some((letters) => readings.some((reading) => looksLike([...reading], [...letters])));
}

/** Filler words: "Human baseline 2" reads like "Human". */
const EMPTY_WORDS = [
  'baseline',
  'baselines',
  'reference',
  'references',
  'row',
  'performance',
  'level',
  'score',
  'scores',
  'result',
  'upper',
  'bound',
  'the',
];

function lettersOf(name: string, without: readonly string[] = EMPTY_WORDS): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  const telling = without.length === 0 ? words : words.filter((word) => !without.includes(word) && !/^\p{N}*$/u.test(word));
  return telling.join('').replaceAll('rn', 'm').replaceAll('vv', 'w');
}

/** By Latin letter: letters of other scripts, and digits, that look like its small or capital form. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  a: 'аαɑᴀ4',
  b: 'вьβʙ8',
  c: 'сϲᴄ',
  d: 'ԁɗᴅ',
  e: 'еєεҽᴇ3',
  f: 'ғƒ',
  g: 'ɡցɢ9',
  h: 'һнηհʜ',
  i: 'іιıӏɪl1',
  j: 'јϳᴊ',
  k: 'кκқᴋ',
  l: 'ӏıіιʟi1',
  m: 'мμᴍ',
  n: 'пηոռиνɴ',
  o: 'оοօσᴏ0',
  p: 'рρᴘ',
  q: 'ԛգ',
  r: 'гɾяʀ',
  s: 'ѕꜱ5',
  t: 'тτᴛ7',
  u: 'υսцμʋᴜ',
  v: 'ѵνᴠ',
  w: 'ԝωшѡᴡ',
  x: 'хχ',
  y: 'уγүυʏ',
  z: 'ζᴢ2',
};

function looksLike(characters: readonly string[], letters: readonly string[]): boolean {
  return (
    characters.length === letters.length &&
    characters.every((character, i) => character === letters[i] || LOOKALIKES[letters[i]]?.includes(character) === true)
  );
}
