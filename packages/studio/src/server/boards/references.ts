/** Reference rows that follow from the data (people, chance, the most frequent label), and the names that competitors may not take. */
import { humanAnswerOf } from 'sensebench/internal/annotate';
import { type App, type Benchmark, type Item, type PredictedText, type Scorer, version } from 'sensebench/internal/core';
import { cleanName, demandOwnName, labelsHash, type PhaseItems, type ScoredSubmission, scoredSchema } from '../../leaderboard/index.ts';
import { listAccounts } from '../people/accounts.ts';
import { readBoard } from './board-queries.ts';
import type { Gold } from './gold.ts';
import { type Boards, scoringOf } from './open-board.ts';
import { listReferenceRows } from './submission-queries.ts';

export type ReferenceKind = 'human' | 'random' | 'majority';

export const REFERENCE_NAMES: Readonly<Record<ReferenceKind, { name: string; note: string }>> = {
  human: { name: 'Human', note: 'each person against the others' },
  random: { name: 'Random', note: 'drawn by seed' },
  majority: { name: 'Majority', note: 'the most frequent label of the training items' },
};

const SEED = 17;

/** The references that can be computed from the data. */
export async function possibleReferences(gold: Gold, items: PhaseItems): Promise<ReferenceKind[]> {
  const { choices, guess } = gold.benchmark;
  return [
    ...((await gold.people(items.scored)) ? (['human'] as const) : []),
    ...(choices || guess ? (['random'] as const) : []),
    ...(choices && trainingItems(gold, items).length > 0 ? (['majority'] as const) : []),
  ];
}

/** Items whose answers are available to all competitors. */
function trainingItems(gold: Pick<Gold, 'splits'>, items: PhaseItems): readonly Item[] {
  const shown = items.shown.flatMap(({ answered }) => answered);
  return shown.length > 0 ? shown : (gold.splits.train ?? []);
}

/** The predictions of chance or the majority, made without the answers of the scored items. */
export async function baseline(
  kind: 'random' | 'majority',
  { app, gold, items, signal = new AbortController().signal }: { app: App; gold: Gold; items: PhaseItems; signal?: AbortSignal },
): Promise<{ id: string; prediction: PredictedText }[]> {
  const runner = await app.runner(kind, { benchmark: gold.benchmark, pool: trainingItems(gold, items) });
  return Promise.all(
    items.scored.map(async (item) => {
      const { text, prediction = text } = await runner.predict({ item, prompt: '', examples: [], seed: SEED, signal });
      return { id: item.id, prediction };
    }),
  );
}

/** Scores people. There is no single prediction per item, so each part is scored with the answers of all people. */
export async function scorePeople(
  id: string,
  options: { gold: Gold; items: PhaseItems; benchmark: Benchmark; scorer: Scorer; rank: string; signal?: AbortSignal },
): Promise<ScoredSubmission> {
  const { gold, items, benchmark, scorer, rank, signal } = options;
  const parts: ScoredSubmission['parts'] = {};
  for (const part of ['all', 'public', 'private'] as const) {
    const ids = part === 'all' ? null : new Set(items.parts[part]);
    const chosen = ids ? items.scored.filter((item) => ids.has(item.id)) : items.scored;
    if (chosen.length === 0 || (ids && chosen.length === items.scored.length)) continue;
    const people = await gold.people(chosen);
    if (!people) continue;
    const predictions = people.map(humanAnswerOf);
    const { scores } = await scorer.measure({ items: people, predictions, benchmark, intervals: { seed: SEED }, signal });
    const { perItem: _perItem, ...rest } = scores;
    parts[part] = { ...rest, standing: { value: scores.corpus[rank] ?? null, mean: false, influence: null } };
  }
  return scoredSchema.parse(JSON.parse(JSON.stringify({ submission: id, scorer: version, labels: labelsHash(items), parts })));
}

async function reservedNames(boards: Boards, board: string): Promise<Set<string>> {
  const { benchmark } = await readBoard(boards.sql, { board });
  const { published } = await scoringOf(boards).benchmark(benchmark);
  return new Set([
    ...Object.values(REFERENCE_NAMES).map(({ name }) => name),
    ...(await listReferenceRows(boards.sql, { board })),
    ...published.map(({ system }) => system),
  ]);
}

/** Cleans the name of a competitor's row or account, or throws an InputError. */
export async function readOwnName(boards: Boards, { board, name, field }: { board: string; name: string; field: string }): Promise<string> {
  const cleanedName = cleanName(name, { field });
  demandOwnName(cleanedName, { reserved: await reservedNames(boards, board), field });
  return cleanedName;
}

/** When an account chooses its name, it must not resemble that of another account either. */
export async function readAccountName(
  boards: Boards,
  { board, name, account }: { board: string; name: string; account: string | null },
): Promise<string> {
  const cleanedName = await readOwnName(boards, { board, name, field: 'name' });
  const others = (await listAccounts(boards.sql, { board }))
    .map((other) => other.account)
    .filter((other) => other !== account && other !== cleanedName);
  demandOwnName(cleanedName, { reserved: others, field: 'name' });
  return cleanedName;
}
