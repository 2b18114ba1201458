/** METEOR 1.5's normalization of English (`-norm`): splits punctuation and hyphens, makes quotes plain and letters small. */

const ALPHA =
  'A-Za-z\u0160\u017D\u0161\u017E\u0178\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u017E\u0400-\u04FF\u0500-\u0527\uA640-\uA66E\uA67E-\uA697\u1D00-\u1D7F';
const SEPARATE = new RegExp(`([^0-9${ALPHA} \\t\\n\\v\\f\\r.'\`,\\-\u2018\u2019])`, 'gu');
const HYPHENATED = new RegExp(`([0-9${ALPHA}.])-([0-9${ALPHA}])`, 'g');
const QUOTE_BETWEEN_OTHERS = new RegExp(`([^${ALPHA}])'([^${ALPHA}])`, 'gu');
const QUOTE_BEFORE_WORD = new RegExp(`([^${ALPHA}0-9])'([${ALPHA}])`, 'gu');
const QUOTE_AFTER_WORD = new RegExp(`([${ALPHA}])'([^${ALPHA}])`, 'gu');
const QUOTE_IN_WORD = new RegExp(`([${ALPHA}])'([${ALPHA}])`, 'g');
const HAS_LETTER = new RegExp(`[${ALPHA}]`);
const BLANKS = /[ \u2000-\u200A\u202F\u205F\u3000\u00A0]+/g;

/** Words that keep a final stop: initials, titles, and those that keep it before a number. Only capitals count, so they matter for text that was not lower-cased. */
const KEEPS_STOP = new Set(
  (
    'A B C D E F G H I J K L M N O P Q R S T U V W X Y Z Adj Adm Adv Asst Bart Bldg Brig Bros Capt Cmdr Col Comdr Con Corp Cpl DR Dr Drs Ens Gen Gov Hon ' +
    'Hr Hosp Insp Lt MM MR MRS MS Maj Messrs Mlle Mme Mr Mrs Ms Msgr Op Ord Pfc Ph Prof Pvt Rep Reps Res Rev Rt Sen Sens Sfc Sgt Sr St Supt Surg v vs i.e ' +
    'rev e.g Nos Nr'
  ).split(' '),
);
const KEEPS_STOP_BEFORE_NUMBER = new Set(['No', 'Art', 'pp']);

/** The words of a text as METEOR aligns them. */
export function meteorWords(tokens: readonly string[]): readonly string[] {
  if (tokens.every(isPlain)) return tokens;
  return splitBlanks(normalizeEnglish(tokens.join(' ')).toLowerCase());
}

/** Nothing but small letters and digits, which normalization leaves alone. */
function isPlain(token: string): boolean {
  for (let i = 0; i < token.length; i++) {
    const code = token.charCodeAt(i);
    if (code < 0x30 || code > 0x7a || (code > 0x39 && code < 0x61)) return false;
  }
  return token !== '';
}

/** Java's StringTokenizer: five blanks, and no empty words. */
function splitBlanks(text: string): string[] {
  return text.split(/[ \t\n\r\f]+/).filter((word) => word !== '');
}

function normalizeEnglish(text: string): string {
  let line = ` ${text} `.replace(SEPARATE, ' $1 ');
  line = hideDots(line);
  line = line
    .replace(/([^0-9]),([^0-9])/gu, '$1 , $2')
    .replace(/([0-9]),([^0-9])/gu, '$1 , $2')
    .replace(/([^0-9]),([0-9])/gu, '$1 , $2')
    .replace(/[`\u2018\u2019]/g, "'")
    .replace(/[\u201C\u201D]|''/g, ' " ')
    .replaceAll('\u2013', '-')
    .replaceAll('--', '-')
    .replace(HYPHENATED, '$1 $2')
    .replace(QUOTE_BETWEEN_OTHERS, "$1 ' $2")
    .replace(QUOTE_BEFORE_WORD, "$1 ' $2")
    .replace(QUOTE_AFTER_WORD, "$1 ' $2")
    .replace(QUOTE_IN_WORD, "$1 '$2")
    .replace(/([0-9])'(s)/g, "$1 '$2");
  const words = splitBlanks(line);
  line = words.map((word, i) => finalStop(word, words[i + 1])).join(' ');
  return trim(showDots(line).replace(BLANKS, ' '));
}

/** Each stop of a run becomes a mark, so that the rules for single stops leave runs alone. */
function hideDots(text: string): string {
  return text.replace(/\.{2,}/g, (run) => ` ${'DOT'.repeat(run.length)}MULTI `);
}

function showDots(text: string): string {
  return text.replace(/(?<!DOT)(?:DOT)+MULTI/g, (mark) => '.'.repeat((mark.length - 'MULTI'.length) / 'DOT'.length));
}

function finalStop(word: string, next: string | undefined): string {
  if (word.length <= 1 || !word.endsWith('.')) return word;
  const stem = word.slice(0, -1);
  if (stem.includes('.') && HAS_LETTER.test(stem)) return word.replaceAll('.', '');
  const kept =
    KEEPS_STOP.has(stem) || (next !== undefined && (/^[a-z]/.test(next) || (KEEPS_STOP_BEFORE_NUMBER.has(stem) && /^[0-9]/.test(next))));
  return kept ? word : `${stem} .`;
}

/** Java's trim: control characters go too. */
function trim(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && text.charCodeAt(from) <= 0x20) from++;
  while (to > from && text.charCodeAt(to - 1) <= 0x20) to--;
  return text.slice(from, to);
}
