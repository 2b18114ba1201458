/** Near-duplicates across splits: texts that are equal up to case and punctuation, or share most of their words (Jaccard). */
import { type Benchmark, describeInput, type Item } from '@sensebench/metrics/internal/core';
import { type AuditLanguage, choiceTexts, countEach, wordsOf } from './item-texts.ts';

export interface NamedSplit {
  name: string;
  items: readonly Item[];
}

export interface NearDuplicates {
  /** Texts of `split` are searched for in `other`. */
  split: string;
  other: string;
  of: string;
  /** Distinct texts of `split`. */
  texts: number;
  equal: number;
  /** The number of texts that are not equal but reach the overlap. */
  near: number;
  share: number | null;
  examples: { text: string; other: string; overlap: number }[];
}

interface FindOptions {
  benchmark: Benchmark;
  language: AuditLanguage;
  /** The lowest share of common words. */
  overlap: number;
  /** The number of near-duplicates to list. */
  examples?: number;
}

/** Compares every split with each one before it. */
export function findNearDuplicates(splits: readonly NamedSplit[], options: FindOptions): NearDuplicates[] {
  const texts = splits.map(({ items }) => textsByKind(items, options));
  return splits.flatMap(({ name: split }, place) =>
    splits
      .slice(0, place)
      .flatMap(({ name: other }, before) =>
        Array.from(texts[place], ([of, own]) => ({ split, other, of, ...compare(own, texts[before].get(of) ?? new Map(), options) })),
      ),
  );
}

/** The distinct texts of each kind, by their normalized form. */
function textsByKind(items: readonly Item[], { benchmark, language }: FindOptions): Map<string, Map<string, string>> {
  const kinds = new Map<string, Map<string, string>>();
  const add = (kind: string, text: string) => {
    const known = kinds.get(kind) ?? new Map<string, string>();
    kinds.set(kind, known);
    const normalized = wordsOf(text).join(' ');
    if (normalized !== '' && !known.has(normalized)) known.set(normalized, text);
  };
  for (const item of items) {
    const choices = choiceTexts(item, benchmark);
    if (choices) {
      add('question', choices.question);
      for (const { text } of choices.answers) add('answer', text);
      for (const { text } of choices.answers) add('question with answer', `${choices.question} ${text}`);
    } else {
      // The order of keywords does not matter.
      add('input', benchmark.keywords ? [...benchmark.keywords(item)].sort().join(' ') : describeInput(item));
      for (const sentence of item.references.flatMap((reference) => language.sentences(reference))) add('sentence', sentence);
    }
  }
  return kinds;
}

function compare(own: ReadonlyMap<string, string>, others: ReadonlyMap<string, string>, { overlap, examples: most = 5 }: FindOptions) {
  const nearest = indexTexts([...others.keys()], overlap);
  const found: NearDuplicates['examples'] = [];
  let equal = 0;
  let near = 0;
  for (const [normalized, text] of own) {
    if (others.has(normalized)) {
      equal++;
      continue;
    }
    const best = nearest(normalized);
    if (!best) continue;
    near++;
    if (found.length < most) found.push({ text, other: others.get(best.text) ?? best.text, overlap: best.overlap });
  }
  return { texts: own.size, equal, near, share: own.size === 0 ? null : (equal + near) / own.size, examples: found };
}

/**
 * Finds the text with the most common words, if it reaches the overlap. Two sets with such an overlap share one of their few rarest words
 * (prefix filtering, Chaudhuri et al. 2006), so that only those are indexed and most texts are never compared.
 */
function indexTexts(texts: readonly string[], least: number): (text: string) => { text: string; overlap: number } | null {
  const sets = texts.map((text) => new Set(text.split(' ')));
  const frequency = countEach(sets.flatMap((set) => [...set]));
  const rarest = (words: ReadonlySet<string>) =>
    [...words]
      .sort((a, b) => (frequency.get(a) ?? 0) - (frequency.get(b) ?? 0) || (a < b ? -1 : 1))
      .slice(0, words.size - Math.ceil(least * words.size) + 1);
  const places = new Map<string, number[]>();
  for (const [place, set] of sets.entries()) {
    for (const word of rarest(set)) {
      const list = places.get(word);
      if (list) list.push(place);
      else places.set(word, [place]);
    }
  }
  return (text) => {
    const words = new Set(text.split(' '));
    let best: { text: string; overlap: number } | null = null;
    for (const place of new Set(rarest(words).flatMap((word) => places.get(word) ?? []))) {
      const overlap = jaccard(words, sets[place]);
      if (overlap >= least && overlap > (best?.overlap ?? 0)) best = { text: texts[place], overlap };
    }
    return best;
  };
}

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let both = 0;
  for (const word of a) if (b.has(word)) both++;
  return both / (a.size + b.size - both);
}
