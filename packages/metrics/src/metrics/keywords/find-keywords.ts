/** Finds a keyword in a lemmatized sentence (SituatedGen, section 6): inflections count, several words must be a phrase. */

import type { MetricInput, Token, Tools, WordNet, WordNetPos } from '../../core/index.ts';

/** A part of a text. */
export interface Span {
  start: number;
  end: number;
}

/** A word with all base forms it may be an inflection of. */
export interface WordForms {
  text: string;
  start: number;
  end: number;
  /** In lower case: as written, and the lemma in its context. */
  surface: string;
  lemma: string;
  tag: string;
  /** WordNet's base forms of it as a noun or verb, for keywords, which have no context. */
  bases: readonly string[];
  /** The base forms that its tag allows, for words of a sentence. */
  taggedBases: readonly string[];
}

export interface KeywordPlace {
  /** As written in the sentence. */
  text: string;
  start: number;
  end: number;
  /** The form shared by keyword and occurrence, words joined by spaces. */
  lemma: string;
  by: 'text' | 'lemma' | 'inflection';
}

/** Creates words, looking each up in WordNet once. Punctuation is kept for phrases like "St. John". */
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
      // For plurals that are their own lemma ("scissors", "clothes"), WordNet may have the singular only as a verb.
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

/** All occurrences of the keyword from left to right, without overlap. Offsets are relative to the whole text. */
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

/** A keyword alone may be tokenized differently than in a sentence ("U.S." loses its period, "1980's" is one word); its spelling is then searched for. */
function findSpelling(keyword: string, text: string, { start, end }: Span): KeywordPlace[] {
  const wanted = keyword.trim();
  const part = text.slice(start, end);
  if (wanted === '' || !part.toLowerCase().includes(wanted.toLowerCase())) return [];
  // A keyword that begins or ends with a mark ("'s", "-") may occur within a word.
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

/** Equal as written; else equal lemmas in context; else one is a base form of the other, or they share one (the noun "dancing" has the base "dance"). */
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

/** The text of neighbouring words with the spaces between them. */
function joinWords(words: readonly WordForms[]): string {
  return words.map((word, i) => (i > 0 && words[i - 1].end < word.start ? ` ${word.text}` : word.text)).join('');
}

/** Tokens and lemmas of all outputs and keywords, computed in one pass: the context shared by COVERAGE and MATCH. */
export interface AnalysedKeywords {
  words(text: string): Words;
  /** Whether WordNet's base forms were available. */
  wordnet: boolean;
  /** The source of the lemmas, for signatures: the fast analyser or the deep one. */
  reader: 'context' | 'deep';
}

/** Keywords are analysed without a sentence, so their lemmas are guesses; WordNet's base forms compensate. */
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
