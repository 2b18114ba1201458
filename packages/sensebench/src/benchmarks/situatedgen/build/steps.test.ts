import { createRandom, type Decision, type TextEntity } from '@sensebench/metrics/internal/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cosine } from '../../../build/pairs/index.ts';
import { joinShards, readerOf } from '../../../build/steps/index.ts';
import type { Statement } from '../../../statements/statement.ts';
import { auditRows, boolQaRows, filterRows, writeRows } from '../dataset/export-tasks.ts';
import { trainingRows } from '../dataset/export-training.ts';
import { proveSplits } from '../dataset/prove-splits.ts';
import { plainWords } from '../plain-words.ts';
import type { SituatedGenExample } from '../row.ts';
import type { FilterValue } from '../tasks/filter.ts';
import { joinByWhile } from '../tasks/shown-pair.ts';
import { assembleExample } from './assemble-example.ts';
import { crowdStep, extractKeywords } from './extract-keywords.ts';
import { filterAgreement, filterByPeople } from './filter-by-people.ts';
import { foreseeStep } from './foresee-pairs.ts';
import { identifyContexts } from './identify-contexts.ts';
import { limitPartners } from './limit-partners.ts';
import { maskKeywords } from './mask-keywords.ts';
import { mineStep } from './mine-pairs.ts';
import { judgePair, prepareStatement } from './pair-rules.ts';
import { createPairTable } from './pair-table.ts';
import { cutRows, SPLITS, splitPairs } from './split-pairs.ts';

function entity(text: string, name: string, type: TextEntity['type']): TextEntity {
  const start = text.indexOf(name);
  return { text: name, type, start, end: start + name.length };
}

function statement(id: string, text: string, names: Record<string, TextEntity['type']>): Statement {
  return { id: `a::b::${id}`, text, entities: Object.entries(names).map(([name, type]) => entity(text, name, type)) };
}

const nouns = (text: string, ...words: string[]) =>
  words.map((word) => ({ start: text.indexOf(word), end: text.indexOf(word) + word.length }));

const july = statement('1', 'July is summer in China.', { July: 'DATE', summer: 'DATE', China: 'GPE' });
const june = statement('2', 'June is winter in Australia.', { June: 'DATE', winter: 'DATE', Australia: 'GPE' });

describe('context identification', () => {
  it('keeps GEO and TEMP and drops the rest', () => {
    const { rows, dropped } = identifyContexts([july, statement('3', 'Ann sings.', { Ann: 'PERSON' })], { given: true });
    expect(rows.map(({ context }) => context)).toEqual(['BOTH']);
    expect(dropped).toMatchObject([{ step: 'context', ids: ['a::b::3'], value: 'PERSON' }]);
  });

  it('tells statements that came without entities from those without context', () => {
    expect(identifyContexts([{ id: 'a::b::4', text: 'x' }], { given: true }).dropped[0].rule).toBe('no entities given');
    expect(identifyContexts([{ id: 'a::b::4', text: 'x' }], { given: false }).dropped[0].rule).toBe('no geographical or temporal entity');
  });
});

describe('keywords', () => {
  const limits = { minKeywords: 2, maxKeywords: 5 };

  it('are entities and nouns; an entity wins over a noun inside it', () => {
    const text = 'A lunar month is a month on the Moon.';
    const row: Statement = { id: 'a::b::5', text, entities: [entity(text, 'A lunar month', 'DATE')] };
    const { rows } = extractKeywords([row], [{ nouns: nouns(text, 'month', 'Moon') }], limits);
    expect(rows[0].keywords).toEqual([
      { text: 'A lunar month', start: 0, end: 13, kind: 'DATE' },
      { text: 'Moon', start: 32, end: 36, kind: 'NOUN' },
    ]);
    expect(maskKeywords(text, rows[0].keywords ?? [])).toBe('[UNK] is a month on the [UNK].');
  });

  it('are at least two different ones, with at most five masks', () => {
    const text = 'one one two three four five';
    const words = text.split(' ').map((_, i, all) => {
      const start = all.slice(0, i).join(' ').length + (i > 0 ? 1 : 0);
      return { start, end: start + all[i].length };
    });
    const of = (count: number) => extractKeywords([{ id: 'a::b::6', text }], [{ nouns: words.slice(0, count) }], limits);
    expect(of(2).dropped).toMatchObject([{ rule: 'too few keywords', value: 1, limit: 2 }]);
    expect(of(5).rows).toHaveLength(1);
    expect(of(6).dropped).toMatchObject([{ rule: 'too many keywords', value: 6, limit: 5 }]);
  });

  it('named by examples are found wherever they stand, longer ones first, never inside a word', () => {
    const text = 'New York and york in Yorkshire.';
    const { rows } = extractKeywords([{ id: 'a::b::7', text }], [{ nouns: [], named: ['York', 'New York'] }], limits);
    expect(maskKeywords(text, rows[0].keywords ?? [])).toBe('[UNK] and [UNK] in Yorkshire.');
  });

  it('mask an event that is named by what it is noun by noun', () => {
    const text = 'The Battle of Antietam took place.';
    const row: Statement = { id: 'a::b::8', text, entities: [entity(text, 'The Battle of Antietam', 'EVENT')] };
    const { rows } = extractKeywords([row], [{ nouns: nouns(text, 'Battle', 'Antietam', 'place') }], limits);
    expect(maskKeywords(text, rows[0].keywords ?? [])).toBe('The [UNK] of [UNK] took [UNK].');
  });
});

