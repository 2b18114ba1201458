/** Lemmas by form and Penn tag, as in the English Web Treebank: learned exceptions, WordNet's exceptions, detachment rules. */
import type { WordNetPos } from '@sensebench/metrics/internal/core';
import { readWeights } from '@sensebench/metrics/internal/nlp/weights';
import { type FullWordNet, openWordNet } from '@sensebench/metrics/internal/nlp/words/wordnet.ts';

export type Lemmatizer = (form: string, tag: string) => string;

const POS_OF_TAG: Record<string, WordNetPos> = {
  NNS: 'n',
  NNPS: 'n',
  VBZ: 'v',
  VBD: 'v',
  VBN: 'v',
  VBG: 'v',
  JJR: 'a',
  JJS: 'a',
  RBR: 'r',
  RBS: 'r',
};
/** Tags whose forms are kept as they are written. */
const VERBATIM = new Set(['ADD', 'FW', 'LS', 'GW', 'XX', 'SYM', '$', '#']);
const VOWEL = /[aeiouy]/;
const MEMO = 50_000;

/** Lemmas by rule alone, without the learned table: what train/lemmatizer/train.ts compares the treebank with. */
export function createRuleLemmatizer(wordnet: FullWordNet): Lemmatizer {
  return (form, tag) => {
    if (VERBATIM.has(tag)) return form;
    const plain = form.replaceAll('’', "'");
    if (tag === 'CD') return /^\d[\d,]*(?:\.\d+)?$/.test(plain) ? plain.replaceAll(',', '') : plain.toLowerCase();
    if (tag === 'NNP') return properName(plain);
    const lower = plain.toLowerCase();
    const pos = Object.hasOwn(POS_OF_TAG, tag) ? POS_OF_TAG[tag] : undefined;
    if (!pos) return lower;
    const base = regularBase(lower, tag, pos, wordnet);
    return tag === 'NNPS' ? withCaseOf(base, properName(plain)) : base;
  };
}

/** The lemmatizer that the project ships: rules and WordNet behind the learned table. */
export function loadLemmatizer(wordnet: FullWordNet = openWordNet(readWeights('wordnet/wordnet.bin.gz'))): Lemmatizer {
  const table = new Map<string, string>();
  for (const line of readWeights('lemmatizer/exceptions.tsv.gz').toString('utf8').split('\n')) {
    const [form, tag, lemma] = line.split('\t');
    if (lemma) table.set(`${form}\t${tag}`, lemma);
  }
  return withTable(createRuleLemmatizer(wordnet), table);
}

/** In names the case is part of the form. */
export const isName = (tag: string) => tag === 'NNP' || tag === 'NNPS';

/** Puts a table of `form TAB tag` → lemma before other rules; a form is looked up as written, then lower-cased. */
export function withTable(rules: Lemmatizer, table: ReadonlyMap<string, string>): Lemmatizer {
  const memo = new Map<string, string>();
  return (form, tag) => {
    const key = `${form}\t${tag}`;
    let lemma = memo.get(key);
    if (lemma !== undefined) return lemma;
    lemma = table.get(key) ?? (isName(tag) ? undefined : table.get(`${form.toLowerCase()}\t${tag}`)) ?? rules(form, tag);
    if (memo.size >= MEMO) memo.clear();
    memo.set(key, lemma);
    return lemma;
  };
}

let shipped: Lemmatizer | undefined;

/** The lemma of a form with its Penn Treebank tag; loads the table and WordNet at the first call. */
export function lemmatize(form: string, tag: string): string {
  shipped ??= loadLemmatizer();
  return shipped(form, tag);
}

/** "sunday" and "KABUL" are Sunday and Kabul; short capitals are acronyms. */
function properName(form: string): string {
  if (/^\p{Ll}+$/u.test(form) || /^\p{Lu}{6,}$/u.test(form)) return form[0].toUpperCase() + form.slice(1).toLowerCase();
  return form;
}

