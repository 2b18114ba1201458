import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ActionContext, Analysis, Embedder, Runner, ToolNeeds, Tools } from '@sensebench/metrics/internal/core';
import { loadWordNet } from '@sensebench/metrics/internal/nlp/words';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quietContext } from '../../../../../../test/quiet-context.ts';
import { situatedGenFlags } from '../../../../../../test/situatedgen-flags.ts';
import { croissantFaults, readLedger } from '../../../build/index.ts';
import { readParquet } from '../../../files/index.ts';
import { loadTruecaser } from '../../../nlp/word-forms/index.ts';
import { readExampleFiles } from '../read-examples.ts';
import { build } from './build.ts';
import { explain } from './explain.ts';

/** Names that the fake model knows too, but that no template has. */
const CITIES = ['Paris', 'Rome'];
const PLACES = ['Japan', 'China', 'Kenya', 'Peru', 'France', 'Spain', 'Chile', 'Egypt', 'India', 'Canada'];
const THINGS = ['rice', 'wheat', 'coffee', 'cocoa', 'grapes', 'olives', 'copper', 'cotton', 'tea', 'timber'];

/** Names of the list are places; what else the sentence is made of is told by the list of things. */
async function analyse(texts: readonly string[]): Promise<Analysis[]> {
  return texts.map((text) => {
    const tokens = [...text.matchAll(/\w+/g)].map(({ 0: word, index }) => ({
      text: word,
      start: index,
      end: index + word.length,
      tag: [...PLACES, ...CITIES].includes(word) ? 'NNP' : THINGS.includes(word) || word === 'farmers' ? 'NN' : 'VB',
      lemma: word,
    }));
    return {
      text,
      tokens,
      entities: tokens.filter(({ tag }) => tag === 'NNP').map(({ tag: _, lemma: __, ...place }) => ({ ...place, type: 'GPE' as const })),
    };
  });
}

/** Words hashed into 32 dimensions. */
function fakeEmbedder(count: { texts: number; failAfter?: number }): Embedder {
  return {
    id: 'fake',
    dimensions: 32,
    async embed(texts) {
      if (count.failAfter !== undefined && count.texts >= count.failAfter) throw new Error('power cut');
      count.texts += texts.length;
      const vectors = new Float32Array(texts.length * 32);
      texts.forEach((text, row) => {
        for (const word of text.match(/\w+/g) ?? [])
          vectors[row * 32 + ([...word].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 32)]++;
        const length = Math.hypot(...vectors.subarray(row * 32, row * 32 + 32));
        for (let d = 0; d < 32; d++) vectors[row * 32 + d] /= length || 1;
      });
      return vectors;
    },
  };
}

