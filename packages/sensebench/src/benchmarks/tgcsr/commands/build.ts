/** `sensebench build tgcsr`: makes a dataset folder from an authored context and its ratings. */
import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { defineAction, InputError } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { bareName, fileSources, readDatasheet, writeDataset } from '../../../build/dataset/index.ts';
import { checkFolder, nameOf, readJson } from '../../../files/index.ts';
import { marksTable } from '../author/check-marks.ts';
import { composeContext } from '../author/compose-context.ts';
import { readContext } from '../author/read-context.ts';
import { buildDataset } from '../build/build-dataset.ts';
import { tgcsrContextSchema } from '../context.ts';
import { datasetContent } from '../dataset/content.ts';
import { datasetStats } from '../dataset/dataset-stats.ts';
import { peopleOptions, peopleTables, readPeople } from '../people-groups.ts';
import { readRatingsOf } from '../ratings-options.ts';
import { figuresTable, phaseShares, SPLITS } from '../splits.ts';

import { readTaxonomy } from '../taxonomy/taxonomy.ts';

const share = z.number().min(0).max(0.9).optional();

const optionsSchema = z.object({
  author: z.string().describe('the context: YAML, XLSX with one tab per category, or a folder with either or with CSV files'),
  ratings: z.array(z.string()).min(1).describe('CSV, XLSX or JSONL; several files are read together'),
  out: z.string().describe('the dataset folder to write'),
  force: z.boolean().default(false).describe('replace the dataset in an existing folder; other files are kept'),
  scale: z.enum(['likert', 'binary']).optional().describe('scale of the ratings: 1–4, or 0 and 1 (default: recognized by the values)'),
  by: z.enum(['average', 'mode']).default('average').describe('how ratings become one label'),
  threshold: z.number().optional().describe('ratings above it are a yes (default: 2.5, or 0.5 for labels)'),
  minAgreement: z.number().min(0).max(1).default(0.5).describe('pairs whose majority is not above it are removed'),
  minRatings: z.number().int().min(1).default(2).describe('pairs with fewer ratings are removed'),
  phase: z.number().int().min(1).max(4).default(1).describe('1 has the largest train and dev, 4 is zero-shot'),
  train: share.describe("share of the pairs, in place of the phase's"),
  dev: share.describe("share of the pairs, in place of the phase's"),
  splitBy: z.enum(['question', 'pair']).default('question').describe('unit that is never divided between splits'),
  stratify: z
    .enum(['category', 'size'])
    .default('category')
    .describe('whether splits put every category in each of them first, or their sizes'),
  maxAnswers: z.number().int().positive().optional().describe('limit of every answer set (default: 10 for Emotions)'),
  ids: z.string().optional().describe('context.json of an earlier build, whose texts keep their ids'),
  taxonomy: z.string().optional().describe('YAML with further concepts or categories'),
  ...peopleOptions,
  datasheet: z
    .string()
    .optional()
    .describe('datasheet.yaml: name, licence, address and date, answers that only you know, version and errata'),
  seed: z.number().int().default(1).describe('seed of splits and intervals'),
});

export const build = defineAction({
  summary: 'make a dataset folder from an authored context and its ratings',
  options: optionsSchema,
  examples: [
    'build tgcsr --author corpus/tgcsr/moving-house --ratings corpus/tgcsr/moving-house/ratings.csv --out moving-house',
    'build tgcsr --author questions.xlsx --ratings A.xlsx B.xlsx C.xlsx --out my-dataset --phase 4',
  ],
  async run(options, context) {
    const start = context.now().getTime();
    const { author, ratings, out, force, seed, scale, by, threshold, minAgreement, minRatings } = options;
    await checkFolder(out, { force });
    const datasheet = options.datasheet === undefined ? undefined : await readDatasheet(options.datasheet);
    const taxonomy = await readTaxonomy(options.taxonomy);
    const previous = options.ids ? await readJson(options.ids, tgcsrContextSchema) : undefined;
    const { authored, files } = await readContext(author, { taxonomy });
    const made = composeContext(authored, { taxonomy, previous, maxAnswers: options.maxAnswers, file: nameOf(files[0]) });
    const { context: composed, merged } = made;
    for (const { category, text, intoText } of merged) context.say(`${category}: "${text}" merged into "${intoText}"`);
    const rated = await readRatingsOf(composed, ratings, { scale, now: context.now, warn: context.warn });
    const simulated = (await Promise.all(ratings.map(areSimulated))).includes(true);
    if (simulated) context.warn('the ratings are simulated: scores of people are scores of their simulation');
    const phase = phaseShares(options.phase as 1 | 2 | 3 | 4);
    const split = {
      train: options.train ?? phase.train,
      dev: options.dev ?? phase.dev,
      by: options.splitBy,
      stratify: options.stratify,
      seed,
    };
    if (split.train + split.dev > 0.9) throw new InputError('--train and --dev leave less than a tenth of the pairs for test');
    const truth = { by, threshold, minAgreement, minRatings };
    const built = buildDataset({ composed: made, rated, taxonomy, truth, split });
    for (const { message } of built.findings) context.warn(message);
    const people = await readPeople(rated, options, context);
    const stats = datasetStats(built, rated, { truth, seed, people });
    const read = [...files, ...ratings, ...[options.taxonomy, options.ids].flatMap((file) => file ?? [])];
    const content = datasetContent({
      context: composed,
      built,
      rated,
      stats,
      taxonomy,
      truth,
      simulated,
      config: recorded(options),
      seed,
      sources: await fileSources(read),
      version: context.version,
      licence: authored.licence,
    });
    const { rows, dropped } = await writeDataset(out, { ...content, datasheet }, { force, say: context.say });
    return {
      json: {
        out,
        rows,
        dropped,
        findings: built.findings,
        ...(built.marks ? { marks: built.marks } : {}),
        seconds: (context.now().getTime() - start) / 1000,
      },
      tables: [
        figuresTable(`${composed.title}: ${SPLITS.map((name) => `${rows[name]} ${name}`).join(', ')}`, stats.all),
        ...(built.marks?.disagreements.length ? [marksTable(built.marks)] : []),
        ...(people ? peopleTables(people) : []),
      ],
      notes: [
        '',
        ...(built.marks ? [`authors and annotators agree on ${built.marks.agree} of ${built.marks.compared} marked answers`] : []),
        `${built.ledger.length} rows in ledger.jsonl; written to ${out}`,
      ].join('\n'),
    };
  },
});

/**
 * Options as dataset.json keeps them: files by their base name, without what is recorded elsewhere. The file of backgrounds is neither named nor hashed,
 * because it is not published.
 */
function recorded({
  author,
  ratings,
  ids,
  taxonomy,
  background: _background,
  ...options
}: z.infer<typeof optionsSchema>): Record<string, unknown> {
  const { out: _out, force: _force, datasheet: _datasheet, ...rest } = options;
  const named = { ...(ids ? { ids: bareName(ids) } : {}), ...(taxonomy ? { taxonomy: bareName(taxonomy) } : {}) };
  return { author: basename(resolve(author)), ratings: ratings.map(bareName), ...named, ...rest };
}

/** ratings.json beside ratings.csv may say `simulated: true`, as in our own corpus. */
async function areSimulated(ratings: string): Promise<boolean> {
  const beside = ratings.replace(/\.[a-z]+(\.gz)?$/i, '.json');
  if (beside === ratings || !existsSync(beside)) return false;
  return (await readJson(beside, z.looseObject({ simulated: z.boolean().optional() }))).simulated === true;
}
