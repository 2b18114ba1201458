/** Writes the dataset folder (design: The one flow): splits, context, ratings, ledger, statistics, card, Croissant, report. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type CroissantField, type CroissantFile, croissant, renderCard } from '../../../build/dataset/index.ts';
import { hashFile, writeFileAtomic, writeJson, writeJsonl } from '../../../files/index.ts';
import { humanCeiling } from '../actions/ceiling.ts';
import { splitFigures } from '../actions/stats.ts';
import { thresholdSensitivity } from '../ground-truth.ts';
import { toItem } from '../item.ts';
import { agreementByCategory, raterAgreement } from '../rater-agreement.ts';
import type { RatedPairs } from '../ratings/rated-pairs.ts';
import { SPLITS } from '../read-split-of.ts';
import { contextToJsonLd } from '../taxonomy/context-jsonld.ts';
import { taxonomyToJsonLd } from '../taxonomy/taxonomy-jsonld.ts';
import { contextCard } from './context-card.ts';
import { datasetReport } from './dataset-report.ts';
import type { DatasetStats, WriteInput } from './written-dataset.ts';

export async function writeDataset(folder: string, input: WriteInput): Promise<void> {
  const { context, built, rated, taxonomy, truth, seed, version } = input;
  const splitOf = new Map(SPLITS.flatMap((split) => built.splits[split].map(({ id }) => [id, split] as const)));
  const stats: DatasetStats = {
    splits: Object.fromEntries(SPLITS.map((split) => [split, splitFigures(built.splits[split].map(toItem))])),
    all: splitFigures(built.rows.map(toItem)),
    ceiling: humanCeiling(rated, { seed, splitOf }),
    agreement: { overall: raterAgreement(rated), perCategory: agreementByCategory(rated) },
    sensitivity: thresholdSensitivity(rated, truth),
    findings: built.findings,
  };
  for (const split of SPLITS) await writeJsonl(join(folder, `${split}.jsonl`), built.splits[split]);
  await writeJson(join(folder, 'context.json'), context);
  await writeJson(join(folder, 'context.jsonld'), contextToJsonLd(context, taxonomy));
  await writeJson(join(folder, 'taxonomy.jsonld'), taxonomyToJsonLd(taxonomy));
  await writeJsonl(join(folder, 'ratings.jsonl'), ratingLines(rated));
  await writeJsonl(join(folder, 'ledger.jsonl'), built.ledger);
  await writeJson(join(folder, 'stats.json'), stats);
  await writeJson(join(folder, 'dataset.json'), {
    benchmark: 'tgcsr',
    ...(input.simulated ? { simulated: true } : {}),
    config: input.config,
    seed,
    versions: { sensebench: version },
    sources: input.sources,
    splits: Object.fromEntries(
      await Promise.all(
        SPLITS.map(async (split) => [split, { rows: built.splits[split].length, sha256: await hashFile(join(folder, `${split}.jsonl`)) }]),
      ),
    ),
  });
  await writeFileAtomic(join(folder, 'README.md'), renderCard(contextCard({ ...input, stats })));
  await writeFileAtomic(join(folder, 'report.html'), datasetReport({ ...input, stats }));
  await writeJson(join(folder, 'croissant.json'), await describeFiles(folder, input));
}

function* ratingLines({ pairs, annotators }: RatedPairs): Generator<object> {
  for (const { context, question, answer, category, values, comments } of pairs) {
    for (const [i, annotator] of annotators.entries()) {
      yield {
        context,
        question,
        answer,
        category,
        annotator,
        value: values[i],
        ...(comments[annotator] ? { comment: comments[annotator] } : {}),
      };
    }
  }
}

const FIELDS: readonly CroissantField[] = [
  { name: 'id', description: 'context/question/answer', dataType: 'sc:Text' },
  { name: 'context', description: 'name of the context', dataType: 'sc:Text' },
  { name: 'category', description: 'one of the categories of the taxonomy', dataType: 'sc:Text' },
  { name: 'theme', description: 'what everybody reads first', dataType: 'sc:Text' },
  { name: 'questionID', description: 'number of the question', dataType: 'sc:Text' },
  { name: 'question', description: 'the question', dataType: 'sc:Text' },
  { name: 'answerID', description: 'number of the answer', dataType: 'sc:Text' },
  { name: 'answer', description: 'a candidate answer of the category', dataType: 'sc:Text' },
  { name: 'label', description: 'yes: a good fit; no: a bad fit', dataType: 'sc:Text' },
  { name: 'average', description: 'mean of the ratings', dataType: 'sc:Float' },
  { name: 'ratings', description: 'how many ratings', dataType: 'sc:Integer' },
  { name: 'agreement', description: 'share of annotators on the side of the majority', dataType: 'sc:Float' },
];

async function describeFiles(folder: string, { context, built, licence, date, version }: WriteInput): Promise<Record<string, unknown>> {
  const used = SPLITS.filter((split) => built.splits[split].length > 0);
  const files: CroissantFile[] = [];
  for (const { path, description, encodingFormat } of [
    ...used.map((split) => ({
      path: `${split}.jsonl`,
      description: `labelled pairs of ${split}`,
      encodingFormat: 'application/jsonlines',
    })),
    { path: 'context.json', description: 'theme, questions and answers', encodingFormat: 'application/json' },
    { path: 'ratings.jsonl', description: 'one rating a line', encodingFormat: 'application/jsonlines' },
    { path: 'context.jsonld', description: 'questions and answers linked to concepts', encodingFormat: 'application/ld+json' },
    { path: 'taxonomy.jsonld', description: 'categories and concepts', encodingFormat: 'application/ld+json' },
  ]) {
    const file = join(folder, path);
    files.push({ path, description, encodingFormat, bytes: (await stat(file)).size, sha256: await hashFile(file) });
  }
  return croissant({
    name: context.id,
    description: `${context.title}: question–answer pairs in categories of commonsense, each a yes or a no.`,
    licences: [licence],
    url: 'https://github.com/usc-isi-i2/TGCSR',
    creator: 'the authors of the context',
    datePublished: date,
    version,
    keywords: ['commonsense', 'question answering', 'TG-CSR'],
    citeAs:
      'Santos et al., A Theoretically Grounded Benchmark for Semantic Evaluation of Machine Common Sense, 2022, arXiv:2203.12184 (the method)',
    files,
    recordSets: used.map((split) => ({ name: split, file: `${split}.jsonl`, description: `${split} pairs`, fields: FIELDS })),
    rai: {
      dataCollection: 'Questions and answers were authored by hand in categories of a theory of commonsense; annotators rated every pair.',
      dataAnnotationProtocol: 'Likert 1–4 (4 very good fit, 3 good fit, 2 not sure, 1 bad fit); category names were hidden.',
      dataLimitation: 'What counts as common sense differs with age and culture; pairs without agreement were removed.',
    },
  });
}