let folder: string;
let source: string;
let datasheet: string;
let base: Awaited<ReturnType<typeof run>>;
const count: { texts: number; failAfter?: number } = { texts: 0 };
const warnings: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'build-'));
  source = join(folder, 'mine.txt');
  datasheet = join(folder, 'datasheet.yaml');
  writeFileSync(datasheet, 'name: base\n');
  const grow = PLACES.map((place, i) => `Farmers in ${place} grow ${THINGS[i]}.`);
  const sell = PLACES.map((place, i) => `${place} sells most of its ${THINGS[i]} abroad every day.`);
  const eat = PLACES.map((place, i) => `You will see ${THINGS[i]} wherever you travel through ${place}.`);
  writeFileSync(source, [...grow, ...sell, ...eat, 'Nothing is here.', `Peru has ${THINGS.join(', ')}.`, 'Kenya.'].join('\n'));
  base = await run('base', { parquet: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

function context(): ActionContext {
  const tools: Tools = { tokens: () => [], analyse, embedder: fakeEmbedder(count), ids: { analyser: 'fake', embedder: 'fake onnx' } };
  return quietContext({ tools: async () => tools, warn: (line) => warnings.push(line) });
}

async function run(name: string, options: Record<string, unknown> = {}) {
  const out = join(folder, name);
  const result = await build.run(
    build.options.parse(situatedGenFlags({ statements: [source], pairs: 'paper', datasheet, out, ...options })),
    context(),
  );
  return { out, json: result.json as Record<string, never> & { rows: Record<string, number>; steps: { step: string; cached: boolean }[] } };
}

const files = (out: string) => Object.fromEntries(readdirSync(out).map((name) => [name, readFileSync(join(out, name), 'utf8')]));
const computed = ({ steps }: { steps: { step: string; cached: boolean }[] }) =>
  steps.filter(({ cached }) => !cached).map(({ step }) => step);

describe('building SituatedGen', () => {
  it('embeds in 8-bit arithmetic where that is asked for', async () => {
    const asked: ToolNeeds[] = [];
    const own = context();
    const spying: ActionContext = {
      ...own,
      tools(needs) {
        asked.push(needs);
        return own.tools(needs);
      },
    };
    const out = join(folder, 'int8');
    const options = { statements: [source], pairs: 'paper', entities: 'model', embeddings: 'int8', mergeDuplicates: 1, out };
    await build.run(build.options.parse(situatedGenFlags(options)), spying);
    expect(new Set(asked.flatMap(({ embedder }) => embedder ?? []))).toEqual(new Set(['int8']));
    expect(JSON.parse(files(out)['dataset.json']).config).toMatchObject({ embeddings: 'int8' });
    expect(JSON.parse(files(base.out)['dataset.json']).config).not.toHaveProperty('embeddings');
  });

  it('gives a folder with every part, and a ledger row for every drop', async () => {
    const { out, json } = base;
    expect(Object.keys(files(out)).sort()).toEqual(
      [
        'README.md',
        'croissant.json',
        'dataset.json',
        'dev.jsonl',
        'dev.parquet',
        'ledger.jsonl',
        'proof.json',
        'report.html',
        'statements.jsonl',
        'stats.json',
        'test.jsonl',
        'test.parquet',
        'train.jsonl',
        'train.parquet',
      ].sort(),
    );
    expect(JSON.parse(files(out)['dataset.json']).versions).toMatchObject({ analyser: 'fake', embedder: 'fake onnx' });
    expect(json.rows).toEqual({ train: 45, dev: 45, test: 45 });
    const rules = (await readLedger(join(out, 'ledger.jsonl'))).map(({ step, rule, value }) => [step, rule, value]);
    expect(rules).toEqual([
      ['context', 'no geographical or temporal entity', ''],
      ['keywords', 'too many keywords', 11],
      ['keywords', 'too few keywords', 1],
    ]);
    expect(JSON.parse(readFileSync(join(out, 'proof.json'), 'utf8'))).toMatchObject({ holds: true });
    expect(croissantFaults(JSON.parse(readFileSync(join(out, 'croissant.json'), 'utf8')))).toEqual([]);
    const [{ examples }] = await readExampleFiles([join(out, 'train.jsonl')]);
    expect(await readParquet(join(out, 'train.parquet'))).toMatchObject(
      examples.map(({ keywords, statement }) => ({ keywords, statement })),
    );
  });

  it('gives the same bytes again, from the cache and without it', async () => {
    const again = await run('again', { parquet: true });
    expect(computed(again.json)).toEqual([]);
    expect(files(again.out)).toEqual(files(base.out));
    const fresh = await run('fresh', { parquet: true, cache: join(folder, 'other-cache') });
    expect(computed(fresh.json)).toEqual(['convert', 'analyse', 'context', 'keywords', 'foresee', 'mask', 'embed', 'mine', 'split']);
    expect(files(fresh.out)).toEqual(files(base.out));
  });

  it('records files by name and content, however their path was spelled', async () => {
    const again = await run('spelled', { parquet: true, statements: [`${folder}/./mine.txt`] });
    expect(files(again.out)).toEqual(files(base.out));
    expect(files(again.out)['dataset.json']).not.toContain(folder);
  });

  it('recomputes only what depends on a changed option', async () => {
    expect(computed((await run('seed', { seed: 18 })).json)).toEqual(['split']);
    const before = count.texts;
    // The same pairs are found, so there is nothing new to split.
    expect(computed((await run('threshold', { threshold: 0.7 })).json)).toEqual(['foresee', 'mine']);
    expect(computed((await run('lower', { threshold: 0.5 })).json)).toEqual(['foresee', 'mine', 'split']);
    expect(count.texts).toBe(before);
  });

  it('gives a file the ids of its own split, though the cache knows its bytes under another name', async () => {
    const idsOf = async (name: string) => {
      const file = join(folder, `${name}.txt`);
      writeFileSync(file, readFileSync(source));
      const { out } = await run(`from-${name}`, { statements: [file], cache: join(folder, 'names-cache') });
      return new Set([...readFileSync(join(out, 'statements.jsonl'), 'utf8').matchAll(/"id":"(\w+::\w+)::/g)].map(([, id]) => id));
    };
    expect(await idsOf('train')).toEqual(new Set(['statements::train']));
    expect(await idsOf('dev')).toEqual(new Set(['statements::dev']));
  });

  it('converts again when WordNet or the truecaser is another', async () => {
    const questions = join(folder, 'train.json');
    writeFileSync(questions, JSON.stringify([{ question: 'Do farmers in Japan grow rice?', answer: true }]));
    const [wordnet, truecaser] = [await loadWordNet(), loadTruecaser()];
    const converted = async (name: string, ids: Record<string, string>) => {
      const { embedder, ...rest } = await context().tools({});
      const tools: Tools = { ...rest, embedder, wordnet, truecaser, ids: { ...rest.ids, wordnet: 'a', truecaser: 'a', ...ids } };
      const options = {
        statements: [source],
        source: [`strategyqa=${questions}`],
        out: join(folder, name),
        cache: join(folder, 'tools-cache'),
        pairs: 'strict',
      };
      const { json } = await build.run(build.options.parse(situatedGenFlags(options)), { ...context(), tools: async () => tools });
      return computed(json as Awaited<ReturnType<typeof run>>['json']).includes('convert');
    };
    expect(await converted('tools-1', {})).toBe(true);
    expect(await converted('tools-2', {})).toBe(false);
    expect(await converted('tools-3', { wordnet: 'b' })).toBe(true);
    expect(await converted('tools-4', { truecaser: 'b' })).toBe(true);
  });

  it('says the times of steps apart: what is embedded is not part of mining', async () => {
    let clock = 0;
    const slow: Embedder = {
      ...fakeEmbedder({ texts: 0 }),
      embed: async (texts) => {
        clock += 5000;
        return fakeEmbedder({ texts: 0 }).embed(texts);
      },
    };
    const said: string[] = [];
    const given = quietContext({
      tools: async () => ({ tokens: () => [], analyse, embedder: slow, ids: { analyser: 'fake', embedder: 'slow' } }),
      now: () => new Date(clock),
      say: (line) => said.push(line),
    });
    await build.run(
      build.options.parse({ statements: [source], pairs: 'paper', out: join(folder, 'timed'), cache: join(folder, 'timed-cache') }),
      given,
    );
    expect(said.filter((line) => /^(embed|mine):/.test(line))).toEqual(['embed: 5.0 s', 'mine: 0.0 s']);
  });

  it('goes on where an interrupted build stopped, and leaves no half folder', async () => {
    const cache = join(folder, 'torn-cache');
    count.failAfter = count.texts;
    await expect(run('torn', { cache, parquet: true })).rejects.toThrow('power cut');
    count.failAfter = undefined;
    expect(readdirSync(folder).filter((name) => name.startsWith('torn'))).toEqual(['torn-cache']);
    const { out, json } = await run('torn', { cache, parquet: true });
    expect(computed(json)).toEqual(['embed', 'mine', 'split']);
    expect(files(out)).toEqual(files(base.out));
  });

  it('says what other thresholds would give without embedding again', async () => {
    const before = count.texts;
    const result = await build.run(
      build.options.parse({ statements: [source], pairs: 'paper', out: join(folder, 'unused'), whatIf: ['threshold=0.5,1'] }),
      context(),
    );
    const { whatIf } = result.json as { whatIf: { change: string; pairs: number }[] };
    expect(whatIf.map(({ change }) => change)).toEqual(['as given', 'threshold=0.5', 'threshold=1']);
    expect(whatIf[1].pairs).toBeGreaterThanOrEqual(whatIf[0].pairs);
    expect(count.texts).toBe(before);
    expect(readdirSync(folder)).not.toContain('unused');
  });

  it('finds released pairs again and names the rule that lost the others', async () => {
    const { out } = base;
    const rows = readFileSync(join(out, 'train.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const lost = { ...rows[0], ids: ['statements::mine::0', 'statements::mine::30'] };
    const elsewhere = { ...rows[0], ids: ['other::x::1', 'other::x::2'] };
    const released = join(folder, 'released.jsonl');
    writeFileSync(released, [...rows, lost, elsewhere].map((row) => `${JSON.stringify(row)}\n`).join(''));
    const { json } = await run('compared', { compare: [released] });
    expect(json.comparison).toMatchObject({
      pairs: rows.length + 2,
      given: rows.length + 1,
      found: rows.length,
      lostBy: { 'context: no geographical or temporal entity': 1 },
    });
    expect(json.comparison).toMatchObject({ minedPlaces: { betweenSplits: 0, noneReleased: expect.any(Number) } });
  });

  it('drops pairs that break the definition, and examples that train has seen, each with a rule of the ledger', async () => {
    const bare = join(folder, 'bare.txt');
    writeFileSync(bare, `${readFileSync(source, 'utf8')}\nFarmers in Paris and Rome grow.\n`);
    const counted = await run('counted', { statements: [bare] });
    const strict = await run('strict', { statements: [bare], definition: 'strict' });
    const rules = (strict.json.dropped as Record<string, Record<string, number>>).definition;
    expect(rules).toMatchObject({ 'fewer than two other keywords': expect.any(Number), 'all its pairs break the definition': 1 });
    const breaking = (out: string) =>
      Object.values(JSON.parse(files(out)['stats.json']).splits as Record<string, { definition: { breaking: number } }>).reduce(
        (sum, { definition }) => sum + definition.breaking,
        0,
      );
    expect(breaking(counted.out)).toBeGreaterThan(0);
    expect(breaking(strict.out)).toBe(0);
    // The three templates say the same of the same places: each split has the combinations of the others.
    expect(JSON.parse(files(base.out)['proof.json'])).toMatchObject({ holds: true, combinations: { holds: false } });
    warnings.length = 0;
    const unseen = await run('unseen', { unseen: 'combinations' });
    expect(unseen.json.rows).toEqual({ train: 45, dev: 0, test: 0 });
    expect(unseen.json.dropped).toMatchObject({ unseen: { 'train has the keywords of a sentence of it': 90 } });
    expect(JSON.parse(files(unseen.out)['proof.json'])).toMatchObject({ combinations: { holds: true } });
    expect(warnings.join('\n')).toMatch(/unseen=combinations leaves nothing of dev/);
  });

  it('has the statements written by a named model, asked once, and the entities found by a named recognizer', async () => {
    const questions = join(folder, 'asked.json');
    const asked = PLACES.map((place, i) => ({ question: `Do they grow ${THINGS[i]} in ${place}?`, answer: true }));
    writeFileSync(questions, JSON.stringify(asked));
    const prompts: string[] = [];
    const needs: ToolNeeds[] = [];
    const model = (id: string): Runner => ({
      id,
      predict: async ({ item, prompt }) => {
        prompts.push(String(prompt));
        const { question } = item.input as { question: string };
        return { text: question.replace('Do they', 'People').replace('?', '.') };
      },
    });
    const make = async (name: string, id: string, options: Record<string, unknown> = {}) => {
      const given = quietContext({
        tools: async (wanted) => {
          needs.push(wanted);
          return context().tools(wanted);
        },
        runner: async () => model(id),
      });
      const out = join(folder, name);
      const all = {
        source: [`strategyqa=${questions}`],
        converter: 'openai:m',
        pairs: 'paper',
        cache: join(folder, 'model-cache'),
        out,
        ...options,
      };
      const { json } = await build.run(build.options.parse(situatedGenFlags(all)), given);
      return { out, json: json as Awaited<ReturnType<typeof run>>['json'] };
    };
    const first = await make('model-1', 'one', { entities: `onnx:${folder}/ner` });
    expect(prompts).toHaveLength(10);
    expect(files(first.out)['statements.jsonl']).toMatch(/"text":"People grow rice in Japan\.".*"rule":"model\/one"/);
    expect(needs).toContainEqual({ analyse: { deep: false, recognizer: join(folder, 'ner') }, wordnet: true });
    expect(JSON.parse(files(first.out)['dataset.json']).config).toMatchObject({ converter: 'one', entities: 'onnx:ner' });
    expect(files(first.out)['dataset.json']).not.toContain(folder);
    expect(computed((await make('model-2', 'one', { entities: `onnx:${folder}/ner` })).json)).toEqual([]);
    expect(prompts).toHaveLength(10);
    expect(computed((await make('model-3', 'two')).json)).toContain('convert');
    expect(prompts).toHaveLength(20);
  });

  it('asks for the entities of the deep model where its engine is installed, else for those of the linear one', async () => {
    const made = async (name: string, engine: string | undefined, options: Record<string, unknown> = {}) => {
      const needs: ToolNeeds[] = [];
      const given = quietContext({
        tools: async (wanted) => {
          needs.push(wanted);
          const tools = await context().tools(wanted);
          return { ...tools, embedder: tools.embedder && { ...tools.embedder, engine } };
        },
      });
      const out = join(folder, name);
      const all = { statements: [source], pairs: 'paper', cache: join(folder, `${name}-cache`), out, ...options };
      await build.run(build.options.parse(all), given);
      return { needs, entities: JSON.parse(files(out)['dataset.json']).config.entities };
    };
    const deep = { analyse: { deep: false, entities: 'deep' }, wordnet: true };
    const found = await made('with-onnx', 'onnx');
    expect(found.entities).toBe('deep');
    expect(found.needs).toContainEqual(deep);
    const without = await made('with-wasm', 'wasm');
    expect(without.entities).toBe('model');
    expect(without.needs).not.toContainEqual(deep);
    const asked = await made('linear-asked', 'onnx', { entities: 'model' });
    expect(asked.entities).toBe('model');
    expect(asked.needs).not.toContainEqual(deep);
  });

  it('lets people filter the test split', async () => {
    const { out } = base;
    const [{ ids }] = readFileSync(join(out, 'test.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const decisions = join(folder, 'decisions.csv');
    writeFileSync(decisions, `item,annotator,keywords,context,commonsense,antithesis,dependence\n${ids.join('|')},a,yes,yes,yes,yes,no\n`);
    const { json } = await run('filtered', { decisions: [decisions] });
    expect(json.rows.test).toBe(44);
    expect(json.dropped).toMatchObject({ filter: { 'criterion dependence': 1 } });
    const card = files(join(folder, 'filtered'))['README.md'];
    expect(card).toContain(
      'situatedgen/filter: 1 decisions of 1 annotator. People judged 1 examples of the test split (44 were not judged)',
    );
    const unread = files(out);
    expect(unread['README.md']).toContain('No person has judged or changed these rows.');
    for (const file of ['README.md', 'croissant.json']) {
      expect(unread[file], file).toContain('no person has checked them');
      expect(unread[file], file).not.toMatch(/80%|example\.org|spdx\.org\/licenses\/unknown/);
    }
    expect(JSON.parse(unread['croissant.json'])).not.toHaveProperty('datePublished');
  });

  it('explains a statement by id and by text, and a pair by its value', async () => {
    const { out } = base;
    const ask = async (options: Record<string, unknown>) =>
      (await explain.run(explain.options.parse({ dataset: out, ...options }), context())).json;
    expect(await ask({ row: 'nothing is HERE' })).toMatchObject({ in: false, ledger: [{ step: 'context' }] });
    expect(await ask({ row: 'statements::mine::0' })).toMatchObject({ in: true, text: 'Farmers in Japan grow rice.' });
    expect(await ask({ row: 'statements::mine::0', with: 'statements::mine::12' })).toMatchObject({
      pair: { verdict: 'too different' },
    });
    expect(await ask({ row: 'statements::mine::0|statements::mine::1' })).toMatchObject({
      in: true,
      statements: [{ text: 'Farmers in Japan grow rice.' }, { text: 'Farmers in China grow wheat.' }],
      pair: { verdict: 'a pair (GEO)' },
    });
    expect(await ask({ row: 'statements::mine::0|statements::mine::12' })).toMatchObject({ in: false, pair: { verdict: 'too different' } });
    expect(await ask({ row: 'of its rice' })).toMatchObject({ in: true, id: 'statements::mine::10' });
    expect(await ask({ row: 'Farmers in' })).toMatchObject({ candidates: { length: 10 } });
    await expect(ask({ row: 'statements::mine::0', with: 'Farmers in' })).rejects.toThrow(/--with "Farmers in" fits 10 statements/);
    await expect(ask({ row: 'no such thing' })).rejects.toThrow(/base has no row or dropped row "no such thing" \(give an id/);
  });
});

describe('bad input', () => {
  it.each([
    [{ threshold: 1.2 }, /cosine from 0 to 1/],
    [{ ratios: '1:2' }, /three sizes like 4:1:1/],
    [{ minKeywords: 6 }, /above max-keywords/],
    [{ source: ['wiki=x'] }, /unknown source "wiki"/],
    [{ whatIf: ['colour=1'] }, /cannot be changed/],
    [{ entities: 'flair' }, /--entities "flair".*given, deep, model or onnx:FOLDER/],
    [{ threshold: 1, sharedEntities: 'all', minKeywords: 5 }, /right number of keywords|reaches the threshold/],
  ])('%j', async (options, message) => {
    await expect((async () => run('bad', options))()).rejects.toThrow(message);
  });

  it('of a corpus without any context says so with its counts', async () => {
    const empty = join(folder, 'empty.txt');
    writeFileSync(empty, 'Ice is cold.\nFire is hot.\n');
    await expect(run('none', { statements: [empty] })).rejects.toThrow(/no statement has a geographical or temporal entity: 2 were read/);
  });

  it('warns of ratios that whole communities cannot meet', async () => {
    warnings.length = 0;
    await run('ratios', { ratios: '98:1:1' });
    expect(warnings.join()).toMatch(/achieved: train 33\.3% of 98\.0%|cannot meet the ratios/);
  });

  it('refuses an existing folder', async () => {
    await expect(run('base')).rejects.toThrow(/exists already/);
  });
});
