/** `sensebench build commongen`: from captions to a dataset folder of concept-sets with references. */
import { basename, dirname, join, resolve } from 'node:path';
import { fileSources, readDatasheet, writeDataset } from '../../../build/dataset/index.ts';
import { createStepRunner, folderStore } from '../../../build/steps/index.ts';
import { type ActionContext, defineAction, type WordNet } from '../../../core/index.ts';
import { checkFolder } from '../../../files/index.ts';
import { starterCorpus } from '../../../statements/sources/index.ts';
import { type BuildOptions, buildOptionsSchema, parseSizes } from '../build-options.ts';
import { datasetContent } from '../dataset/content.ts';
import { datasetStats } from '../dataset/dataset-stats.ts';
import { referenceTasks } from '../dataset/reference-tasks.ts';
import { addPeople } from '../steps/add-people.ts';
import { type ConceptVocabulary, conceptNetVocabulary, readConceptNet, wordNetVocabulary } from '../steps/concept-vocabulary.ts';
import { runPipeline } from '../steps/pipeline.ts';
import { readAllCaptions } from '../steps/read-captions.ts';
import { readStopConcepts, STOP_CONCEPTS } from '../steps/stop-concepts.ts';

/** Share of unknown nouns, names and verbs above which the captions are probably in another language. */
const MANY_UNKNOWN = 0.3;

/** corpus/README.md. */
const STARTER_LICENCE = 'CC0-1.0';

export const build = defineAction({
  summary: 'CommonGen from captions: concept-sets of 3–5, compositions of dev and test unseen in train',
  options: buildOptionsSchema,
  examples: [
    'build commongen --out my-dataset',
    'build commongen --captions captions.txt --unseen pairs --seed 17 --out my-dataset',
    'build commongen --captions coco.json vatex.json --conceptnet assertions.csv.gz --out my-dataset',
  ],
  async run(options, context) {
    await checkFolder(options.out, { force: options.force });
    const datasheet = options.datasheet === undefined ? undefined : await readDatasheet(options.datasheet);
    const started = context.now().getTime();
    const files = options.captions.length > 0 ? options.captions : [join(starterCorpus(), 'captions', 'captions.txt')];
    const settings = {
      least: options.least,
      leastConcept: options.leastConcept,
      sizes: {
        train: parseSizes(options.train, '--train'),
        dev: parseSizes(options.dev, '--dev'),
        test: parseSizes(options.test, '--test'),
      },
      unseen: options.unseen,
      perSet: options.perSet,
      seed: options.seed,
    };
    const tools = await context.tools({ analyse: true, wordnet: true });
    const { wordnet } = tools;
    if (!wordnet) throw new Error('WordNet was asked for and is not there');
    const vocabulary = await chooseVocabulary(options, wordnet, context);
    const stop = options.stop ? await readStopConcepts(options.stop) : STOP_CONCEPTS;
    const { signal, progress, warn } = context;
    const runner = createStepRunner({
      store: folderStore(options.cache ?? join(dirname(options.out), '.sensebench-cache'), { warn }),
      tools: context.tools,
      signal,
      progress,
      clock: () => context.now().getTime(),
    });
    const pipeline = await runPipeline(readAllCaptions(files, options), { ...settings, vocabulary, stop }, runner, context);
    if (pipeline.extracted.unknownShare > MANY_UNKNOWN) {
      const share = (100 * pipeline.extracted.unknownShare).toFixed(0);
      context.warn(`${share}% of the nouns, names and verbs are not in ${vocabulary.name}: are the captions English?`);
    }
    const { splits, ...people } = await addPeople(pipeline.splits, options.references, tools, context);
    const named = `${vocabulary.name}, words of at least ${options.leastConcept} captions`;
    const stats = await datasetStats(pipeline, splits, { ...people, vocabulary: named, conceptnet: options.conceptnet });
    const built = {
      splits,
      ledger: pipeline.ledger,
      stats,
      sources: await fileSources([...files, ...[options.conceptnet, options.references].flatMap((file) => file ?? [])]),
      tasks: referenceTasks([...splits.dev, ...splits.test], pipeline.extracted, options.seed),
      config: { ...settings, vocabulary: vocabulary.name, stop: [...stop].sort() },
      versions: { sensebench: context.version },
    };
    const content = datasetContent(built, options.name ?? basename(resolve(options.out)), {
      ...options,
      licence: options.licence ?? (options.captions.length > 0 ? undefined : STARTER_LICENCE),
    });
    const { rows, dropped } = await writeDataset(options.out, { ...content, datasheet }, { force: options.force, say: context.say });
    const seconds = (context.now().getTime() - started) / 1000;
    return {
      json: { out: options.out, rows, dropped, seconds, unseen: stats.unseen },
      text: `${Object.entries(rows)
        .map(([name, count]) => `${name} ${count}`)
        .join(', ')} concept-sets from ${stats.captions} captions\n${options.out}: ${seconds.toFixed(1)} s`,
    };
  },
});

async function chooseVocabulary({ conceptnet }: BuildOptions, wordnet: WordNet, context: ActionContext): Promise<ConceptVocabulary> {
  if (conceptnet) return conceptNetVocabulary(readConceptNet(conceptnet));
  context.say('no ConceptNet given: concepts are the nouns and verbs of WordNet');
  return wordNetVocabulary(wordnet);
}
