/** Creates a competition from dataset folders and phases, with a copy of the gold; and previews it, reporting errors with their lines. */

import { randomUUID } from 'node:crypto';
import { type Benchmark, InputError, type Item } from 'sensebench/internal/core';
import {
  type Competition,
  checkItemsAfterEnd,
  commitTo,
  itemsOfPhases,
  leakBound,
  type Phase,
  type PhaseItems,
  parsePhasesText,
} from '../../leaderboard/index.ts';
import { transact } from '../store/transact.ts';
import { pageTask } from '../tasks/task.ts';
import { insertBoard } from './board-queries.ts';
import { type CollectedGold, collectGold, type Gold, readGold } from './gold.ts';
import { type Boards, openBoard, scoringOf } from './open-board.ts';
import { possibleReferences, REFERENCE_NAMES } from './references.ts';
import { addScoreJob } from './score-job.ts';
import { insertSubmission } from './submission-queries.ts';

export interface BoardSource {
  datasets: readonly string[];
  /** The text of phases.yaml. */
  phases: string;
  /** Shown to owners instead of the folders. */
  names?: readonly string[];
}

const FILE = 'phases.yaml';

export interface PreparedBoard {
  competition: Competition;
  items: readonly PhaseItems[];
  gold: Gold;
  collected: CollectedGold;
}

async function prepareBoard({ catalog, app }: Pick<Boards, 'catalog' | 'app'>, { datasets, phases }: BoardSource): Promise<PreparedBoard> {
  const { benchmark, collected } = await collectDatasets({ catalog }, datasets);
  const gold = await readGold(collected.files, benchmark);
  return { ...(await checkPhases(phases, { gold, app })), gold, collected };
}

export async function collectDatasets(
  { catalog }: Pick<Boards, 'catalog'>,
  datasets: readonly string[],
): Promise<{ benchmark: Benchmark; collected: CollectedGold }> {
  const folders = await Promise.all(datasets.map((folder) => catalog.openDataset(folder)));
  const [{ benchmark }] = folders;
  const other = folders.findIndex((folder) => folder.benchmark.name !== benchmark.name);
  if (other > 0) throw new InputError(`is of ${folders[other].benchmark.name}`, { file: datasets[other], expected: benchmark.name });
  return { benchmark, collected: await collectGold(folders.map(({ path }) => path)) };
}

/** Parses the phases and checks them against the data and the metrics. */
export async function checkPhases(
  yaml: string,
  { gold, app }: { gold: Gold; app: Boards['app'] },
): Promise<{ competition: Competition; items: readonly PhaseItems[] }> {
  let items: readonly PhaseItems[] = [];
  const { breakdowns } = gold.benchmark;
  const competition = await parsePhasesText(yaml, {
    file: FILE,
    async check(parsed) {
      items = itemsOfPhases(parsed, gold);
      checkItemsAfterEnd(parsed, items);
      for (const [i, phase] of parsed.phases.entries()) {
        const unknownBreakdown = phase.breakdowns.findIndex((name) => !Object.hasOwn(breakdowns, name));
        if (unknownBreakdown >= 0)
          throw new InputError(`the benchmark has no breakdown "${phase.breakdowns[unknownBreakdown]}"`, {
            field: `phases.${i}.breakdowns`,
            expected: Object.keys(breakdowns).join(', '),
          });
        const bare = items[i].scored.find(({ references }) => references.length === 0);
        if (bare) throw new InputError(`the item "${bare.id}" has no reference answer`, { field: `phases.${i}` });
        await checkMetrics(phase, { field: `phases.${i}`, item: items[i].scored[0], benchmark: gold.benchmark, app });
      }
    },
  });
  return { competition, items };
}

/** Checks that the ranking score exists, by measuring one item with its own answer. */
async function checkMetrics(
  { metrics, rank }: Phase,
  { field, item, benchmark, app }: { field: string; item: Item; benchmark: Benchmark; app: Boards['app'] },
): Promise<void> {
  const measured = await app
    .scorer(metrics)
    .measure({ items: [item], predictions: [item.references[0]], benchmark })
    .catch((error: unknown) => {
      throw error instanceof InputError ? new InputError(error.message, { field: `${field}.metrics` }) : error;
    });
  const { corpus } = measured.scores;
  if (!Object.hasOwn(corpus, rank))
    throw new InputError(`no metric gives "${rank}"`, { field: `${field}.rank`, expected: Object.keys(corpus).join(', ') });
}

