import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Analysis, Tools } from '@sensebench/metrics/internal/core';
import { loadWordNet } from '@sensebench/metrics/internal/nlp/words/wordnet.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quietContext } from '../../../../../../test/quiet-context.ts';
import { croissantFaults } from '../../../build/index.ts';
import { loadAnalyser } from '../../../nlp/analysis/analyser.ts';
import { starterCorpus } from '../../../statements/sources/read-starter.ts';
import { commonGen } from '../benchmark.ts';
import type { DatasetStats } from '../dataset/dataset-stats.ts';
import type { CommonGenRow } from '../item.ts';
import { build } from './build.ts';

/** Drawn sets; the build without captions has the written ones. */
const DRAWN = {
  captions: [join(starterCorpus(), 'captions', 'captions.txt')],
  dev: '3=20,4=10,5=3',
  test: '4=10,5=3',
};
let folder: string;
let tools: Tools;
let base: string;
let starter: string;
const warnings: string[] = [];
let analysed = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sensebench-commongen-'));
  const analyser = await loadAnalyser();
  const known = new Map<string, Analysis>();
  tools = {
    tokens: () => [],
    wordnet: await loadWordNet(),
    ids: { analyser: 'shipped', wordnet: '3.0' },
    async analyse(texts, options) {
      analysed += texts.length;
      const fresh = texts.filter((text) => !known.has(text));
      for (const analysis of await analyser.analyse(fresh, options)) known.set(analysis.text, analysis);
      return texts.map((text) => known.get(text) ?? { text, tokens: [], entities: [] });
    },
  };
  base = await run('base');
  starter = join(folder, 'starter');
  await build.run(build.options.parse({ out: starter }), quietContext({ tools: async () => tools }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(name: string, options: Record<string, unknown> = {}): Promise<string> {
  const context = quietContext({ tools: async () => tools, warn: (line) => warnings.push(line) });
  const out = join(folder, name);
  await build.run(build.options.parse({ ...DRAWN, datasheet: write('datasheet.yaml', 'name: starter\n'), out, ...options }), context);
  return out;
}

function write(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const files = (out: string) => Object.fromEntries(readdirSync(out).map((name) => [name, readFileSync(join(out, name), 'utf8')]));
const statsOf = (out: string): DatasetStats => JSON.parse(readFileSync(join(out, 'stats.json'), 'utf8'));
const rowsOf = (out: string, split: string): CommonGenRow[] =>
  readFileSync(join(out, `${split}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('building CommonGen from the starter corpus', () => {
  const splits = ['train', 'dev', 'test'];

  it('gives dev and test of written sets in the mix of sizes of the paper, each with three references', () => {
    const { dev, test, train } = statsOf(starter).splits;
    expect(dev.sets).toBeGreaterThanOrEqual(150);
    expect(test.sets).toBeGreaterThanOrEqual(150);
    expect(train.sets).toBeGreaterThan(1000);
    expect(test.bySize['3']).toBe(0);
    const held = [...rowsOf(starter, 'dev'), ...rowsOf(starter, 'test')];
    expect(held.filter(({ scene, reason }) => scene.length < 3 || reason?.length !== scene.length)).toEqual([]);
    expect(statsOf(starter)).toMatchObject({ withoutPeople: 0, missingConcepts: { references: 0 } });
    expect(readdirSync(starter)).not.toContain('reference-task.jsonl');
  });

  it('shares no reference between splits, has no reference list twice, and none that serves many sets', () => {
    const splitOf = new Map<string, string>();
    const uses = new Map<string, number>();
    const lists = new Set<string>();
    for (const split of splits)
      for (const { scene } of rowsOf(starter, split)) {
        const list = [...scene].sort().join('|');
        expect(lists.has(list)).toBe(false);
        lists.add(list);
        for (const sentence of scene) {
          expect(splitOf.get(sentence) ?? split).toBe(split);
          splitOf.set(sentence, split);
          uses.set(sentence, (uses.get(sentence) ?? 0) + 1);
        }
      }
    const most = Math.max(...uses.values());
    expect(most).toBeLessThanOrEqual(4);
    expect(statsOf(starter)).toMatchObject({
      sharedSentences: 0,
      sharedDevTest: 0,
      mostSetsPerReference: most,
      equalReferenceLists: 0,
    });
  });

  it('has no pair of dev or test in train, and most of their concepts', () => {
    const { splits: figures, unseen } = statsOf(starter);
    for (const split of ['dev', 'test']) {
      expect(unseen[split].pairs.inTrain).toBe(0);
      expect(figures[split].unseenConceptsInText).toBeLessThan(0.1);
    }
  });

  it('refuses written sets together with references, and rows that are not sets', async () => {
    await expect(run('both', { written: 'a.jsonl', references: 'b.jsonl' })).rejects.toThrow(
      /--written and --references exclude each other/,
    );
    const written = (row: object) => run('wrong', { written: write('sets.jsonl', JSON.stringify(row)) });
    await expect(written({ concept_set: 'dog#run', scene: ['A dog runs.'] })).rejects.toThrow(
      /sets\.jsonl:1, field "concept_set": "dog#run" is not a concept-set/,
    );
    await expect(written({ concept_set: 'dog#run#dog', scene: ['A dog runs.'] })).rejects.toThrow(/3 to 5 different concepts/);
    await expect(written({ concept_set: 'dog#run#park', scene: [] })).rejects.toThrow(/sets\.jsonl:1, field "scene": has no reference/);
  });
});

describe('building CommonGen from captions', () => {
  it('gives every file of a dataset folder', () => {
    expect(Object.keys(files(base)).sort()).toEqual([
      'README.md',
      'croissant.json',
      'dataset.json',
      'dev.jsonl',
      'ledger.jsonl',
      'reference-task.jsonl',
      'report.html',
      'stats.json',
      'test.jsonl',
      'train.jsonl',
    ]);
    expect(croissantFaults(JSON.parse(files(base)['croissant.json']))).toEqual([]);
    const { splits, vocabulary, candidates } = statsOf(base);
    expect(vocabulary).toBe('WordNet 3.0, words of at least 6 captions');
    expect(splits.test.bySize['3']).toBe(0);
    expect(splits.train.sets).toBeGreaterThan(300);
    expect(candidates).toBeGreaterThan(splits.train.sets + splits.dev.sets + splits.test.sets);
  });

  it('gives the same bytes again, and others for another seed', async () => {
    expect(files(await run('again'))).toEqual(files(base));
    expect(files(await run('seed', { seed: 18 }))['test.jsonl']).not.toBe(files(base)['test.jsonl']);
  });

  it('analyses captions once, whatever else changes, and goes on from any part of its cache', async () => {
    const cache = join(folder, 'cache');
    const first = files(await run('cold', { cache }));
    analysed = 0;
    expect(files(await run('warm', { cache }))).toEqual(first);
    await run('rarer', { cache, leastConcept: 3, unseen: 'triples' });
    expect(analysed).toBe(0);
    for (const [i, name] of readdirSync(cache).sort().entries()) if (i % 2 === 0) rmSync(join(cache, name));
    expect(files(await run('half', { cache }))).toEqual(first);
    expect(first).toEqual(files(base));
  });

  it('has no pair of dev or test in train', () => {
    const pairs = (split: string) =>
      new Set(
        rowsOf(base, split).flatMap(({ concept_set: set }) =>
          set.split('#').flatMap((a, i, all) => all.slice(i + 1).map((b) => [a, b].sort().join())),
        ),
      );
    const seen = pairs('train');
    const held = [...pairs('dev'), ...pairs('test')];
    expect(held.length).toBeGreaterThan(50);
    expect(held.filter((pair) => seen.has(pair))).toEqual([]);
    expect(statsOf(base).unseen.test.pairs).toMatchObject({ inTrain: 0, examples: [] });
    const { unseenConcepts, unseenConceptsInText } = statsOf(base).splits.test;
    expect(unseenConceptsInText).toBeLessThan(unseenConcepts ?? 0);
  });

  it('is read by the benchmark, and its references hold the concepts', async () => {
    const items = [];
    for await (const item of commonGen.read(base, { split: 'dev' })) items.push(item);
    expect(items.length).toBe(statsOf(base).splits.dev.sets);
    for (const { input, references } of items) {
      expect(input.concepts.length).toBeGreaterThanOrEqual(3);
      expect(references.length).toBeGreaterThanOrEqual(2);
    }
  });

  it('shows workers each concept with its part of speech', () => {
    const [first] = files(base)
      ['reference-task.jsonl'].split('\n')
      .map((line) => line && JSON.parse(line));
    expect(first).toMatchObject({ item: rowsOf(base, 'dev')[0].concept_set, task: 'commongen/references', workers: 3 });
    expect(first.shown).toMatch(/^\w+\((noun|verb)\)(, \w+\((noun|verb)\)){2,4}$/);
  });

  it('refuses an existing folder unless told otherwise', async () => {
    const before = files(base);
    await expect(run('base', { seed: 3 })).rejects.toThrow(/base/);
    expect(files(base)).toEqual(before);
    await run('again', { force: true, seed: 3 });
  });

  it('writes training files in several orders', async () => {
    const out = await run('training', { format: ['gpt2'], orders: 3 });
    const lines = readFileSync(join(out, 'training', 'gpt2-train.jsonl'), 'utf8')
      .trim()
      .split('\n');
    expect(lines).toHaveLength(3 * rowsOf(out, 'train').flatMap(({ scene }) => scene).length);
    expect(readdirSync(join(out, 'training')).sort()).toEqual([
      'gpt2-dev.jsonl',
      'gpt2-test.jsonl',
      'gpt2-train.jsonl',
      'hyper-parameters.json',
    ]);
  });
});

describe('references of people', () => {
  it('take the place of captions; a set that nobody wrote for is counted', async () => {
    const out = await run('people', {
      references: join(starterCorpus(), 'captions', 'references.jsonl'),
      dev: '3=200,4=50,5=20',
      test: '4=50,5=20',
    });
    const { withoutPeople, missingConcepts } = statsOf(out);
    const held = [...rowsOf(out, 'dev'), ...rowsOf(out, 'test')];
    const written = held.filter(({ reason }) => reason !== undefined);
    expect(written.length).toBeGreaterThan(0);
    expect(written.length + (withoutPeople ?? 0)).toBe(held.length);
    expect(missingConcepts).toMatchObject({ references: 0 });
  });

  it('that lack a concept of their own set are kept and counted', async () => {
    const [{ concept_set: item }] = rowsOf(base, 'dev');
    const decision = (sentence: string, annotator = 'A') =>
      JSON.stringify({ item, annotator, task: 'commongen/references', value: { sentence, rationale: 'Nobody knows.' } });
    const path = write(
      'decisions.jsonl',
      [decision('Taken back.'), decision('Nothing of it is here.'), decision(item.replaceAll('#', ' '), 'B')].join('\n'),
    );
    const out = await run('lacking', { references: path });
    expect(rowsOf(out, 'dev')[0].scene).toEqual(['Nothing of it is here.', item.replaceAll('#', ' ')]);
    expect(statsOf(out).missingConcepts).toEqual({ references: 1, sets: 1, examples: [{ set: item, missing: item.split('#') }] });
    await expect(
      run('other-task', { references: write('other.jsonl', decision('x').replace('commongen/references', 'filter')) }),
    ).rejects.toThrow(/other\.jsonl: has no decisions of the task commongen\/references/);
  });
});

describe('ConceptNet', () => {
  const assertion = (relation: string, start: string, end: string) =>
    [`/a/[/r/${relation}/,/c/en/${start}/,/c/en/${end}/]`, `/r/${relation}`, `/c/en/${start}`, `/c/en/${end}`, '{"weight": 1.0}'].join(
      '\t',
    );

  it('gives the vocabulary, the connectivity and the plots', async () => {
    const words = [
      ...new Set(['train', 'dev', 'test'].flatMap((split) => rowsOf(base, split).flatMap(({ concept_set: set }) => set.split('#')))),
    ];
    // No set has both the first and the last word.
    const [first, last] = [words.toSorted()[0], words.toSorted().at(-1) ?? ''];
    const lines = [...words.map((word) => assertion('RelatedTo', word, 'scene')), assertion('AtLocation', first, last)];
    const out = await run('conceptnet', { conceptnet: write('assertions.csv.gz', gzipSync(lines.join('\n'))) });
    const { splits, vocabulary, concepts } = statsOf(out);
    expect(vocabulary).toBe(`ConceptNet (${words.length + 1} English unigrams), words of at least 6 captions`);
    expect(concepts).toBeLessThanOrEqual(words.length);
    // Every pair meets in "scene".
    expect(splits.test.graph?.connectivity.twoHop.at(-1)).toBe(1);
    expect(splits.dev.graph?.relations.twoHop.categories).toMatchObject({ General: 1 });
    const page = files(out)['report.html'];
    for (const figure of ['Figure 4', 'Table 2', 'Figure 8']) expect(page).toContain(figure);
    expect(files(base)['report.html']).not.toContain('Figure 4');
    // Rows say how they are connected, and items have it as a group of scores.
    expect(new Set(rowsOf(out, 'test').map(({ connectivity }) => connectivity))).toEqual(new Set(['two hops']));
    expect(rowsOf(base, 'test')[0]).not.toHaveProperty('connectivity');
    for await (const item of commonGen.read(out, { split: 'test' })) expect(commonGen.breakdowns.connectivity(item)).toBe('two hops');
  });

  it('in the wrong format is refused, with its line, and leaves no folder', async () => {
    const path = write('edges.csv', 'dog,park,AtLocation\n');
    await expect(run('wrong', { conceptnet: path })).rejects.toThrow(/edges\.csv:1: is not a ConceptNet assertion/);
    expect(readdirSync(folder)).not.toContain('wrong');
  });
});

describe('captions that do not serve', () => {
  it('in another language are warned of', async () => {
    warnings.length = 0;
    const scenes = [
      'Ein Hund läuft über die grüne Wiese.',
      'Zwei Kinder spielen am Strand mit einem Eimer.',
      'Die Frau schneidet Brot in der Küche.',
    ];
    const path = write('german.txt', scenes.flatMap((scene) => [scene, `${scene} Heute.`, `${scene} Gestern.`]).join('\n'));
    await run('german', { captions: [path], leastConcept: 1, least: 1 }).catch(() => undefined);
    expect(warnings.join()).toMatch(/\d\d% of the nouns, names and verbs are not in WordNet 3\.0: are the captions English\?/);
    warnings.length = 0;
    await run('english');
    expect(warnings).toEqual([]);
  });

  it('without any word of the vocabulary are an error', async () => {
    const path = write('nonsense.txt', 'Brrzk vlorp.\nGnax tilvo.\n');
    await expect(run('nonsense', { captions: [path], leastConcept: 1 })).rejects.toThrow(/no word of WordNet 3\.0 is in 1 captions/);
  });

  it('are told from sizes that cannot be read', async () => {
    await expect(run('sizes', { test: '6=10' })).rejects.toThrow(/--test: "6=10" is not a size/);
  });
});