function withCaseOf(base: string, form: string): string {
  let cased = '';
  for (let i = 0; i < base.length; i++) cased += base[i] === form[i]?.toLowerCase() ? form[i] : base[i];
  return cased;
}

function regularBase(lower: string, tag: string, pos: WordNetPos, wordnet: FullWordNet): string {
  const [irregular] = pos === 'r' ? [...wordnet.exceptions(lower, 'r'), ...wordnet.exceptions(lower, 'a')] : wordnet.exceptions(lower, pos);
  if (irregular !== undefined) return irregular.replaceAll('_', ' ');
  const known = (base: string) => wordnet.has(base, pos) || (pos === 'r' && wordnet.has(base, 'a'));
  const hyphen = lower.lastIndexOf('-');
  if (hyphen > 0 && hyphen < lower.length - 1) return lower.slice(0, hyphen + 1) + regularBase(lower.slice(hyphen + 1), tag, pos, wordnet);
  const candidates = tag.startsWith('NN') || tag === 'VBZ' ? withoutS(lower, pos) : withoutEnding(lower, tag);
  return candidates.find(known) ?? candidates[0] ?? lower;
}

/** Candidates for plurals and third persons, the likeliest first. */
function withoutS(lower: string, pos: WordNetPos): string[] {
  if (pos === 'n' && lower.endsWith('men') && lower.length > 4) return [`${lower.slice(0, -3)}man`];
  if (/['’]s$/.test(lower)) return [lower.slice(0, -2)];
  if (!lower.endsWith('s') || lower.endsWith('ss') || lower.length < 3) return [lower];
  if (lower.endsWith('ies')) return lower.length > 4 ? [`${lower.slice(0, -3)}y`, lower.slice(0, -1)] : [lower.slice(0, -1)];
  if (/(?:s|x|z|ch|sh)es$/.test(lower)) {
    const short = lower.slice(0, -2);
    return /(?:[^su]s|[^z]z)es$/.test(lower) ? [lower.slice(0, -1), short] : [short, lower.slice(0, -1)];
  }
  if (lower.endsWith('oes')) return [lower.slice(0, -2), lower.slice(0, -1)];
  if (pos === 'n' && lower.endsWith('ves')) return [lower.slice(0, -1), `${lower.slice(0, -3)}f`, `${lower.slice(0, -3)}fe`];
  return [lower.slice(0, -1)];
}

const ENDINGS: Record<string, string> = { VBD: 'ed', VBN: 'ed', VBG: 'ing', JJR: 'er', RBR: 'er', JJS: 'est', RBS: 'est' };

/** Candidates for -ed, -ing, -er and -est, the likeliest first. */
function withoutEnding(lower: string, tag: string): string[] {
  let ending = ENDINGS[tag];
  // "goin" and "goin'" are written for "going".
  if (ending === 'ing' && /in'?$/.test(lower) && lower.length > 4) ending = lower.endsWith("'") ? "in'" : 'in';
  if (!lower.endsWith(ending)) return [lower];
  const stem = lower.slice(0, -ending.length);
  if (stem.length < 2 || !VOWEL.test(stem)) return [lower];
  if (ending !== 'ing' && stem.endsWith('i')) return [`${stem.slice(0, -1)}y`, stem];
  const last = stem.length - 1;
  const doubled = stem[last] === stem[last - 1] && !VOWEL.test(stem[last]);
  if (doubled) return 'lszf'.includes(stem[last]) ? [stem, stem.slice(0, -1)] : [stem.slice(0, -1), stem];
  return takesE(stem) ? [`${stem}e`, stem] : [stem, `${stem}e`];
}

/** Would a verb without final e look odd, or have doubled its consonant? */
function takesE(stem: string): boolean {
  if (/(?:[bcdfgkpstz]l|[cuvz]|[dr]g|[ao]ng|[aeiouy]s|[lnr]s|at|ir|ur|th)$/.test(stem)) return true;
  return /^[^aeiou]*[aeiouy][^aeiouwxy]$/.test(stem);
}