describe('pair rules', () => {
  const judge = (first: Statement, second: Statement, options = {}) =>
    judgePair(prepareStatement(first, { sharedEntities: 'context' }), prepareStatement(second, { sharedEntities: 'context' }), options);
  const withContext = (row: Statement) => identifyContexts([row], { given: true }).rows[0];

  it('give a pair the context that both have', () => {
    const places = withContext(statement('3', 'Rice grows in Japan.', { Japan: 'GPE' }));
    expect(judge(withContext(july), withContext(june))).toEqual({ context: 'BOTH' });
    expect(judge(withContext(july), places)).toEqual({ context: 'GEO' });
  });

  it('refuse GEO with TEMP, unless any context will do', () => {
    const place = withContext(statement('4', 'Rice grows in Japan.', { Japan: 'GPE' }));
    const time = withContext(statement('5', 'Rice grows in July.', { July: 'DATE' }));
    expect(judge(place, time)).toMatchObject({ rule: 'contexts differ' });
    expect(judge(place, time, { contexts: 'any' })).toEqual({ context: null });
  });

  it('refuse a shared place or time in any case or inflection, not a shared person', () => {
    const first = withContext(statement('6', 'Ann sang in the Netherlands.', { Ann: 'PERSON', 'the Netherlands': 'GPE' }));
    const second = withContext(statement('7', "Ann drove past NETHERLAND'S border to Spain.", { Ann: 'PERSON', Spain: 'GPE' }));
    expect(judge(first, second)).toMatchObject({ rule: 'shared entity', value: 'the Netherlands' });
    const third = withContext(statement('8', 'Ann drove to Spain.', { Ann: 'PERSON', Spain: 'GPE' }));
    expect(judge(first, third)).toEqual({ context: 'GEO' });
  });

  it('see through case, plurals, possessives and accents', () => {
    expect(plainWords("The Cities of São Paulo's coast.")).toBe(' the city of sao paulo coast ');
  });
});

describe('foreseeing pairs', () => {
  it('refuses a corpus of few templates after embedding 500 of its statements', async () => {
    let embedded = 0;
    const embedder = {
      id: 'fake',
      dimensions: 4,
      embed: async (texts: readonly string[]) => {
        embedded += texts.length;
        return Float32Array.from(texts.flatMap((text) => (text.startsWith('template') ? [1, 0, 0, 0] : [0, 1, 0, 0])));
      },
    };
    const tools = { tokens: () => [], analyse: async () => [], embedder, signal: new AbortController().signal, progress: () => undefined };
    const foresee = async (templates: number, count: number) => {
      const rows = Array.from(
        { length: count },
        (_, i): Statement => ({ id: `a::b::${i}`, text: i % 4 < templates ? 'template' : `x${i}` }),
      );
      return joinShards(foreseeStep.run({ statements: readerOf([{ rows, dropped: [] }]) }, { threshold: 0.8 }, tools));
    };
    await expect(foresee(4, 10_000)).rejects.toThrow(/^10,000 statements have about 50 million similar pairs.*threshold=/);
    expect(embedded).toBe(500);
    // Few statements have few pairs: nothing is embedded.
    await expect(foresee(4, 6000)).resolves.toEqual({ rows: [], dropped: [] });
    expect(embedded).toBe(500);
  });

  it('lets statements pass that are not alike', async () => {
    const embed = async (texts: readonly string[]) =>
      Float32Array.from(texts.flatMap((text) => [Math.cos(Number(text)), Math.sin(Number(text)), 0, 0]));
    const embedder = { id: 'fake', dimensions: 4, embed };
    const tools = { tokens: () => [], analyse: async () => [], embedder, signal: new AbortController().signal, progress: () => undefined };
    const rows = Array.from({ length: 10_000 }, (_, i): Statement => ({ id: `a::b::${i}`, text: `${i}` }));
    await expect(
      joinShards(foreseeStep.run({ statements: readerOf([{ rows, dropped: [] }]) }, { threshold: 0.9 }, tools)),
    ).resolves.toEqual({ rows: [], dropped: [] });
  });
});

