/** Lexically constrained decoding with dynamic beam allocation (Post and Vilar 2018) over any next-token scorer. */

/** Natural-log probabilities of the next token for several prefixes at once. */
export interface NextTokenScorer {
  vocabulary: readonly string[];
  end: string;
  /** Tokens that are never written, such as `<s>` and `<unk>`. */
  hidden: ReadonlySet<string>;
  /** Id of the token for every word outside the vocabulary. */
  unknown: number;
  score(prefixes: readonly (readonly string[])[]): Promise<readonly ArrayLike<number>[]>;
}

/** One of these token sequences must appear. */
export type Constraint = readonly (readonly string[])[];

export interface BeamOptions {
  beam?: number;
  maxLength?: number;
  /** Scores are divided by length to this power: 0 prefers short sentences, 1 takes the mean per token. */
  lengthPower?: number;
  /** When to stop: as soon as a beam of sentences has ended, or only when the best of them is no worse than what is still open. */
  stop?: 'first' | 'best';
  /** How many sentences to give; the search may finish more than its beam is wide. Default: the width of the beam. */
  most?: number;
  /** How many sentences must have ended before the search may stop. Default: the width of the beam. */
  enough?: number;
  /** Whether a token goes on with the word before it, where tokens are pieces of words: `dog` is not met by `doghouse`. */
  continuesWord?(token: string): boolean;
}

export interface BeamResult {
  tokens: string[];
  logprob: number;
  score: number;
  /** Whether each constraint was met; all are unless no complete sentence was found within the limits. */
  met: boolean[];
}

interface Hypothesis {
  tokens: string[];
  logprob: number;
  met: boolean[];
  /** The constraint that the last token met, if any: the next token may turn its word into another. */
  fresh: number | null;
}

/** Sentences that meet all constraints, the best first. */
export async function constrainedBeamSearch(
  scorer: NextTokenScorer,
  constraints: readonly Constraint[],
  { beam = 20, maxLength = 30, lengthPower = 1, stop = 'first', most = beam, enough = beam, continuesWord }: BeamOptions = {},
): Promise<BeamResult[]> {
  const ids = new Map(scorer.vocabulary.map((word, id) => [word, id]));
  const endId = ids.get(scorer.end) ?? -1;
  const wanted = constraints.map((constraint) => constraint.filter((alternative) => alternative.length > 0));
  const sizes = wanted.map((constraint) => Math.max(1, ...constraint.map((alternative) => alternative.length)));
  const banks = sizes.reduce((sum, size) => sum + size, 0) + 1;
  const rate = ({ logprob, tokens }: Hypothesis) => logprob / (tokens.length + 1) ** lengthPower;
  const finished = new Map<string, Hypothesis>();
  let live: Hypothesis[] = [{ tokens: [], logprob: 0, met: wanted.map((constraint) => constraint.length === 0), fresh: null }];
  let last = live;
  const isSettled = () =>
    finished.size >= enough && (stop === 'first' || Math.max(...[...finished.values()].map(rate)) >= Math.max(...live.map(rate)));

  for (let length = 0; length < maxLength && live.length > 0 && !isSettled(); length++) {
    const scores = await scorer.score(live.map((hypothesis) => hypothesis.tokens));
    const candidates = new Map<string, Hypothesis>();
    const extend = (hypothesis: Hypothesis, token: string, logprob: number) => {
      if (logprob === Number.NEGATIVE_INFINITY) return;
      const next = advance(hypothesis, { token, logprob, wanted, continuesWord });
      candidates.set(next.tokens.join('\u0000'), next);
    };
    const best = bestTokens(live, scores, { beam, skip: (id) => id === endId || scorer.hidden.has(scorer.vocabulary[id]) });
    for (const [index, hypothesis] of live.entries()) {
      const row = scores[index];
      for (const id of best[index]) extend(hypothesis, scorer.vocabulary[id], row[id]);
      for (const token of openTokens(hypothesis, wanted)) extend(hypothesis, token, row[ids.get(token) ?? scorer.unknown]);
      if (endId >= 0 && hypothesis.met.every(Boolean) && hypothesis.tokens.length > 0) {
        finished.set(hypothesis.tokens.join('\u0000'), { ...hypothesis, logprob: hypothesis.logprob + row[endId] });
      }
    }
    last = live;
    live = allocate([...candidates.values()], { beam, banks, bankOf: (hypothesis) => progress(hypothesis, { wanted, sizes }) });
  }

  const complete = [...finished.values()];
  const result = complete.length > 0 ? complete : live.length > 0 ? live : last;
  return result
    .map((hypothesis) => ({ tokens: hypothesis.tokens, logprob: hypothesis.logprob, score: rate(hypothesis), met: hypothesis.met }))
    .sort((a, b) => metCount(b) - metCount(a) || b.score - a.score || (a.tokens.join(' ') < b.tokens.join(' ') ? -1 : 1))
    .slice(0, most);
}

const metCount = ({ met }: BeamResult) => met.filter(Boolean).length;

