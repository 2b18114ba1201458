/** `sensebench build commongen`: builds a dataset folder of concept-sets with references from captions. */
import { basename, join, resolve } from 'node:path';
import { type ActionContext, defineAction, InputError, type LedgerRow, type WordNet } from '@sensebench/metrics/internal/core';
import { fileSources, readDatasheet, writeDataset } from '../../../build/dataset/index.ts';
import { openSteps } from '../../../build/engines/index.ts';
import { stepTimes } from '../../../build/steps/index.ts';
import { readConceptNet } from '../../../files/formats/index.ts';
import { checkFolder, readJsonl } from '../../../files/index.ts';
import { tableToText } from '../../../report/index.ts';
import { starterCorpus } from '../../../statements/sources/index.ts';
import { readGraph, withConnectivity } from '../analysis/analyse-graph.ts';
import { graphTables } from '../analysis/graph-tables.ts';
import {
  type ConceptVocabulary,
  conceptNetVocabulary,
  readStopConcepts,
  STOP_CONCEPTS,
  wordNetVocabulary,
} from '../build/extract-concepts.ts';
import { addPeople, runPipeline } from '../build/pipeline.ts';
import { readAllCaptions } from '../build/read-captions.ts';
import { type BuildOptions, buildOptionsSchema, parseSizes } from '../build-options.ts';
import { datasetContent, referenceTasks } from '../dataset/content.ts';
import { type DatasetStats, datasetStats } from '../dataset/dataset-stats.ts';
import { type CommonGenRow, commonGenRowSchema, conceptsOf } from '../item.ts';

/** Captions are probably in another language if a larger share of their nouns, names and verbs is unknown. */
const MANY_UNKNOWN = 0.3;

/** corpus/README.md. */
const STARTER_LICENCE = 'CC0-1.0';

export const build = defineAction({
  summary: 'CommonGen from captions: concept-sets of 3–5, compositions of dev and test unseen in train',
  options: buildOptionsSchema,
  examples: [
    'build commongen --out my-dataset',
    'build commongen --captions captions.txt --unseen pairs --seed 17 --out my-dataset',
    'build commongen --captions captions.txt --written my-sets.jsonl --out my-dataset',
    'build commongen --captions coco.json vatex.json --conceptnet assertions.csv.gz --out my-dataset',
  ],
  async run(options, context) {
    await checkFolder(options.out, { force: options.force });
    const datasheet = options.datasheet === undefined ? undefined : await readDatasheet(options.datasheet);
    const started = context.now().getTime();
    const { captions: files, written: writtenFile, least, leastConcept } = buildInputs(options);
    const written = writtenFile ? await readWritten(writtenFile) : [];
    const settings = {
      least,
      leastConcept,
      sizes: {
        train: parseSizes(options.train, '--train'),
        dev: parseSizes(options.dev, '--dev'),
        test: parseSizes(options.test, '--test'),
      },
      unseen: options.unseen,
      perSet: options.perSet,
      perCaption: options.perCaption,
      seed: options.seed,
    };
    const tools = await context.tools({ analyse: true, wordnet: true });
    const { wordnet } = tools;
    if (!wordnet) throw new Error('WordNet could not be loaded');
    const vocabulary = await chooseVocabulary(options, wordnet, context);
    const stop = options.stop ? await readStopConcepts(options.stop) : STOP_CONCEPTS;
    const { runner: createRunner, close } = openSteps({ options, benchmark: 'commongen', context });
    const runner = createRunner();
    const input = { ...settings, vocabulary, stop, written };
    const captions = (drop: (row: LedgerRow) => void) => readAllCaptions(files, { ...options, drop });
    const pipeline = await runPipeline(captions, input, runner, context).finally(close);
    if (pipeline.extracted.unknownShare > MANY_UNKNOWN) {
      const share = (100 * pipeline.extracted.unknownShare).toFixed(0);
      context.warn(`${share}% of the nouns, names and verbs are not in ${vocabulary.name}: are the captions English?`);
    }
    const { splits: withPeople, ...people } = await addPeople(
      pipeline.splits,
      { references: options.references, written: written.length > 0 },
      tools,
      context,
    );
    const conceptnet = options.conceptnet
      ? await readGraph(
          options.conceptnet,
          Object.values(withPeople).flatMap((rows) => rows.map(conceptsOf)),
        )
      : undefined;
    const splits = conceptnet ? withConnectivity(withPeople, conceptnet) : withPeople;
    const named = `${vocabulary.name}, words of at least ${leastConcept} captions`;
    const stats = datasetStats(pipeline, splits, { ...people, vocabulary: named, conceptnet });
    const built = {
      splits,
      ledger: pipeline.ledger,
      stats,
      sources: await fileSources([...files, ...[options.conceptnet, options.references, writtenFile].flatMap((file) => file ?? [])]),
      written: written.length > 0,
      // Written sets already have references.
      tasks: written.length > 0 ? [] : referenceTasks([...splits.dev, ...splits.test], pipeline.extracted, options.seed),
      config: { ...settings, vocabulary: vocabulary.name, stop: [...stop].sort() },
      versions: { sensebench: context.version },
    };
    const licence = options.captions.length > 0 ? undefined : STARTER_LICENCE;
    const content = datasetContent(built, { ...options, name: basename(resolve(options.out)), licence });
    const { rows, dropped } = await writeDataset(options.out, { ...content, datasheet }, { force: options.force, say: context.say });
    const seconds = (context.now().getTime() - started) / 1000;
    for (const line of stepTimes(runner.log)) context.say(line);
    return {
      json: { out: options.out, rows, dropped, seconds, unseen: stats.unseen },
      text: `${Object.entries(rows)
        .map(([name, count]) => `${name} ${count}`)
        .join(', ')} concept-sets from ${stats.captions} captions\n${graphText(stats, context)}${options.out}: ${seconds.toFixed(1)} s`,
    };
  },
});

