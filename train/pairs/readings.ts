/** The pairs that readers judged by one rubric, and the statements that a reading found to be commonsense of a place or time. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createRandom } from '../../packages/metrics/src/core/index.ts';
import { dataPath } from '../corpora.ts';

export interface JudgedPair {
  first: string;
  second: string;
  /** Where the pair was drawn from. */
  from: string;
  /** Would the annotators of the paper keep it? Absent where nobody said. */
  valid?: boolean;
  /** Would one sign it as a test of commonsense? */
  good?: boolean;
  /** How much it counts beside a pair that was read twice. */
  weight: number;
}

interface ReadRow {
  from: string;
  ids: readonly string[];
  first: string;
  second: string;
  valid: boolean | readonly boolean[];
  verdict: string | readonly string[];
}

interface FoundRow {
  ids: readonly string[];
  topic: string;
  verdict: 'good' | 'nearly' | 'trivia-but-acceptable';
  first: string;
  second: string;
}

/**
 * Pairs that were found by reading are all good ones of one kind, and our own readings were drawn where an earlier model was least sure: both count
 * less, or they would move the model away from the pairs that a build meets.
 */
const WEIGHT = { twice: 1, once: 1, found: 0.03, own: 0.4, built: 0.5, random: 0.3 } as const;
const RANDOM = { any: 250, commonsense: 400 } as const;

export interface TopicStatement {
  text: string;
  /** null for a statement that no reading found. */
  topic: string | null;
}

function rowsOf<Row>(path: string): Row[] {
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
}

/** A pair that was read twice counts once for each reading. */
export function readJudgedPairs(): JudgedPair[] {
  const twice = rowsOf<ReadRow>(dataPath('pairs/read-twice.jsonl')).flatMap(({ first, second, from, valid, verdict }) =>
    [0, 1].map((reading): JudgedPair => {
      const said = (verdict as readonly string[])[reading];
      return { first, second, from, valid: (valid as readonly boolean[])[reading], good: said === 'good', weight: WEIGHT.twice / 2 };
    }),
  );
  const once = rowsOf<ReadRow>(dataPath('pairs/read-once.jsonl')).map(
    ({ first, second, from, valid, verdict }): JudgedPair => ({
      first,
      second,
      from,
      valid: valid as boolean,
      good: verdict === 'good',
      weight: WEIGHT.once,
    }),
  );
  const found = rowsOf<FoundRow>(dataPath('pairs/found-by-reading.jsonl')).map(({ first, second, verdict }): JudgedPair => {
    const pair = { first, second, from: `found by reading, ${verdict}`, weight: WEIGHT.found };
    return verdict === 'nearly' ? { ...pair, good: false } : { ...pair, valid: true, good: verdict === 'good' };
  });
  return [...twice, ...once, ...found, ...readOwn(), ...randomPairs()];
}

/** The first eight digits of the SHA-256 of a text: a label counts as long as the statement is still written that way. */
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8);

/** Pairs that were read for this model: ids, hashes and verdicts are in the repository, texts are not. */
function readOwn(): JudgedPair[] {
  const texts = new Map([...readStatements(), ...readClaims()].map(({ id, text }) => [`${id} ${hashOf(text)}`, text]));
  return readFileSync(fileURLToPath(new URL('./readings.tsv', import.meta.url)), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .flatMap((line): JudgedPair[] => {
      const [one, hash, two, otherHash, valid, verdict, drawn] = line.split('\t');
      const [first, second] = [texts.get(`${one} ${hash}`), texts.get(`${two} ${otherHash}`)];
      if (first === undefined || second === undefined) return [];
      return [
        {
          first,
          second,
          from: `own, ${drawn}`,
          valid: valid === 'y',
          good: verdict === 'good',
          weight: drawn.endsWith('build') ? WEIGHT.built : WEIGHT.own,
        },
      ];
    });
}

/** The true claims of CREAK, with the ids that a build gives them. */
function readClaims(): { id: string; text: string }[] {
  return rowsOf<{ sentence: string }>(dataPath('creak/train.jsonl')).map(({ sentence }, place) => ({
    id: `creak::train::${place}`,
    text: sentence,
  }));
}

/** Any two statements, and any two commonsense statements of different topics: hardly one of them is a pair. */
function randomPairs(): JudgedPair[] {
  const random = createRandom('random pairs');
  const all = readTopics();
  const common = all.filter(({ topic }) => topic !== null);
  const draw = (from: string, list: readonly TopicStatement[], count: number) =>
    Array.from({ length: count }, () => [list[random.below(list.length)], list[random.below(list.length)]])
      .filter(([one, two]) => one.text !== two.text && (one.topic === null || one.topic !== two.topic))
      .map(([one, two]): JudgedPair => ({ first: one.text, second: two.text, from, valid: false, good: false, weight: WEIGHT.random }));
  return [...draw('random', all, RANDOM.any), ...draw('random, commonsense', common, RANDOM.commonsense)];
}

function readStatements(): { id: string; text: string }[] {
  return ['creak', 'strategyqa', 'commonsenseqa'].flatMap((source) =>
    rowsOf<{ id: string; statement: string }>(dataPath(`situatedgen/statements/${source}.jsonl`)).map(({ id, statement }) => ({
      id,
      text: statement,
    })),
  );
}

/** Each of the given statements with its topic, as far as a reading named one. */
export function readTopics(): TopicStatement[] {
  const topics = new Map(
    rowsOf<{ statement: string; topic: string }>(dataPath('pairs/commonsense-statements.jsonl')).map(({ statement, topic }) => [
      statement,
      topic,
    ]),
  );
  for (const { first, second, topic, verdict } of rowsOf<FoundRow>(dataPath('pairs/found-by-reading.jsonl')))
    if (verdict === 'good') for (const text of [first, second]) if (!topics.has(text)) topics.set(text, topic);
  return readStatements().map(({ text }) => ({ text, topic: topics.get(text) ?? null }));
}