describe('mining', () => {
  const tools = { tokens: () => [], analyse: async () => [], signal: new AbortController().signal, progress: () => undefined };
  const options = { threshold: 0.8, sharedEntities: 'all', sharedContext: false, contexts: 'same' } as const;
  const unit = (angle: number) => [Math.cos(angle), Math.sin(angle), 0, 0];
  type Mining = { mining: 'exhaustive' | 'paraphrase-mining'; bestPartners?: number; contexts?: 'any' };
  const mine = (given: { rows: Statement[]; texts: string[]; vectors: Float32Array; crowd?: string[] }, { mining, ...more }: Mining) => {
    const { rows, texts, vectors, crowd = [] } = given;
    const input = {
      statements: readerOf([{ rows, dropped: [] }]),
      crowd: readerOf([{ rows: crowd, dropped: [] }]),
      texts: readerOf([{ rows: texts, dropped: [], vectors }]),
    };
    return joinShards(mineStep.run(input, { ...options, mining, ...more }, tools));
  };

  it('refuses statements with more similar pairs than fit into memory, before it starts', async () => {
    const rows = Array.from({ length: 6000 }, (_, i): Statement => ({ id: `a::b::${i}`, text: 'x' }));
    const given = { rows, texts: ['x'], vectors: new Float32Array([1, 0, 0, 0]) };
    await expect(mine(given, { contexts: 'any', mining: 'exhaustive' })).rejects.toThrow(
      '6,000 statements have about 18 million similar pairs',
    );
  });

  it('leaves out, as paraphrase_mining does, a pair of statements that both have a hundred nearer neighbours', async () => {
    const rows = ['x', 'y'].map((text, i): Statement => ({ id: `a::b::${i}`, text, context: 'GEO' }));
    const vectors = Float32Array.from([...unit(0), ...unit(0.5), ...unit(0.01), ...unit(0.49)]);
    const among = (near: number, mining: 'exhaustive' | 'paraphrase-mining') => {
      const crowd = Array.from({ length: 2 * near }, (_, i) => (i < near ? 'near x' : 'near y'));
      return mine({ rows, crowd, texts: ['x', 'y', 'near x', 'near y'], vectors }, { mining });
    };
    expect((await among(50, 'exhaustive')).rows).toEqual([{ first: 0, second: [1], similarity: [0.87], context: [0] }]);
    expect((await among(49, 'paraphrase-mining')).rows).toEqual([{ first: 0, second: [1], similarity: [0.87], context: [0] }]);
    expect(await among(50, 'paraphrase-mining')).toMatchObject({
      rows: [],
      dropped: [
        { rule: 'neither is among the 100 nearest of the other', ids: ['a::b::0'], value: 0.87 },
        { rule: 'neither is among the 100 nearest of the other', ids: ['a::b::1'], value: 0.87 },
      ],
      facts: { 'neither is among the 100 nearest of the other': 1 },
    });
  });

  it('keeps the pairs that are among the best of both statements', async () => {
    // Angles 0, 0.1, 0.15 and 0.5: the nearest partners are 1–2, and for the others 1 and 2, which have better ones.
    const texts = ['p', 'q', 'r', 's'];
    const rows = texts.map((text, i): Statement => ({ id: `a::b::${i}`, text, context: 'GEO' }));
    const vectors = Float32Array.from([0, 0.1, 0.15, 0.5].flatMap(unit));
    const best = (bestPartners: number) => mine({ rows, texts, vectors }, { mining: 'exhaustive', bestPartners });
    const rule = { rule: 'its partners have better ones', limit: 1 };
    expect(await best(1)).toMatchObject({
      rows: [{ first: 1, second: [2], similarity: [0.99] }],
      dropped: [
        { ...rule, ids: ['a::b::0'] },
        { ...rule, ids: ['a::b::3'] },
      ],
    });
    // Refused pairs are not counted with a limit: not all are looked at.
    expect(await best(3)).toEqual({ ...(await mine({ rows, texts, vectors }, { mining: 'exhaustive' })), facts: {} });
  });

  it('keeps the best of those that no rule refuses, and gives the reasons of a search through all pairs', async () => {
    const random = createRandom('best partners');
    const draw = () => Array.from({ length: 4 }, () => random.next() - 0.5);
    const places = ['Peru', 'Oman', 'Laos', 'Mali', 'Cuba', 'Fiji'];
    const rows = Array.from({ length: 400 }, (_, i): Statement => {
      const place = random.choice(places);
      const text = `Statement ${i} is about ${place}.`;
      return { id: `a::b::${i}`, text, context: random.choice(['GEO', 'TEMP', 'BOTH']), entities: [entity(text, place, 'GPE')] };
    });
    const vectors = Float32Array.from(
      rows.flatMap(() => {
        const row = draw();
        const length = Math.hypot(...row);
        return row.map((value) => value / length);
      }),
    );
    const given = { rows, texts: rows.map(({ text }) => text), vectors };
    const all = await mine(given, { mining: 'exhaustive' });
    const best = await mine(given, { mining: 'exhaustive', bestPartners: 3 });
    const pairs = all.rows.flatMap(({ first, second }) =>
      second.map((other) => ({ first, second: other, similarity: cosine(vectors, first, other, 4) })),
    );
    const kept = (of: number) =>
      pairs
        .filter(({ first, second }) => first === of || second === of)
        .sort((a, b) => b.similarity - a.similarity)
        .slice(0, 3);
    const expected = pairs.filter((pair) => kept(pair.first).includes(pair) && kept(pair.second).includes(pair));
    expect(best.rows.flatMap(({ first, second }) => second.map((other) => [first, other]))).toEqual(
      expected.map(({ first, second }) => [first, second]),
    );
    expect(expected.length).toBeGreaterThan(100);
    const [lonely, left] = [all, best].map(({ dropped }) => dropped.filter(({ rule }) => rule !== 'its partners have better ones'));
    expect(left).toEqual(lonely);
    expect(best.dropped.length).toBeGreaterThan(left.length);
  });

  it('has those statements in its crowd that have too few or too many keywords', async () => {
    const rows = ['a', 'a b', 'a b c d e f'].map((text, i) => ({
      id: `a::b::${i}`,
      text,
      nouns: Array.from(text.matchAll(/\w/g), ({ index }) => ({ start: index, end: index + 1 })),
    }));
    const { rows: crowd, dropped } = await crowdStep.run([{ rows, dropped: [] }], { minKeywords: 2, maxKeywords: 5, named: {} }, tools);
    expect({ crowd, dropped }).toEqual({ crowd: ['[UNK]', '[UNK] [UNK] [UNK] [UNK] [UNK] [UNK]'], dropped: [] });
  });
});

