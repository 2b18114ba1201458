/** Finds a keyword in a lemmatized sentence (SituatedGen, section 6): inflections count, several words must be a phrase. */

import type { MetricInput, Token, Tools, WordNet, WordNetPos } from '../../core/index.ts';

/** A part of a text. */
export interface Span {
  start: number;
  end: number;
}

/** A word with everything it may be an inflection of. */
export interface WordForms {
  text: string;
  start: number;
  end: number;
  /** Lower case: as written, and the lemma that its context gives it. */
  surface: string;
  lemma: string;
  tag: string;
  /** Base forms that WordNet knows for it as noun or verb: what a keyword, which has no context, may be. */
  bases: readonly string[];
  /** Those among them that its tag allows: what a word of a sentence may be. */
  taggedBases: readonly string[];
}

export interface KeywordPlace {
  /** As written in the sentence. */
  text: string;
  start: number;
  end: number;
  /** The form that keyword and place share, words joined by a space. */
  lemma: string;
  by: 'text' | 'lemma' | 'inflection';
}

/** Makes the words of texts, looking each up in WordNet once. Punctuation stays: phrases like "St. John" hold it. */
export function createWordForms(wordnet?: WordNet): (tokens: readonly Token[]) => WordForms[] {
  const known = new Map<string, Record<'nouns' | 'verbs' | 'adjectives', readonly string[]>>();
  const look = (surface: string) => {
    let found = known.get(surface);
    if (!found) {
      const basesAs = (pos: WordNetPos) => wordnet?.baseForms(surface, pos) ?? [];
      found = { nouns: basesAs('n'), verbs: basesAs('v'), adjectives: basesAs('a') };
      known.set(surface, found);
    }
    return found;
  };
  return (tokens) =>
    tokens.map(({ text, start, end, tag, lemma }) => {
      const surface = text.toLowerCase();
      const { nouns, verbs, adjectives } = look(surface);
      const bases = [...nouns, ...verbs];
      // Where a plural is its own lemma ("scissors", "clothes"), WordNet knows the singular that a list may have as a verb alone.
      const allowed = [
        ...nouns,
        ...(mayBeVerb(tag, surface) || (tag === 'NNS' && lemma.toLowerCase() === surface) ? verbs : []),
        ...(/^(JJ|RB)/.test(tag) ? adjectives : []),
      ];
      return { text, start, end, surface, lemma: lemma.toLowerCase(), tag, bases, taggedBases: allowed };
    });
}

/** A participle may be tagged as adjective ("fallen") and a gerund as noun ("dancing"), but the noun "rose" is not a form of "rise". */
function mayBeVerb(tag: string, surface: string): boolean {
  return tag.startsWith('VB') || tag.startsWith('JJ') || (tag.startsWith('NN') && surface.endsWith('ing'));
}

/** A text with its words. */
interface Words {
  text: string;
  words: readonly WordForms[];
}

/** Every place of the keyword from left to right, none overlapping another. Places are counted in the whole text. */
export function findKeyword(keyword: Words, { text, words }: Words, { start = 0, end = text.length }: Partial<Span> = {}): KeywordPlace[] {
  const part = words.filter((word) => word.start >= start && word.end <= end);
  const places = findPhrase(keyword.words, part);
  return places.length > 0 ? places : findSpelling(keyword.text, text, { start, end });
}

function findPhrase(keyword: readonly WordForms[], sentence: readonly WordForms[]): KeywordPlace[] {
  const places: KeywordPlace[] = [];
  if (keyword.length === 0) return places;
  for (let start = 0; start + keyword.length <= sentence.length; start++) {
    const matches: WordMatch[] = [];
    for (let i = 0; i < keyword.length; i++) {
      const match = matchWord(keyword[i], sentence[start + i]);
      if (!match) break;
      matches.push(match);
    }
    if (matches.length < keyword.length) continue;
    const last = start + keyword.length - 1;
    places.push({
      text: joinWords(sentence.slice(start, last + 1)),
      start: sentence[start].start,
      end: sentence[last].end,
      lemma: matches.map(({ lemma }) => lemma).join(' '),
      by: matches.some(({ by }) => by === 'inflection') ? 'inflection' : matches.some(({ by }) => by === 'lemma') ? 'lemma' : 'text',
    });
    start = last;
  }
  return places;
}

