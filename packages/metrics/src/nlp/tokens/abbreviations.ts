/** Whether a stop after an abbreviation also ends the sentence: by the kind of abbreviation, the words before it and the words after it. */

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** A name or a number follows these: they never end a sentence. */
const NEVER_LAST = words(
  'mr mrs ms messrs mme mlle dr drs prof st mt lt capt cpt cmdr adm sgt supt vs cf viz eg ie e.g i.e eds approx attn dept',
);
/** Titles that are also words or short for one: a title has a capital. */
const TITLES = words('rev hon gen col maj gov sen rep reps pres');
/** Also words, or the last word of many sentences: an abbreviation only before a number. */
const NUMBERED = words('art fig figs vol vols ext no nos op eq pp est ed tel sec ch');
/** Also words: a day or a month only with a capital and a number, a day or a month after it. */
const DATED = words('sun sat wed mar');
/** Also words: a state only with a capital and after a comma ("Boston, Mass."). */
const STATES = words('mass wash penn');
/** Also words: a measure only after a number. */
const MEASURES = words('min max ft lb lbs oz');
/** These may end a sentence: the next words decide. */
const MAYBE_LAST = words(
  'inc co corp ltd llc bros jr sr etc al esq ph.d m.d b.a m.a d.c u.s u.k u.n e.u u.s.a a.m p.m a.d b.c jan feb apr jun jul aug sep sept oct nov dec ' +
    'mon tue tues thu thur thurs fri ave blvd rd calif fla conn ariz univ assn',
);
/** Words that rarely follow an abbreviation inside a sentence when they have a capital. */
const STARTERS = words(
  'the a an this that these those he she it they we you i there here in on at for from with as if when while after before but and or so yet however ' +
    'what who where why how which is are was were do does did can could will would his her its their our my your not no now then all some many most one ' +
    'to though although because since during until unless once people everyone someone nobody every each both few another such only even also',
);
/** What follows "U.S." or "Co." inside a name or before one. */
const ATTACHED = words(
  'army navy marine marines air coast congress senate house supreme constitution capitol department treasury government open census secretary attorney ' +
    'state states federal president vice-president ambassador general embassy dollar dollars bank banks news virgin military national civil patent forces ' +
    'troops soldiers officials fish forest postal geological food trade justice energy chairman chairwoman chief ceo executive director spokesman spokeswoman founder manager mayor district court',
);
const DATES = /^(?:\d|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|sun|mon|tue|wed|thu|fri|sat)[a-z]*$)/i;
/** Words between the parts of a name. */
const LINKS = words('of the and de la von van & for in');
const ADVERBS = words('also never often always still now once just then only even usually currently not');
const VERBS = words(
  'is are was were be has have had do does did can could will would shall should may might must became become began came come cost drew fell felt found ' +
    'fought gave give go goes went got grew heard held hit kept knew know laid lead led left lie lost made make met paid put ran rose run said sang sat saw say see ' +
    'sent set shot sold spent stood swam take taught tell think thought threw told took understood wear wins won wore write wrote end live grow need play sell use want',
);

export interface StopAfterWord {
  /** The word before the stop. */
  word: string;
  /** The sentence before that word. */
  before: string;
  /** The text after the stop, as far as it is looked at. */
  after: string;
  /** The first word of it. */
  next: string;
  /** A quote or a bracket closes after the stop. */
  closed: boolean;
}

export function endsAfterWord({ word, before, after, next, closed }: StopAfterWord): boolean {
  const lower = word.toLowerCase();
  const capital = /^\p{Lu}/u.test(word);
  if (lower === 'st' && /\p{Lu}[\p{L}'’]*\s+$/u.test(before)) return mayEnd();
  if (NEVER_LAST.has(lower)) return false;
  if (TITLES.has(lower)) return !capital && mayEnd();
  if (NUMBERED.has(lower)) return !/^(?:\d|[VXL]$|[IVXL]{2,}$)/.test(next);
  if (DATED.has(lower)) return !capital || !DATES.test(next);
  if (STATES.has(lower)) return !capital || !/,\s*$/.test(before) || mayEnd();
  if (lower === 'ft' && capital) return false;
  if (MEASURES.has(lower)) return !/\d\s*$/.test(before) || mayEnd();
  if (MAYBE_LAST.has(lower)) return mayEnd();
  // Initials: "J. Smith", "W.H.S. Koerner", but "vitamin C. The".
  if (/^(?:\p{L}\.)+\p{L}$/u.test(word)) return closed || STARTERS.has(next.toLowerCase());
  if (/^\p{Lu}$/u.test(word) && word !== 'I') return STARTERS.has(next.toLowerCase());
  return true;

  function mayEnd(): boolean {
    if (/^\p{Ll}/u.test(next)) return false;
    return closed || STARTERS.has(next.toLowerCase()) || (hasVerb(before) && startsClause(after));
  }
}

/** A verb after the first word: what comes before the stop may be a whole sentence. */
function hasVerb(text: string): boolean {
  return text.trim().split(/\s+/).slice(1).some(looksLikeVerb);
}

/** A subject with a capital or a number, which is not part of the name before it, and a verb: "China produces", "50 Cent released", "Oakland County, Michigan contains". */
function startsClause(text: string): boolean {
  const parts = text.trim().split(/\s+/);
  if (ATTACHED.has(parts[0].toLowerCase())) return false;
  // "Dec. 15 elections": a number starts a subject only with a capital after it.
  let at = /^\d+$/.test(parts[0]) ? 1 : 0;
  if (!/^["'“‘(]*\p{Lu}/u.test(parts[at] ?? '')) return false;
  while (at < parts.length && (/^["'“‘(]*\p{Lu}/u.test(parts[at]) || LINKS.has(parts[at]))) at++;
  while (at < parts.length && (ADVERBS.has(parts[at]) || /ly$/.test(parts[at]))) at++;
  return at < parts.length && looksLikeVerb(parts[at]);
}

/** By its ending or the list: a plural looks like a verb too, so this is never asked alone. */
function looksLikeVerb(word: string): boolean {
  const bare = word.replace(/[^\p{L}]+$/u, '');
  return VERBS.has(bare) || /^\p{Ll}+(?:[^\Wsui]s|ed)$/u.test(bare);
}