describe('splits', () => {
  const clique = (name: string, size: number) =>
    Array.from({ length: size }, (_, i) => Array.from({ length: i }, (_, j) => [`${name}${j}`, `${name}${i}`] as [string, string])).flat();
  /** The splits of pairs of names: null for a pair that was cut. */
  const split = (pairs: readonly [string, string][], options: { ratios: [number, number, number]; seed: number }) => {
    const names = [...new Set(pairs.flat())];
    const table = createPairTable();
    for (const [first, second] of pairs)
      table.add({ first: names.indexOf(first), second: names.indexOf(second), similarity: 1, context: null });
    const { splits, ...rest } = splitPairs(table, { ...options, nameOf: (node) => names[node] });
    return {
      ...rest,
      splits: Array.from(splits, (place) => SPLITS[place - 1] ?? null),
      dropped: [...cutRows(table, splits, (statement) => names[statement])],
    };
  };

  it('hold whole communities; pairs between them are cut and say so', () => {
    const pairs: [string, string][] = [...clique('a', 6), ...clique('b', 5), ...clique('c', 5), ['a0', 'b0']];
    const { splits, dropped, communities, achieved } = split(pairs, { ratios: [2, 1, 1], seed: 1 });
    expect(communities).toMatchObject({ count: 3, edges: [15, 10, 10], crossing: 1 });
    expect(splits.at(-1)).toBeNull();
    expect(dropped).toEqual([{ step: 'split', rule: 'between two communities', ids: ['a0', 'b0'] }]);
    expect(achieved?.train).toBeCloseTo(15 / 35);
  });

  it('never hold a statement twice, whatever the graph', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(30), fc.nat(30)), { maxLength: 120 }), fc.integer(), (edges, seed) => {
        const pairs = edges.filter(([a, b]) => a !== b).map(([a, b]) => [`n${a}`, `n${b}`] as [string, string]);
        const { splits } = split(pairs, { ratios: [4, 1, 1], seed });
        const home = new Map<string, string>();
        pairs.forEach((pair, i) => {
          if (splits[i] === null) return;
          for (const node of pair) expect(home.get(node) ?? splits[i]).toBe(splits[i]);
          for (const node of pair) home.set(node, splits[i] ?? '');
        });
      }),
      { numRuns: 80 },
    );
  });

  it('leave no split empty while there are communities for all', () => {
    const pairs = [...clique('a', 5), ...clique('b', 5), ...clique('c', 5)];
    expect(split(pairs, { ratios: [8, 1, 1], seed: 1 }).achieved).toEqual({ train: 1 / 3, dev: 1 / 3, test: 1 / 3 });
    expect(split(pairs, { ratios: [1, 0, 1], seed: 1 }).achieved?.dev).toBe(0);
  });

  it('report what was achieved when one community is all there is', () => {
    const { achieved, wished } = split(clique('a', 4), { ratios: [1, 1, 1], seed: 1 });
    expect(achieved).toEqual({ train: 1, dev: 0, test: 0 });
    expect(wished.dev).toBeCloseTo(1 / 3);
    expect(split([], { ratios: [1, 1, 1], seed: 1 }).achieved).toBeNull();
  });

  it('are proved by id and by text', async () => {
    const example = (ids: [string, string], statements: [string, string]) =>
      ({ keywords: [], statement: '', ids, statements }) as SituatedGenExample;
    const train = [example(['x::a::1', 'x::a::2'], ['One is here.', 'Two is there.'])];
    expect((await proveSplits({ train, test: [example(['x::a::3', 'x::a::4'], ['Three.', 'Four.'])] })).holds).toBe(true);
    const leak = await proveSplits({ train, test: [example(['x::a::3', 'x::a::4'], ['one is HERE', 'Four.'])] });
    expect(leak.holds).toBe(false);
    expect(leak.shared[0]).toMatchObject({ ids: [], texts: ['one is here'] });
  });
});