/** Tokens that begin an unmet constraint or go on with a phrase that has begun. */
function openTokens({ met, tokens }: Hypothesis, wanted: readonly Constraint[]): Set<string> {
  const open = new Set<string>();
  for (const [index, constraint] of wanted.entries()) {
    if (met[index]) continue;
    for (const phrase of constraint) {
      open.add(phrase[0]);
      for (let done = 1; done < phrase.length; done++) if (endsWith(tokens, phrase, done)) open.add(phrase[done]);
    }
  }
  return open;
}

/** Whether the first `count` tokens of a phrase end the sequence. */
function endsWith(tokens: readonly string[], phrase: readonly string[], count: number): boolean {
  const start = tokens.length - count;
  if (start < 0) return false;
  for (let i = 0; i < count; i++) if (tokens[start + i] !== phrase[i]) return false;
  return true;
}

interface Advance {
  token: string;
  logprob: number;
  wanted: readonly Constraint[];
  continuesWord?(token: string): boolean;
}

/** A token meets one constraint at most: that of the longest phrase which it completes. */
function advance({ tokens, logprob: before, met, fresh }: Hypothesis, { token, logprob, wanted, continuesWord }: Advance): Hypothesis {
  const next: Hypothesis = {
    tokens: [...tokens, token],
    logprob: before + logprob,
    met: fresh !== null && continuesWord?.(token) ? met.with(fresh, false) : met,
    fresh: null,
  };
  let longest = 0;
  for (const [constraint, alternatives] of wanted.entries()) {
    if (next.met[constraint]) continue;
    for (const phrase of alternatives) {
      if (phrase.length <= longest || !endsWith(next.tokens, phrase, phrase.length)) continue;
      longest = phrase.length;
      next.fresh = constraint;
    }
  }
  if (next.fresh !== null) next.met = next.met.with(next.fresh, true);
  return next;
}

/** How many tokens of the constraints are there: the number of the bank. */
function progress({ met, tokens }: Hypothesis, { wanted, sizes }: { wanted: readonly Constraint[]; sizes: readonly number[] }): number {
  let sum = 0;
  let begun = 0;
  for (const [index, isMet] of met.entries()) {
    if (isMet) sum += sizes[index];
    else for (const phrase of wanted[index]) begun = Math.max(begun, begunTokens(tokens, phrase, sizes[index] - 1));
  }
  return sum + begun;
}

function begunTokens(tokens: readonly string[], phrase: readonly string[], most: number): number {
  for (let done = Math.min(phrase.length - 1, most); done > 0; done--) if (endsWith(tokens, phrase, done)) return done;
  return 0;
}

/** The `beam` best continuations over all hypotheses, and the single best of each. */
function bestTokens(
  live: readonly Hypothesis[],
  scores: readonly ArrayLike<number>[],
  { beam, skip }: { beam: number; skip(id: number): boolean },
): number[][] {
  const pool: { index: number; id: number; value: number }[] = [];
  const chosen = live.map((hypothesis, index) => {
    const own = topIds(scores[index], beam, skip);
    for (const id of own) pool.push({ index, id, value: hypothesis.logprob + scores[index][id] });
    return new Set(own.slice(0, 1));
  });
  pool.sort((a, b) => b.value - a.value || a.index - b.index || a.id - b.id);
  for (const { index, id } of pool.slice(0, beam)) chosen[index].add(id);
  return chosen.map((set) => [...set]);
}

function topIds(row: ArrayLike<number>, count: number, skip: (id: number) => boolean): number[] {
  const top: number[] = [];
  for (let id = 0; id < row.length; id++) {
    if (top.length === count && row[id] <= row[top[count - 1]]) continue;
    if (skip(id) || row[id] === Number.NEGATIVE_INFINITY) continue;
    let at = top.length;
    while (at > 0 && row[top[at - 1]] < row[id]) at--;
    top.splice(at, 0, id);
    if (top.length > count) top.pop();
  }
  return top;
}

/** Gives each bank its share of the beam; what a bank cannot fill goes to the others, the fullest of constraints first. */
function allocate(
  candidates: readonly Hypothesis[],
  { beam, banks, bankOf }: { beam: number; banks: number; bankOf(hypothesis: Hypothesis): number },
): Hypothesis[] {
  const byBank: Hypothesis[][] = Array.from({ length: banks }, () => []);
  for (const candidate of candidates) byBank[bankOf(candidate)].push(candidate);
  for (const bank of byBank) bank.sort((a, b) => b.logprob - a.logprob || (a.tokens.join(' ') < b.tokens.join(' ') ? -1 : 1));
  const share = Math.floor(beam / banks);
  const sizes = byBank.map((bank) => Math.min(share, bank.length));
  let left = beam - sizes.reduce((sum, size) => sum + size, 0);
  for (let bank = banks - 1; bank >= 0 && left > 0; bank--) {
    const more = Math.min(left, byBank[bank].length - sizes[bank]);
    sizes[bank] += more;
    left -= more;
  }
  return byBank.flatMap((bank, index) => bank.slice(0, sizes[index]));
}
