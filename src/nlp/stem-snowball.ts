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

const STEP_2: readonly (readonly [string, string])[] = [
  ['ization', 'ize'],
  ['ational', 'ate'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['iveness', 'ive'],
  ['tional', 'tion'],
  ['biliti', 'ble'],
  ['lessli', 'less'],
  ['entli', 'ent'],
  ['ation', 'ate'],
  ['alism', 'al'],
  ['aliti', 'al'],
  ['ousli', 'ous'],
  ['iviti', 'ive'],
  ['fulli', 'ful'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['abli', 'able'],
  ['izer', 'ize'],
  ['ator', 'ate'],
  ['alli', 'al'],
  ['bli', 'ble'],
];
const STEP_3: readonly (readonly [string, string])[] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['alize', 'al'],
  ['icate', 'ic'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ness', ''],
  ['ful', ''],
];
const STEP_4 = ['ement', 'ance', 'ence', 'able', 'ible', 'ment', 'ant', 'ent', 'ism', 'ate', 'iti', 'ous', 'ive', 'ize', 'al', 'er', 'ic'];

/** Consonants are everything but these; a y that is a consonant is written Y while the word is stemmed. */
function isVowel(char: string | undefined): boolean {
  return char !== undefined && char !== '' && 'aeiouy'.includes(char);
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
    word = word.replace(/(.[^aeiouy])[yY]$/s, '$1i');
    word = replaceSuffix(word, first);
    word = shortenSuffix(word, first, second);
    word = dropSuffix(word, second);
    word = dropFinal(word, first, second);
  }
  return word.replaceAll('Y', 'y');
}

/** y is a consonant at the start of a word and after a vowel. */
function markConsonants(text: string): string {
  if (!text.includes('y')) return text;
  let word = '';
  for (const [i, char] of [...text].entries()) word += char === 'y' && (i === 0 || isVowel(word.at(-1))) ? 'Y' : char;
  return word;
}

/** Where R1 and R2 start: each after the first consonant behind a vowel. */
function regions(word: string): { first: number; second: number } {
  const prefix = /^(?:gener|commun|arsen)/.exec(word);
  const first = prefix ? prefix[0].length : behindVowel(word, 0);
  return { first, second: behindVowel(word, first) };
}

function behindVowel(word: string, from: number): number {
  let i = from;
  while (i < word.length && !isVowel(word[i])) i++;
  while (i < word.length && isVowel(word[i])) i++;
  return Math.min(i + 1, word.length);
}

function hasVowel(text: string): boolean {
  return /[aeiouy]/.test(text);
}

/** Steps 0 and 1a. */
function dropPlural(text: string): string {
  const word = text.replace(/'s'$|'s$|'$/, '');
  if (word.endsWith('sses')) return word.slice(0, -2);
  if (word.endsWith('ied') || word.endsWith('ies')) return word.slice(0, word.length > 4 ? -2 : -1);
  if (word.endsWith('us') || word.endsWith('ss') || !word.endsWith('s')) return word;
  return hasVowel(word.slice(0, -2)) ? word.slice(0, -1) : word;
}

/** Step 1b. */
function dropPast(word: string, first: number): string {
  const suffix = /(?:eedly|ingly|edly|eed|ing|ed)$/.exec(word)?.[0];
  if (!suffix) return word;
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

/** Step 2, in R1. The longest suffix decides, even when it stands too far left. */
function replaceSuffix(word: string, first: number): string {
  for (const [suffix, replacement] of STEP_2) {
    if (word.endsWith(suffix)) return word.length - suffix.length >= first ? word.slice(0, -suffix.length) + replacement : word;
  }
  if (word.endsWith('ogi')) return word.length - 3 >= first && word.endsWith('logi') ? word.slice(0, -1) : word;
  if (word.endsWith('li')) return word.length - 2 >= first && /[cdeghkmnrt]li$/.test(word) ? word.slice(0, -2) : word;
  return word;
}

/** Step 3, in R1; -ative in R2. */
function shortenSuffix(word: string, first: number, second: number): string {
  for (const [suffix, replacement] of STEP_3) {
    if (word.endsWith(suffix)) return word.length - suffix.length >= first ? word.slice(0, -suffix.length) + replacement : word;
  }
  return word.endsWith('ative') && word.length - 5 >= second ? word.slice(0, -5) : word;
}

/** Step 4, in R2. */
function dropSuffix(word: string, second: number): string {
  for (const suffix of STEP_4) {
    if (word.endsWith(suffix)) return word.length - suffix.length >= second ? word.slice(0, -suffix.length) : word;
  }
  return /[st]ion$/.test(word) && word.length - 3 >= second ? word.slice(0, -3) : word;
}

/** Step 5. */
function dropFinal(word: string, first: number, second: number): string {
  const stem = word.slice(0, -1);
  if (word.endsWith('e') && (stem.length >= second || (stem.length >= first && !endsShort(stem)))) return stem;
  if (word.endsWith('ll') && stem.length >= second) return stem;
  return word;
}
