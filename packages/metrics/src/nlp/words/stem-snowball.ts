/** The English Snowball stemmer ("Porter2"; Porter, 2001) as METEOR 1.5 carries it. */

const known = new Map<string, string>();
const LIMIT = 50_000;

/** The stem of a word; lower-case it first, as METEOR does. */
export function stemSnowball(word: string): string {
  const found = known.get(word);
  if (found !== undefined) return found;
  const stem = stemEnglish(word);
  if (known.size >= LIMIT) known.clear();
  known.set(word, stem);
  return stem;
}

const IRREGULAR: ReadonlyMap<string, string> = new Map(
  Object.entries({
    skis: 'ski',
    skies: 'sky',
    dying: 'die',
    lying: 'lie',
    tying: 'tie',
    idly: 'idl',
    gently: 'gentl',
    ugly: 'ugli',
    early: 'earli',
    only: 'onli',
    singly: 'singl',
    ...Object.fromEntries(['sky', 'news', 'howe', 'atlas', 'cosmos', 'bias', 'andes'].map((word) => [word, word])),
  }),
);
const KEPT_WHOLE = new Set(['inning', 'outing', 'canning', 'herring', 'earring', 'proceed', 'exceed', 'succeed']);

interface Suffix {
  suffix: string;
  replacement: string;
}

/** Suffixes by their last letter, so that few are compared with a word. */
type Suffixes = ReadonlyMap<string, readonly Suffix[]>;

const STEP_1B = byLastLetter('eedly ingly edly eed ing ed');
const STEP_2 = byLastLetter(
  'ization>ize ational>ate fulness>ful ousness>ous iveness>ive tional>tion biliti>ble lessli>less entli>ent ation>ate alism>al ' +
    'aliti>al ousli>ous iviti>ive fulli>ful enci>ence anci>ance abli>able izer>ize ator>ate alli>al bli>ble',
);
const STEP_3 = byLastLetter('ational>ate tional>tion alize>al icate>ic iciti>ic ical>ic ness> ful>');
const STEP_4 = byLastLetter('ement ance ence able ible ment ant ent ism ate iti ous ive ize al er ic');

/** Reads `suffix>replacement` or `suffix` alone, which is dropped. Suffixes that include others come first. */
function byLastLetter(rules: string): Suffixes {
  const letters = new Map<string, Suffix[]>();
  for (const rule of rules.split(' ')) {
    const [suffix, replacement = ''] = rule.split('>');
    const letter = suffix.slice(-1);
    letters.set(letter, [...(letters.get(letter) ?? []), { suffix, replacement }]);
  }
  return letters;
}

/** The first of the suffixes that a word has. */
function suffixOf(word: string, suffixes: Suffixes): Suffix | undefined {
  const list = suffixes.get(word[word.length - 1]);
  if (list) for (let i = 0; i < list.length; i++) if (word.endsWith(list[i].suffix)) return list[i];
  return undefined;
}

/** The word with a suffix replaced, if the suffix begins at `from` or later. */
function replaced(word: string, { suffix, replacement }: Suffix, from: number): string {
  return word.length - suffix.length >= from ? word.slice(0, -suffix.length) + replacement : word;
}

/** Consonants are everything but these; a y that is a consonant is written Y while the word is stemmed. */
function isVowel(code: number): boolean {
  return code === 0x61 || code === 0x65 || code === 0x69 || code === 0x6f || code === 0x75 || code === 0x79;
}

function stemEnglish(text: string): string {
  const irregular = IRREGULAR.get(text);
  if (irregular !== undefined) return irregular;
  if (text.length < 3) return text;
  let word = markConsonants(text.startsWith("'") ? text.slice(1) : text);
  const { first, second } = regions(word);
  word = dropPlural(word);
  if (!KEPT_WHOLE.has(word)) {
    word = dropPast(word, first);
    if (word.endsWith('y') || word.endsWith('Y')) word = word.replace(/(.[^aeiouy])[yY]$/s, '$1i');
    word = replaceSuffix(word, first);
    word = shortenSuffix(word, first, second);
    word = dropSuffix(word, second);
    word = dropFinal(word, first, second);
  }
  return word.includes('Y') ? word.replaceAll('Y', 'y') : word;
}

