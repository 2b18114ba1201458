/** How well tags and states fit a word before anything is learned: counts of the word, of a tagger's guesses, and of its ending. */
import { categoryOf } from '../../packages/metrics/src/metrics/spice/parse/caption-grammar.ts';
import { endingsOf, tagMark } from '../../packages/metrics/src/metrics/spice/parse/caption-lexicon.ts';
import { add, type Counts, sumOf } from './count-grammar.ts';

/** A word's ending counts as much as so many of its occurrences; guesses of a tagger at most as much as so many. */
const ENDING = 1;
const GUESSES = 5;
/** Among the states of a tag, the word's own occurrences weigh against so many of all words with that tag. */
const STATES = 5;
/** Words that are more frequent say nothing of other words with their ending. */
const RARE = 20;
/** An ending's counts weigh against so many of the next shorter one's. */
const SHORTER = 3;
/** A tag that a word was never seen with has this share. */
const NEVER_SEEN = 0.002;
const ENOUGH = 10;

export interface CountedWord {
  tags: { tag: string; score: number; states: { state: string; score: number; seen: boolean }[] }[];
}

export interface CountedLexicon {
  word(word: string): CountedWord;
  /** Shares of the tags of words with this ending. */
  endings: ReadonlyMap<string, Counts>;
  scoreOfShare(tag: string, share: number): number;
  guessed: ReadonlyMap<string, Counts>;
  /** The states of a tag that the word can have. */
  statesOf(tag: string, word: string): string[];
}

export function countLexicon(words: ReadonlyMap<string, Counts>, states: Counts, guessed: ReadonlyMap<string, Counts>): CountedLexicon {
  const total = sumOf(states);
  const statesOf = new Map<string, string[]>();
  const tagTotals: Counts = new Map();
  for (const [state, count] of states) {
    const tag = categoryOf(state);
    statesOf.set(tag, [...(statesOf.get(tag) ?? []), state]);
    add(tagTotals, tag, count);
  }
  const tagsOf = (seen: Counts): Counts => {
    const tags: Counts = new Map();
    for (const [state, count] of seen) add(tags, categoryOf(state), count);
    return tags;
  };
  const endings = countEndings(words, guessed, tagsOf);
  const scoreOfShare = (tag: string, share: number) => Math.log((share * total) / (tagTotals.get(tag) ?? total));

  const fittingStates = (tag: string, word: string) =>
    (statesOf.get(tag) ?? []).filter((state) => markOf(state, tag) === tagMark(tag, word));

  return {
    endings,
    scoreOfShare,
    guessed,
    statesOf: fittingStates,
    word(word) {
      const seen = words.get(word) ?? new Map<string, number>();
      const count = sumOf(seen);
      const own = tagsOf(seen);
      const guesses = guessed.get(word) ?? new Map<string, number>();
      const guessCount = sumOf(guesses);
      const guessWeight = Math.min(GUESSES, guessCount);
      const byEnding = shareOfEnding(word, endings);
      const tags = new Set(own.keys());
      for (const [tag, n] of guesses) if (n > 3 || n / guessCount > 0.02) tags.add(tag);
      if (count + guessCount < ENOUGH) for (const [tag, share] of byEnding) if (share > 0.01) tags.add(tag);
      return {
        tags: [...tags]
          .filter((tag) => statesOf.has(tag))
          .map((tag) => {
            const ofTag = own.get(tag) ?? 0;
            const guess = guessCount === 0 ? 0 : (guesses.get(tag) ?? 0) / guessCount;
            const share = (ofTag + guessWeight * guess + ENDING * (byEnding.get(tag) ?? 0) + NEVER_SEEN) / (count + guessWeight + ENDING);
            const score = scoreOfShare(tag, (share * STATES) / (ofTag + STATES));
            const stateScores = fittingStates(tag, word).map((state) => {
              const prior = (states.get(state) ?? 0) / (tagTotals.get(tag) ?? 1);
              const n = seen.get(state) ?? 0;
              return { state, seen: n > 0, score: score + Math.log((n + STATES * prior) / (STATES * prior)) };
            });
            return { tag, score, states: stateScores };
          }),
      };
    },
  };
}

const markOf = (state: string, tag: string) => state.slice(tag.length).replace(/(-U)?\^.*$/, '');

function countEndings(
  words: ReadonlyMap<string, Counts>,
  guessed: ReadonlyMap<string, Counts>,
  tagsOf: (seen: Counts) => Counts,
): Map<string, Counts> {
  const endings = new Map<string, Counts>();
  const learn = (word: string, tags: Counts, weight: number) => {
    const count = sumOf(tags);
    if (count > RARE) return;
    for (const ending of endingsOf(word)) {
      const known = endings.get(ending) ?? new Map<string, number>();
      for (const [tag, n] of tags) add(known, tag, (weight * n) / count);
      endings.set(ending, known);
    }
  };
  for (const [word, seen] of words) learn(word, tagsOf(seen), 1);
  for (const [word, tags] of guessed) if (!words.has(word)) learn(word, tags, 0.5);
  return endings;
}

/** Longer endings first, as far as they were seen. */
export function shareOfEnding(word: string, endings: ReadonlyMap<string, Counts>): Counts {
  return shareOfEndings(endingsOf(word), endings);
}

export function shareOfEndings(chain: readonly string[], endings: ReadonlyMap<string, Counts>): Counts {
  let shares: Counts = new Map();
  for (const ending of chain) {
    const counts = endings.get(ending);
    if (counts === undefined) continue;
    const count = sumOf(counts);
    const next: Counts = new Map();
    for (const [tag, share] of shares) next.set(tag, (share * SHORTER) / (count + SHORTER));
    for (const [tag, n] of counts) add(next, tag, n / (count + SHORTER));
    shares = next;
  }
  return shares;
}
