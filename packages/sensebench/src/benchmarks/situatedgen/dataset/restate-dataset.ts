/** Describes a SituatedGen dataset again after people changed its rows: statistics, and the files derived from the rows. */
import { existsSync } from 'node:fs';
import type { ChangedDataset, RestatedDataset } from '@sensebench/metrics/internal/core';
import { countDrops, readStats } from '../../../build/dataset/index.ts';
import { readRows } from '../../../files/index.ts';
import { type Statement, statementSchema } from '../../../statements/index.ts';
import { filterAgreement } from '../build/filter-by-people.ts';
import { TASK_NAMES } from '../build-options.ts';
import { type SituatedGenExample, situatedGenExampleSchema } from '../row.ts';
import { filterTask } from '../tasks/filter.ts';
import { answers, biases, conversionRule, numbers } from './content.ts';
import { datasetSections } from './dataset-report.ts';
import { type DatasetStats, rowStats, type StatementRows } from './dataset-stats.ts';
import { TRAINING_FORMATS } from './export-training.ts';
import { extraFiles } from './extra-files.ts';

/** Statistics that do not come from the rows: how they were mined and split. */
const STATS = ['sources', 'statementSources', 'mining', 'communities', 'ratios'] as const;

export async function restateDataset(changed: ChangedDataset): Promise<RestatedDataset> {
  const { ledger, seed, task } = changed;
  const before = readStats<DatasetStats>(changed.stats, STATS);
  const examples = Object.fromEntries(
    Object.entries(changed.splits).map(([split, rows]) => [split, rows.map((row) => situatedGenExampleSchema.parse(row))]),
  );
  const file = changed.path('statements.jsonl');
  const statements = listed(existsSync(file) ? await readRows(file, statementSchema) : []);
  const { contrasts, ...rows } = rowStats(examples, { statements, seed });
  const stats: DatasetStats = {
    ...before,
    ...rows,
    mining: { ...before.mining, contrasts },
    dropped: countDrops(ledger),
    filter: task === filterTask.name ? filterFigures(changed, examples.test ?? []) : before.filter,
  };
  const judged = stats.filter ? `people judged ${stats.filter.judged} examples, and no others` : 'no person has checked them';
  const ruleOf = conversionRule(statements);
  const has = (pattern: RegExp) => changed.files.some((path) => pattern.test(path));
  return {
    row: situatedGenExampleSchema,
    stats,
    limits: `Pairs are mined automatically; ${judged}. What counts as common sense was decided by the people who wrote the sources.`,
    biases: biases(stats),
    card: [numbers(stats)],
    answers: answers(stats),
    sections: datasetSections(stats),
    groups: { rule: (row) => ruleOf(situatedGenExampleSchema.parse(row)) },
    listed: ['keywords', 'statement'],
    // The statements and the comparison with released pairs are not derived from the rows.
    extras: extraFiles(
      { examples, statements, stats, comparison: null },
      {
        seed,
        format: TRAINING_FORMATS.filter((format) => has(new RegExp(`^training/${format}-`))),
        parquet: has(/\.parquet$/),
        boolqa: has(/^boolqa\//),
        tasks: TASK_NAMES.filter((name) => has(new RegExp(`^tasks/${name}\\.jsonl$`))),
      },
    ).filter(({ path }) => path !== 'statements.jsonl'),
  };
}

function listed(statements: readonly Statement[]): StatementRows {
  const byId = new Map(statements.map((statement) => [statement.id, statement]));
  return { length: statements.length, find: (id) => byId.get(id), [Symbol.iterator]: () => statements[Symbol.iterator]() };
}

/** The statistics of the current judgements. The removed rows are in the ledger. */
function filterFigures({ decisions, ledger }: ChangedDataset, test: readonly SituatedGenExample[]): DatasetStats['filter'] {
  const values = decisions.map((decision) => ({ ...decision, value: filterTask.value.parse(decision.value) }));
  const judged = new Set(values.map(({ item }) => item));
  const removed = ledger.filter(({ step, ids }) => step === 'filter' && judged.has(ids.join('|'))).length;
  return {
    judged: judged.size,
    undecided: test.filter(({ ids }) => !judged.has(ids.join('|'))).length,
    removedShare: judged.size > 0 ? removed / judged.size : null,
    agreement: filterAgreement(values.filter(({ final }) => !final)),
  };
}
