/** `npm run figures`: measures the table of docs/figures.md again with the commands themselves, from the data in ../shared. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pearson } from '../packages/metrics/src/metrics/index.ts';
import { type Figures, figuresSchema, withFigures } from './figures-table.ts';

const root = join(import.meta.dirname, '..');
const shared = join(root, '../shared');
const data = (...path: string[]) => join(shared, 'data', ...path);
const FIGURES = join(root, 'docs/figures.json');
const PAGE = join(root, 'docs/figures.md');
const STATEMENTS = ['creak', 'strategyqa', 'commonsenseqa'];
const folder = mkdtempSync(join(tmpdir(), 'sensebench-figures-'));

/** The JSON of a command. */
function ask(...words: string[]) {
  console.error(`sensebench ${words.slice(0, 2).join(' ')} …`);
  const out = join(folder, 'result.json');
  execFileSync(join(root, 'node_modules/.bin/tsx'), ['packages/sensebench/src/cli/main.ts', ...words, '--quiet', '--output', out], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return JSON.parse(readFileSync(out, 'utf8'));
}

function rowsOf(path: string) {
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

const furthest = (ours: readonly number[], theirs: readonly number[]) => Math.max(...ours.map((value, i) => Math.abs(value - theirs[i])));

function measureBart(): Figures['bart'] {
  const outputs = rowsOf(join(shared, 'oracles/commongen-dev-bart.jsonl'));
  const spices = rowsOf(join(shared, 'oracles/commongen-dev-bart-spice.jsonl')).map((row): number => row.spice.All.f ?? 0);
  const { scores: berts } = JSON.parse(readFileSync(join(shared, 'oracles/bertscore-minilm.json'), 'utf8'));
  const predictions = join(folder, 'bart.jsonl');
  writeFileSync(predictions, outputs.map(({ id, candidate }) => `${JSON.stringify({ id, prediction: candidate })}\n`).join(''));
  const given = ['--dataset', data('commongen/dev.jsonl'), '--predictions', predictions];
  const { corpus, perItem, items } = ask(
    'score',
    'commongen',
    ...given,
    '--metrics',
    'spice,coverageCommonGen,bleu,rougeLCoco,cider,rouge,meteor',
  );
  const bert = ask('score', 'commongen', ...given, '--metrics', 'bertscore', '--limit', '100').perItem;
  const of = (name: string): number[] => perItem.map((item: Record<string, number>) => item[name]);
  const captions = [
    ...[1, 2, 3, 4].map((n) =>
      furthest(
        of(`bleu${n}`),
        outputs.map(({ bleu }) => bleu[n - 1]),
      ),
    ),
    furthest(
      of('rougeLCoco'),
      outputs.map((row) => row.rougeL_coco),
    ),
    furthest(
      of('cider'),
      outputs.map(({ cider }) => cider),
    ),
    ...['rouge1', 'rouge2', 'rougeL'].map((name) =>
      furthest(
        of(name),
        outputs.map((row) => row.rouge_score[name]),
      ),
    ),
  ];
  const parts = [
    ['bertscoreP', 'P'],
    ['bertscoreR', 'R'],
    ['bertscoreF', 'F'],
  ] as const;
  return {
    items,
    spice: corpus.spice,
    spiceOriginal: spices.reduce((sum, value) => sum + value, 0) / spices.length,
    spicePearson: pearson(of('spice'), spices) ?? Number.NaN,
    coverage: corpus.coverageCommonGen,
    furthest: {
      captions: Math.max(...captions),
      meteor: furthest(
        of('meteor'),
        outputs.map((row) => row.meteor_no_paraphrase),
      ),
      bertscore: Math.max(
        ...parts.map(([ours, theirs]) =>
          furthest(
            bert.map((item: Record<string, number>) => item[ours]),
            berts.layer6[theirs],
          ),
        ),
      ),
    },
  };
}

function measureStarter(): Figures['starter'] {
  const house = join(root, 'corpus/tgcsr/moving-house');
  const options: Record<string, string[]> = { tgcsr: ['--author', house, '--ratings', join(house, 'ratings.csv')] };
  const rows = ['situatedgen', 'commongen', 'tgcsr'].map((name) => {
    const { rows: own } = ask('build', name, ...(options[name] ?? []), '--out', join(folder, name));
    return [name, { train: own.train, dev: own.dev, test: own.test }] as const;
  });
  return Object.fromEntries(rows);
}

function measureSituatedGen(): Figures['situatedgen'] {
  const files = ['train', 'dev'].map((split) => data(`situatedgen/${split}.jsonl`));
  const statements = STATEMENTS.map((name) => data(`situatedgen/statements/${name}.jsonl`));
  const { splits, sources } = ask('stats', 'situatedgen', '--dataset', ...files, '--statements', ...statements, '--no-model');
  const of = (split: string) => {
    const { examples, uniqueSentences, uniqueKeywords } = splits[split];
    return { examples, sentences: uniqueSentences, keywords: uniqueKeywords };
  };
  const contexts = STATEMENTS.map((source) => ({
    source,
    GEO: sources[source].GEO,
    TEMP: sources[source].TEMP,
    BOTH: sources[source].BOTH,
  }));
  return { train: of('train'), dev: of('dev'), contexts };
}

function measureCommonGen(): Figures['commongen'] {
  const dev = data('commongen/dev.jsonl');
  const { sets, uniqueConcepts, uniquePairs, uniqueTriples } = ask('stats', 'commongen', '--dataset', dev).splits.dev;
  const scores = ask('ceiling', 'commongen', '--dataset', dev, '--protocol', 'paper');
  const human = ['rouge2StemMean', 'rougeLStemMean', 'bleu3', 'bleu4', 'meteor', 'cider', 'spice'].map((name) => [name, scores[name]]);
  return { sets, concepts: uniqueConcepts, pairs: uniquePairs, triples: uniqueTriples, human: Object.fromEntries(human) };
}

function measureTreebank(...flags: string[]): Figures['treebank'] {
  const { treebank } = ask('nlp', 'eval', '--treebank', data('ud-ewt/dev.conllu.gz'), ...flags);
  return { tags: treebank.tags, lemmas: treebank.lemmas, uas: treebank.uas, las: treebank.las };
}

function measureEntities(...flags: string[]): Figures['entities'] {
  const files = STATEMENTS.map((name) => data(`situatedgen/statements/${name}.jsonl`));
  const { entities } = ask('nlp', 'eval', ...files.flatMap((file) => ['--statements', file]), ...flags);
  return { statements: files.flatMap(rowsOf).length, f1: entities.micro.f1 };
}

if (!existsSync(shared)) {
  console.error('the figures are measured on the data in ../shared, which is not here');
  process.exit(2);
}
try {
  const human = (context: string): number => ask('ceiling', 'tgcsr', '--ratings', data(`tgcsr/${context}-mc-ratings.csv`)).f1;
  const figures = figuresSchema.parse({
    bart: measureBart(),
    situatedgen: measureSituatedGen(),
    commongen: measureCommonGen(),
    starter: measureStarter(),
    tgcsr: { vacationing: human('vacationing-abroad'), camping: human('camping') },
    treebank: measureTreebank(),
    treebankDeep: measureTreebank('--deep'),
    entities: measureEntities(),
    entitiesDeep: measureEntities('--deep'),
  });
  writeFileSync(FIGURES, `${JSON.stringify(figures, null, 2)}\n`);
  writeFileSync(PAGE, withFigures(readFileSync(PAGE, 'utf8'), figures));
  console.error('docs/figures.json and docs/figures.md are as measured now');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
