/** `sensebench build commongen`: from captions to a dataset folder of concept-sets with references. */
import { basename, join } from 'node:path';
import { countDrops } from '../../../build/index.ts';
import { starterCorpus } from '../../../build/sources/read-starter.ts';
import { type ActionContext, type CommonGenRow, conceptsOf, defineAction } from '../../../core/index.ts';
import { checkFolder, hashFile } from '../../../files/index.ts';
import { setFigures } from '../stats.ts';
import { type BuildOptions, buildOptionsSchema, parseSizes } from './build-options.ts';
import { type ConceptEdge, type ConceptVocabulary, conceptNetVocabulary, readConceptNet, wordNetVocabulary } from './concept-vocabulary.ts';
import { type Pipeline, runPipeline } from './pipeline.ts';
import { proveUnseen } from './prove-unseen.ts';
import { readCaptions } from './read-captions.ts';
import { readReferences, setKey } from './read-references.ts';
import { writeDataset } from './write-dataset.ts';

/** Of the nouns and verbs; above it the captions are probably in another language. */
const MANY_UNKNOWN = 0.3;
const SHOWN = 50;

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
    const started = context.now().getTime();
    const files = options.captions.length > 0 ? options.captions : [join(starterCorpus(), 'captions', 'captions.txt')];
    const settings = {
      least: options.least,
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
    const vocabulary = await chooseVocabulary(options, tools.wordnet, context);
    const pipeline = await runPipeline(allCaptions(files, options), { ...settings, vocabulary }, tools, context);
    if (pipeline.extracted.unknownShare > MANY_UNKNOWN) {
      context.warn(
        `${(100 * pipeline.extracted.unknownShare).toFixed(0)}% of the nouns and verbs are not in ${vocabulary.name}: are the captions English?`,
      );
    }
    const { splits, missing } = await addPeople(pipeline.splits, options.references);
    const proof = proveUnseen(splits);
    const stats = {
      splits: Object.fromEntries(
        Object.entries(splits).map(([name, rows]) => [name, figuresOf(rows, name === 'train' ? undefined : splits.train)]),
      ),
      captions: pipeline.extracted.captions.length,
      vocabulary: vocabulary.name,
      concepts: pipeline.extracted.words.length,
      unknownShare: pipeline.extracted.unknownShare,
      candidates: pipeline.scored.length,
      withoutPeople: missing,
      unseen: proof,
      best: bestSets(pipeline),
    };
    const sources = Object.fromEntries(await Promise.all(files.map(async (file) => [basename(file), await hashFile(file)])));
    await writeDataset(
      { ...options, date: options.published ?? context.now().toISOString().slice(0, 10) },
      {
        splits,
        ledger: pipeline.ledger,
        stats,
        sources,
        config: { ...settings, vocabulary: vocabulary.name },
        versions: { sensebench: context.version },
      },
    );
    const seconds = (context.now().getTime() - started) / 1000;
    const rows = Object.fromEntries(Object.entries(splits).map(([name, list]) => [name, list.length]));
    return {
      json: { out: options.out, rows, dropped: countDrops(pipeline.ledger), seconds, unseen: proof },
      text: `${Object.entries(rows)
        .map(([name, count]) => `${name} ${count}`)
        .join(', ')} concept-sets from ${stats.captions} captions\n${options.out}: ${seconds.toFixed(1)} s`,
    };
  },
});

async function* allCaptions(files: readonly string[], options: BuildOptions): AsyncGenerator<string> {
  for (const file of files) yield* readCaptions(file, options);
}

async function chooseVocabulary(
  { conceptnet }: BuildOptions,
  wordnet: Parameters<typeof wordNetVocabulary>[0] | undefined,
  context: ActionContext,
): Promise<ConceptVocabulary> {
  if (conceptnet) {
    const edges: Pick<ConceptEdge, 'start' | 'end'>[] = [];
    for await (const { start, end } of readConceptNet(conceptnet)) edges.push({ start, end });
    return conceptNetVocabulary(edges);
  }
  context.say('no ConceptNet given: concepts are the nouns and verbs of WordNet');
  if (!wordnet) throw new Error('WordNet was asked for and is not there');
  return wordNetVocabulary(wordnet);
}

/** References of people stand in place of captions; a set that nobody wrote for keeps its captions and is counted. */
async function addPeople(
  splits: Pipeline['splits'],
  path: string | undefined,
): Promise<{ splits: Pipeline['splits']; missing: number | null }> {
  if (path === undefined) return { splits, missing: null };
  const written = await readReferences(path);
  let missing = 0;
  const replace = (row: CommonGenRow): CommonGenRow => {
    const people = written.get(setKey(row.concept_set));
    if (!people) missing++;
    return people ? { ...row, ...people } : row;
  };
  return { splits: { ...splits, dev: splits.dev.map(replace), test: splits.test.map(replace) }, missing };
}

function figuresOf(rows: readonly CommonGenRow[], train: readonly CommonGenRow[] | undefined) {
  const split = (list: readonly CommonGenRow[]) => ({ concepts: list.map(conceptsOf), sentences: list.flatMap(({ scene }) => scene) });
  return setFigures(split(rows), train && split(train));
}

function bestSets({ scored, extracted }: Pipeline) {
  return [...scored]
    .sort((a, b) => b.score - a.score || a.concepts.join().localeCompare(b.concepts.join()))
    .slice(0, SHOWN)
    .map(({ concepts, ...figures }) => ({ concepts: concepts.map((concept) => extracted.words[concept]), ...figures }));
}
