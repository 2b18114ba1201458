/** The Porter stemmer (Porter, 1980) with NLTK's extensions, NLTK's default mode: what rouge-score stems with. */

/** Rules written as `suffix>replacement`, divided by blanks. */
function readRules(text: string): { suffix: string; replacement: string }[] {
  return text.split(' ').map((rule) => ({ suffix: rule.slice(0, rule.indexOf('>')), replacement: rule.slice(rule.indexOf('>') + 1) }));
}

/** Words that NLTK stems as a whole. */
const IRREGULAR = new Map(
  readRules(
    'sky>sky skies>sky dying>die lying>lie tying>tie news>news innings>inning inning>inning ' +
      'outings>outing outing>outing cannings>canning canning>canning howe>howe proceed>proceed exceed>exceed succeed>succeed',
  ).map(({ suffix, replacement }) => [suffix, replacement]),
);
const STEP_2 = readRules(
  'ational>ate tional>tion enci>ence anci>ance izer>ize bli>ble alli>al entli>ent eli>e ousli>ous ization>ize ' +
    'ation>ate ator>ate alism>al iveness>ive fulness>ful ousness>ous aliti>al iviti>ive biliti>ble fulli>ful',
);
const STEP_3 = readRules('icate>ic ative> alize>al iciti>ic ical>ic ful> ness>');
const STEP_4 = 'al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize'.split(' ');

/** The stem of a word, lower-cased. */
export function stemPorterNltk(word: string): string {
  const lower = word.toLowerCase();
  const irregular = IRREGULAR.get(lower);
  if (irregular !== undefined) return irregular;
  if (lower.length <= 2) return lower;
  return step5(step4(step3(step2(step1c(step1b(step1a(lower)))))));
}

const isVowel = (letter: string) => letter === 'a' || letter === 'e' || letter === 'i' || letter === 'o' || letter === 'u';

/** True at each consonant; a y is one when no consonant comes before it. */
function consonants(word: string): boolean[] {
  const flags: boolean[] = [];
  for (let i = 0; i < word.length; i++) flags.push(word[i] === 'y' ? i === 0 || !flags[i - 1] : !isVowel(word[i]));
  return flags;
}

/** The paper's m: how often a vowel is followed by a consonant. */
function measure(stem: string): number {
  const flags = consonants(stem);
  let m = 0;
  for (let i = 1; i < flags.length; i++) if (flags[i] && !flags[i - 1]) m++;
  return m;
}

function endsConsonantVowelConsonant(word: string): boolean {
  const flags = consonants(word);
  const n = word.length;
  if (n === 2) return !flags[0] && flags[1];
  return n >= 3 && flags[n - 3] && !flags[n - 2] && flags[n - 1] && !'wxy'.includes(word[n - 1]);
}

function step1a(word: string): string {
  if (word.endsWith('ies')) return word.slice(0, word.length === 4 ? -1 : -2);
  if (word.endsWith('sses')) return word.slice(0, -2);
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

function step1b(word: string): string {
  if (word.endsWith('ied')) return word.slice(0, word.length === 4 ? -1 : -2);
  if (word.endsWith('eed')) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const length = word.endsWith('ed') ? 2 : word.endsWith('ing') ? 3 : 0;
  const stem = word.slice(0, word.length - length);
  if (length === 0 || consonants(stem).every(Boolean)) return word;
  if (stem.endsWith('at') || stem.endsWith('bl') || stem.endsWith('iz')) return `${stem}e`;
  const last = stem.length - 1;
  if (last > 0 && stem[last] === stem[last - 1] && consonants(stem)[last]) return 'lsz'.includes(stem[last]) ? stem : stem.slice(0, -1);
  return measure(stem) === 1 && endsConsonantVowelConsonant(stem) ? `${stem}e` : stem;
}

function step1c(word: string): string {
  if (!word.endsWith('y') || word.length < 3) return word;
  return consonants(word)[word.length - 2] ? `${word.slice(0, -1)}i` : word;
}

function step2(word: string): string {
  if (word.endsWith('alli') && measure(word.slice(0, -4)) > 0) return step2(word.slice(0, -2));
  for (const { suffix, replacement } of STEP_2) {
    if (!word.endsWith(suffix)) continue;
    const stem = word.slice(0, -suffix.length);
    return measure(stem) > 0 ? stem + replacement : word;
  }
  return word.endsWith('logi') && measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
}

function step3(word: string): string {
  for (const { suffix, replacement } of STEP_3) {
    if (!word.endsWith(suffix)) continue;
    const stem = word.slice(0, -suffix.length);
    return measure(stem) > 0 ? stem + replacement : word;
  }
  return word;
}

function step4(word: string): string {
  for (const suffix of STEP_4) {
    if (!word.endsWith(suffix)) continue;
    const stem = word.slice(0, -suffix.length);
    return measure(stem) > 1 && (suffix !== 'ion' || stem.endsWith('s') || stem.endsWith('t')) ? stem : word;
  }
  return word;
}

function step5(word: string): string {
  let stem = word;
  if (word.endsWith('e')) {
    const short = word.slice(0, -1);
    const m = measure(short);
    if (m > 1 || (m === 1 && !endsConsonantVowelConsonant(short))) stem = short;
  }
  return stem.endsWith('ll') && measure(stem.slice(0, -1)) > 1 ? stem.slice(0, -1) : stem;
}
