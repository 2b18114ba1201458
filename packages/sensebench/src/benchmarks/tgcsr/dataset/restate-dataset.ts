/** Describes a TG-CSR dataset again after people rated its pairs: labels, human score, agreement, and the ratings. */

import { type ChangedDataset, InputError, type RestatedDataset } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { readJson, writeJsonl } from '../../../files/index.ts';
import { bareTgcsrId, tgcsrContextSchema } from '../context.ts';
import type { GroundTruthOptions } from '../ground-truth.ts';
import { pairRowSchema } from '../item.ts';
import { collectRatings, ratingValueSchema } from '../ratings/rated-pairs.ts';
import { answers, ratingLines } from './content.ts';
import { contextSections } from './context-card.ts';
import { datasetSections } from './dataset-report.ts';
import { type DatasetStats, datasetStats } from './dataset-stats.ts';

const truthSchema = z.looseObject({
  by: z.enum(['average', 'mode']).optional(),
  threshold: z.number().optional(),
  minAgreement: z.number().optional(),
  minRatings: z.number().optional(),
});

export async function restateDataset(changed: ChangedDataset): Promise<RestatedDataset> {
  const before = readStats(changed.stats);
  const context = await readJson(changed.path('context.json'), tgcsrContextSchema);
  const rowsOf = (split: string) => (changed.splits[split] ?? []).map((row) => pairRowSchema.parse(row));
  const splits = { train: rowsOf('train'), dev: rowsOf('dev'), test: rowsOf('test') };
  const categories = new Map(context.questions.map(({ id, category }) => [bareTgcsrId(id), category]));
  const ratings = changed.decisions.map((decision) => ({ ...decision, value: ratingValueSchema.parse(decision.value) }));
  const rated = collectRatings(ratings, { categoryOf: (question) => categories.get(question) });
  const truth: GroundTruthOptions = truthSchema.parse(changed.config);
  const built = {
    splits,
    rows: Object.values(splits).flat(),
    ledger: [...changed.ledger],
    findings: before.findings,
    marks: before.marks ?? null,
  };
  const stats = datasetStats(built, rated, { truth: {}, seed: changed.seed });
  const input = { context, built, rated, truth: { by: truth.by }, simulated: changed.simulated, stats };
  return {
    row: pairRowSchema,
    stats,
    summary: `${built.rows.length} question–answer pairs on one theme, in categories of commonsense. A model reads the theme, a question and one candidate answer, and says yes (a good fit) or no.`,
    card: contextSections(input),
    answers: answers(input),
    sections: datasetSections(input),
    groups: { category: field('category'), context: field('context'), label: field('label') },
    listed: ['question', 'answer'],
    extras: [{ path: 'ratings.jsonl', description: 'one rating a line', write: (file) => writeJsonl(file, ratingLines(rated)) }],
  };
}

function field(name: 'category' | 'context' | 'label'): (row: object) => string | null {
  return (row) => pairRowSchema.parse(row)[name] ?? null;
}

/** The statistics that do not come from the ratings: findings about the authored questions. */
function readStats(stats: unknown): Pick<DatasetStats, 'findings' | 'marks'> {
  const found = z
    .custom<Pick<DatasetStats, 'findings' | 'marks'>>((value) => typeof value === 'object' && value !== null && 'findings' in value)
    .safeParse(stats);
  if (!found.success) throw new InputError('stats.json is not that of a built dataset', { expected: 'findings' });
  return found.data;
}