/** Tokens of a keyword alone are not always those it has in a sentence ("U.S." loses its stop, "1980's" is one word): then its letters decide. */
function findSpelling(keyword: string, text: string, { start, end }: Span): KeywordPlace[] {
  const wanted = keyword.trim();
  const part = text.slice(start, end);
  if (wanted === '' || !part.toLowerCase().includes(wanted.toLowerCase())) return [];
  // A keyword that begins or ends with a mark ("'s", "-") may stand within a word.
  const before = /^[\p{L}\p{N}]/u.test(wanted) ? '(?<![\\p{L}\\p{N}])' : '';
  const after = /[\p{L}\p{N}]$/u.test(wanted) ? '(?![\\p{L}\\p{N}])' : '';
  const pattern = new RegExp(`${before}${wanted.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}${after}`, 'giu');
  return Array.from(part.matchAll(pattern), (found) => ({
    text: found[0],
    start: start + found.index,
    end: start + found.index + found[0].length,
    lemma: wanted.toLowerCase(),
    by: 'text' as const,
  }));
}

interface WordMatch {
  lemma: string;
  by: KeywordPlace['by'];
}

/** Equal as written; else equal lemmas in context; else one is a base form of the other, or both share one ("dancing" the noun has the base "dance"). */
function matchWord(keyword: WordForms, word: WordForms): WordMatch | null {
  if (keyword.surface === word.surface) return { lemma: word.lemma, by: 'text' };
  for (const lemma of [keyword.lemma, keyword.surface]) {
    if (lemma === word.lemma || lemma === word.surface) return { lemma, by: 'lemma' };
  }
  if (keyword.bases.includes(word.lemma)) return { lemma: word.lemma, by: 'lemma' };
  for (const base of word.taggedBases) {
    if (base === keyword.surface || base === keyword.lemma || keyword.bases.includes(base)) return { lemma: base, by: 'inflection' };
  }
  return null;
}

/** The text of neighbouring words with the spaces that stood between them. */
function joinWords(words: readonly WordForms[]): string {
  return words.map((word, i) => (i > 0 && words[i - 1].end < word.start ? ` ${word.text}` : word.text)).join('');
}

/** Tokens and lemmas of all outputs and keywords, made in one pass: the context that COVERAGE and MATCH share. */
export interface AnalysedKeywords {
  words(text: string): Words;
  /** Whether WordNet's base forms were at hand. */
  wordnet: boolean;
  /** Where the lemmas come from, for signatures: the fast reader of words in their context, or the deep one. */
  reader: 'context' | 'deep';
}

/** Keywords are analysed apart from any sentence, so their lemma is a guess; WordNet's base forms make up for it. */
export async function analyseKeywords(
  inputs: readonly MetricInput[],
  tools: Tools,
  more: (input: MetricInput) => readonly string[] = () => [],
): Promise<AnalysedKeywords> {
  const texts = new Set<string>();
  for (const input of inputs) {
    texts.add(input.candidate);
    for (const keyword of input.keywords ?? []) texts.add(keyword);
    for (const text of more(input)) texts.add(text);
  }
  const list = [...texts];
  const analyses = await tools.analyse(list, { entities: false });
  const wordForms = createWordForms(tools.wordnet);
  const forms = new Map(list.map((text, i) => [text, { text, words: wordForms(analyses[i].tokens) }]));
  return {
    wordnet: tools.wordnet !== undefined,
    reader: tools.analyseFast ? 'deep' : 'context',
    words: (text) => {
      const found = forms.get(text);
      if (!found) throw new RangeError(`"${text}" was not analysed`);
      return found;
    },
  };
}