describe('limitPartners', () => {
  it('leaves no statement more pairs than asked', () => {
    const pairs = Array.from({ length: 20 }, (_, i) => Array.from({ length: i }, (_, j) => ({ first: j, second: i }))).flat();
    const table = createPairTable();
    for (const pair of pairs) table.add({ ...pair, similarity: 1, context: null });
    const kept = [...limitPartners(table, { maxPartners: 3, seed: 1 })];
    const counts = new Map<number, number>();
    for (const { first, second } of kept) for (const row of [first, second]) counts.set(row, (counts.get(row) ?? 0) + 1);
    expect(Math.max(...counts.values())).toBe(3);
    expect(kept.length).toBeGreaterThan(20);
  });
});

describe('assembly', () => {
  const limits = { minKeywords: 1, maxKeywords: 9 };
  const [first, second] = extractKeywords([july, june], [{ nouns: [] }, { nouns: [] }], limits).rows;
  const example = assembleExample({ ...first, text: 'july is summer in China' }, second, { seed: 17, similarity: 0.9, context: 'BOTH' });

  it('shuffles the merged keywords and remembers their sentence', () => {
    expect(example).toMatchObject({
      statement: 'July is summer in China. June is winter in Australia.',
      ids: ['a::b::1', 'a::b::2'],
      context: 'BOTH',
    });
    expect([...example.keywords].sort()).toEqual(['Australia', 'China', 'July', 'June', 'summer', 'winter']);
    example.keywords.forEach((keyword, i) => {
      expect(example.statements[example.keywords_pos?.[i] ?? 0]).toContain(keyword);
    });
    expect(assembleExample(first, second, { seed: 18, similarity: 0.9, context: 'BOTH' }).keywords).not.toEqual(example.keywords);
  });

  it('exports both orders for training, one for the rest', () => {
    const rows = [...trainingRows([example], { format: 'seq2seq', bothOrders: true })];
    expect(rows.map(({ target }) => target)).toEqual([
      'July is summer in China. June is winter in Australia.',
      'June is winter in Australia. July is summer in China.',
    ]);
    expect(rows[0].input).toBe(`generate two sentences with: ${example.keywords.join(', ')}`);
    const [prompt] = trainingRows([example], { format: 'instructgpt', bothOrders: false });
    expect(prompt.prompt).toMatch(/^Generate a pair of contrastive sentences.*\n\nKeywords: .*\nSentences:$/s);
  });

  it('makes a false row by letting two entities of one type change places', () => {
    const entities = new Map([july, june].map((row) => [row.id, row.entities]));
    const [right, wrong] = boolQaRows([example], (id) => entities.get(id), { seed: 3 });
    expect(right).toMatchObject({ answer: true, statement: example.statement });
    expect(wrong.answer).toBe(false);
    const [one, other] = wrong.swapped ?? ['', ''];
    expect(wrong.statement).toContain(one);
    expect(wrong.statement).toContain(other);
    expect(wrong.statement).not.toBe(example.statement);
  });
});