export interface PreviewSource {
  datasets?: readonly string[];
  /** An existing competition whose data is used instead of folders. */
  board?: string;
  phases: string;
}

async function previewBoard(boards: Boards, { datasets, board, phases }: PreviewSource) {
  if (!datasets && board === undefined) throw new InputError('either datasets or a board is required', { field: 'datasets' });
  const { competition, items, gold } = datasets
    ? await prepareBoard(boards, { datasets, phases })
    : await withGoldOf(boards, board ?? '', phases);
  const references = new Set<string>();
  for (const phaseItems of items) for (const kind of await possibleReferences(gold, phaseItems)) references.add(REFERENCE_NAMES[kind].name);
  const ranks = new Set(competition.phases.map(({ rank }) => rank));
  return {
    title: competition.title,
    benchmark: gold.benchmark.name,
    phases: competition.phases.map(({ name, start, end = null, quota, ladder }, i) => {
      const { parts, scored, shown } = items[i];
      const count = (of: 'answered' | 'withheld') => shown.reduce((sum, group) => sum + group[of].length, 0);
      return {
        ...{ name, start, end, scored: scored.length },
        ...{ public: parts.public.length, private: parts.private.length, between: parts.between.length },
        withAnswers: count('answered'),
        withoutAnswers: count('withheld'),
        leak:
          quota.total === undefined
            ? null
            : { submissions: quota.total, labels: leakBound({ items: parts.public.length, submissions: quota.total, ladder }).labels },
      };
    }),
    references: [...references],
    published: gold.benchmark.published
      .filter(({ scores }) => Object.keys(scores).some((name) => ranks.has(name)))
      .map(({ system }) => system),
    warnings: warningsOf(competition, items),
  };
}

export const previewBoardTask = pageTask('preview-board', previewBoard);

async function withGoldOf(boards: Boards, board: string, phases: string) {
  const { gold } = await openBoard(scoringOf(boards), { board });
  return { ...(await checkPhases(phases, { gold, app: boards.app })), gold };
}

/** Consequences that an owner may not have considered. */
export function warningsOf({ phases }: Competition, items: readonly PhaseItems[]): string[] {
  return phases.flatMap(({ name, ladder, quota, public: { share } }, i) => [
    ...(share === 1 ? [`"${name}" has no private part: the final ranking uses scores that were already shown`] : []),
    ...(ladder === false ? [`"${name}" shows exact scores: labels can be inferred from repeated submissions`] : []),
    ...(quota.total === undefined ? [`"${name}" does not limit the total number of submissions`] : []),
    ...(items[i].parts.between.length > 0
      ? [`"${name}": ${items[i].parts.between.length} items share units with both parts and count only in scores of all items`]
      : []),
  ]);
}

export async function createBoard(boards: Boards, source: BoardSource, { person }: { person?: string } = {}): Promise<{ board: string }> {
  const { competition, items, gold, collected } = await prepareBoard(boards, source);
  const { commitment, opening } = commitTo(collected.files);
  const board = randomUUID();
  const at = boards.app.now().toISOString();
  const rows: { id: string; phase: string; origin: 'human' | 'random' | 'majority' }[] = [];
  for (const phaseItems of items)
    for (const origin of await possibleReferences(gold, phaseItems)) rows.push({ id: randomUUID(), phase: phaseItems.phase, origin });
  await transact(boards.sql, async (tx) => {
    if ((await tx`select from boards where id = ${board}`).length > 0) return;
    await insertBoard(tx, {
      id: board,
      benchmark: gold.benchmark.name,
      datasets: source.names ?? source.datasets,
      manifest: collected.manifest,
      competition,
      yaml: source.phases,
      files: collected.files,
      commitment,
      opening,
      scorer: boards.app.version,
      person,
    });
    for (const { id, phase, origin } of rows) {
      const { job } = await addScoreJob(tx, { board, submission: id, scoring: 1 });
      const { name, note } = REFERENCE_NAMES[origin];
      await insertSubmission(tx, { id, board, account: null, origin, phase, row: name, note, at, job });
    }
  });
  return { board };
}

export const createBoardTask = pageTask('create-board', createBoard);