/** Figure 4, Table 2 and Figure 8 of dev and test, as text; the page has them as plots. */
function graphText({ splits }: DatasetStats, { width }: ActionContext): string {
  return Object.entries(splits)
    .flatMap(([name, { graph }]) => (graph && name !== 'train' ? graphTables(name, graph) : []))
    .map((table) => `\n${tableToText(table, { width })}\n\n`)
    .join('');
}

async function chooseVocabulary({ conceptnet }: BuildOptions, wordnet: WordNet, context: ActionContext): Promise<ConceptVocabulary> {
  if (conceptnet) return conceptNetVocabulary(readConceptNet(conceptnet));
  context.say('without ConceptNet, concepts are the nouns and verbs of WordNet');
  return wordNetVocabulary(wordnet);
}

/** The inputs of a build and the least counts of its words. Default: the starter corpus. */
interface BuildInputs {
  captions: string[];
  /** The file of concept-sets that people wrote references for. */
  written: string | undefined;
  least: number;
  leastConcept: number;
}

/** Every starter caption describes a different scene, so that lower counts suffice. Its written sets are used unless there are references for drawn sets. */
function buildInputs({ captions, written, references, least, leastConcept }: BuildOptions): BuildInputs {
  if (written && references)
    throw new InputError('--written and --references exclude each other', { expected: 'written sets, or references of drawn sets' });
  if (captions.length > 0) return { captions, written, least: least ?? 2, leastConcept: leastConcept ?? 6 };
  const starter = join(starterCorpus(), 'captions');
  return {
    captions: [join(starter, 'captions.txt')],
    written: written ?? (references ? undefined : join(starter, 'references.jsonl')),
    least: least ?? (references ? 2 : 1),
    leastConcept: leastConcept ?? (references ? 6 : 1),
  };
}

/** Reads concept-sets that people wrote references for: rows of CommonGen's released layout, 3 to 5 concepts, at least one reference. */
async function readWritten(path: string): Promise<CommonGenRow[]> {
  const rows: CommonGenRow[] = [];
  for await (const { value, line } of readJsonl(path, commonGenRowSchema)) {
    const size = new Set(conceptsOf(value)).size;
    if (size < 3 || size > 5 || size < conceptsOf(value).length) {
      throw new InputError(`"${value.concept_set}" is not a concept-set`, {
        file: path,
        line,
        field: 'concept_set',
        expected: '3 to 5 different concepts',
      });
    }
    if (value.scene.length === 0)
      throw new InputError('has no reference', { file: path, line, field: 'scene', expected: 'at least one sentence' });
    const { concept_set, scene, reason } = value;
    rows.push({ concept_set, scene, ...(reason ? { reason } : {}) });
  }
  if (rows.length === 0) throw new InputError('has no concept-set', { file: path, expected: 'rows with concept_set and scene' });
  return rows;
}