describe('people', () => {
  const examples = Array.from({ length: 4 }, (_, i) => ({
    keywords: ['a'],
    statement: `Row ${i}.`,
    ids: [`x::a::${i}`, `x::b::${i}`],
    statements: ['One.', 'The two.'],
  })) as SituatedGenExample[];
  const all: FilterValue = { keywords: 'yes', context: 'yes', commonsense: 'yes', antithesis: 'yes', dependence: 'yes' };
  const decision = (annotator: string, row: number, value: FilterValue): Decision<FilterValue> => ({
    item: `x::a::${row}|x::b::${row}`,
    annotator,
    task: 'situatedgen/filter',
    value,
  });

  it('who are unsure of a criterion do not keep the example', () => {
    const { rows } = filterByPeople(examples.slice(0, 1), [decision('first', 0, { ...all, commonsense: 'unsure' })]);
    expect(rows).toEqual([]);
  });

  it('keep an example only if all five criteria hold; who judged most decides', () => {
    const decisions = [
      decision('second', 0, { ...all, dependence: 'no' }),
      decision('first', 0, all),
      decision('first', 1, { ...all, antithesis: 'no', dependence: 'no' }),
      decision('second', 2, { ...all, keywords: 'no' }),
      decision('first', 3, all),
    ];
    const { rows, dropped, undecided, removedShare } = filterByPeople(examples, decisions);
    expect(rows.map(({ statement }) => statement)).toEqual(['Row 0.', 'Row 3.']);
    expect(dropped).toMatchObject([
      { step: 'filter', rule: 'criterion antithesis', value: 'antithesis dependence' },
      { step: 'filter', rule: 'criterion keywords' },
    ]);
    expect({ undecided, removedShare }).toEqual({ undecided: 0, removedShare: 0.5 });
  });

  it('agree by Cohen’s kappa on what both judged', () => {
    const verdict = (valid: boolean): FilterValue => (valid ? all : { ...all, antithesis: 'no' });
    const decisions = [true, true, false, false].flatMap((valid, i) => [
      decision('first', i, verdict(valid)),
      decision('second', i, verdict(i === 3 ? true : valid)),
    ]);
    // Three of four the same; by chance 0.5·0.75 + 0.5·0.25 = 0.5.
    expect(filterAgreement(decisions)).toMatchObject({ overlap: 4, agreement: 0.75, kappa: 0.5 });
    expect(filterAgreement([])).toMatchObject({ overlap: 0, agreement: null, kappa: null });
  });

  it('see the pair joined by "while", and write from keywords alone', () => {
    expect(joinByWhile(['One is here.', 'The two are there.'])).toBe('One is here, while the two are there.');
    expect(joinByWhile(['One is here.', 'China is there.'])).toBe('One is here, while China is there.');
    const many = Array.from({ length: 103 }, (_, i) => ({ ...examples[0], ids: [`x::a::${i}`, `x::b::${i}`] as [string, string] }));
    expect(filterRows(many, { seed: 1 }).filter(({ overlap }) => overlap)).toHaveLength(100);
    expect(auditRows(examples, { seed: 1, count: 3 })).toHaveLength(3);
    expect(writeRows(examples, { seed: 1 })[0]).not.toHaveProperty('sentences');
  });
});