/** y is a consonant at the start of a word and after a vowel. */
function markConsonants(text: string): string {
  if (!text.includes('y')) return text;
  let word = '';
  for (const [i, char] of [...text].entries()) word += char === 'y' && (i === 0 || isVowel(word.charCodeAt(word.length - 1))) ? 'Y' : char;
  return word;
}

/** Where R1 and R2 start: each after the first consonant behind a vowel. */
function regions(word: string): { first: number; second: number } {
  const first = word.startsWith('gener') || word.startsWith('arsen') ? 5 : word.startsWith('commun') ? 6 : behindVowel(word, 0);
  return { first, second: behindVowel(word, first) };
}

function behindVowel(word: string, from: number): number {
  let i = from;
  while (i < word.length && !isVowel(word.charCodeAt(i))) i++;
  while (i < word.length && isVowel(word.charCodeAt(i))) i++;
  return Math.min(i + 1, word.length);
}

function hasVowel(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (isVowel(text.charCodeAt(i))) return true;
  return false;
}

/** Steps 0 and 1a. */
function dropPlural(text: string): string {
  const word = text.includes("'") ? text.replace(/'s'$|'s$|'$/, '') : text;
  if (word.endsWith('sses')) return word.slice(0, -2);
  if (word.endsWith('ied') || word.endsWith('ies')) return word.slice(0, word.length > 4 ? -2 : -1);
  if (word.endsWith('us') || word.endsWith('ss') || !word.endsWith('s')) return word;
  return hasVowel(word.slice(0, -2)) ? word.slice(0, -1) : word;
}

/** Step 1b. */
function dropPast(word: string, first: number): string {
  const found = suffixOf(word, STEP_1B);
  if (!found) return word;
  const { suffix } = found;
  const stem = word.slice(0, -suffix.length);
  if (suffix.startsWith('eed')) return stem.length >= first ? `${stem}ee` : word;
  if (!hasVowel(stem)) return word;
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (/(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(stem)) return stem.slice(0, -1);
  return stem.length === first && endsShort(stem) ? `${stem}e` : stem;
}

/** A short syllable at the end: vowel and consonant after a consonant, or a word of a vowel and a consonant. */
function endsShort(word: string): boolean {
  return /[^aeiouy][aeiouy][^aeiouywxY]$/.test(word) || /^[aeiouy][^aeiouy]$/.test(word);
}

/** Step 2, in R1. The longest suffix decides, even when it begins too far left. */
function replaceSuffix(word: string, first: number): string {
  const found = suffixOf(word, STEP_2);
  if (found) return replaced(word, found, first);
  if (word.endsWith('ogi')) return word.length - 3 >= first && word.endsWith('logi') ? word.slice(0, -1) : word;
  if (word.endsWith('li')) return word.length - 2 >= first && /[cdeghkmnrt]li$/.test(word) ? word.slice(0, -2) : word;
  return word;
}

/** Step 3, in R1; -ative in R2. */
function shortenSuffix(word: string, first: number, second: number): string {
  const found = suffixOf(word, STEP_3);
  if (found) return replaced(word, found, first);
  return word.endsWith('ative') && word.length - 5 >= second ? word.slice(0, -5) : word;
}

/** Step 4, in R2. */
function dropSuffix(word: string, second: number): string {
  const found = suffixOf(word, STEP_4);
  if (found) return replaced(word, found, second);
  return word.length - 3 >= second && (word.endsWith('sion') || word.endsWith('tion')) ? word.slice(0, -3) : word;
}

/** Step 5. */
function dropFinal(word: string, first: number, second: number): string {
  const stem = word.slice(0, -1);
  if (word.endsWith('e') && (stem.length >= second || (stem.length >= first && !endsShort(stem)))) return stem;
  if (word.endsWith('ll') && stem.length >= second) return stem;
  return word;
}
