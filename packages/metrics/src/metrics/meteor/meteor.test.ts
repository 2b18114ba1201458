import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openPaged } from '#data-files';
import type { MetricInput } from '../../core/index.ts';
import { loadTools } from '../score/measure-items.ts';
import { compileParaphrases } from './compile-paraphrases.ts';
import { createMeteor, meteorLine } from './meteor.ts';
import { meteorWords } from './normalize.ts';
import { openParaphraseTable } from './paraphrase-table.ts';
import { ENGLISH_PARAMETERS, meteorScore } from './statistics.ts';

interface Golden {
  corpus: Record<string, number>;
  items: { tokens: { candidate: string; references: string[] }; meteor: string; meteorParaphrases: string }[];
}

const golden = JSON.parse(readFileSync(new URL('../../../../../test/golden/captions.json', import.meta.url), 'utf8')) as Golden;
const inputs = golden.items.map(({ tokens }) => inputOf(tokens.candidate, ...tokens.references));

function inputOf(candidate: string, ...references: string[]): MetricInput {
  const split = (text: string) => text.split(' ').filter((word) => word !== '');
  return {
    item: { id: '', input: null, references, meta: {} },
    candidate,
    tokens: { candidate: split(candidate), references: references.map(split) },
  };
}

async function* batches(text: string): AsyncGenerator<string[]> {
  yield text.split('\n');
}

const smallTable = async () => {
  const text = readFileSync(new URL('../../../../../oracles/paraphrases.txt', import.meta.url), 'utf8').trimEnd();
  return compileParaphrases(batches(text), { id: 'small' });
};

describe('METEOR', () => {
  it('gives the statistics of the original with three matchers', async () => {
    const meteor = createMeteor();
    const context = await meteor.prepare?.(inputs, await loadTools({ wordnet: true }));
    if (!context) throw new Error('no context');
    const stats = await Promise.all(inputs.map((input) => meteor.segment(input, context)));
    expect(stats.map(meteorLine)).toEqual(golden.items.map((item) => item.meteor));
    expect(meteor.score(stats, context).meteor).toBeCloseTo(golden.corpus.meteor, 12);
  });

  it('gives the statistics of the original with paraphrases', async () => {
    const meteor = createMeteor({ paraphrases: await smallTable() });
    const context = await meteor.prepare?.(inputs, await loadTools({ wordnet: true }));
    if (!context) throw new Error('no context');
    const stats = await Promise.all(inputs.map((input) => meteor.segment(input, context)));
    expect(stats.map(meteorLine)).toEqual(golden.items.map((item) => item.meteorParaphrases));
    expect(golden.items.filter((item) => item.meteor !== item.meteorParaphrases).length).toBeGreaterThan(5);
    expect(meteor.score(stats, context).meteor).toBeCloseTo(golden.corpus.meteorParaphrases, 12);
    expect(meteor.signature(context)).toContain('match:exact+stem+synonym+paraphrase@small');
  });

  it('asks for WordNet', async () => {
    const tools = await loadTools({});
    await expect(createMeteor().prepare?.([], tools)).rejects.toThrow('METEOR needs WordNet');
    await expect(createMeteor({ modules: 2 }).prepare?.([], tools)).resolves.toBeDefined();
  });

  it('refuses a damaged table', async () => {
    const table = (await smallTable()).slice(0, -1);
    await expect(createMeteor({ paraphrases: table }).prepare?.([], await loadTools({ wordnet: true }))).rejects.toThrow('damaged');
  });
});

describe('the signature', () => {
  const signatureOf = async (options: Parameters<typeof createMeteor>[0]) => {
    const meteor = createMeteor(options);
    const context = await meteor.prepare?.(inputs.slice(0, 1), await loadTools({ wordnet: true }));
    return context && meteor.signature(context);
  };

  it('names the matchers and the parameters in use', async () => {
    expect(await signatureOf({})).toBe('meteor|refs:2,best|tok:coco,norm|match:exact+stem+synonym|params:1.5-en');
    expect(await signatureOf({ modules: 2 })).toBe('meteor|refs:2,best|tok:coco,norm|match:exact+stem|params:1.5-en');
    const parameters = { ...ENGLISH_PARAMETERS, name: 'even', alpha: 0.5 };
    expect(await signatureOf({ parameters })).toBe('meteor|refs:2,best|tok:coco,norm|match:exact+stem+synonym|params:even');
  });

  it('means by "1.5-en" the numbers of METEOR 1.5 for English', () => {
    const weights = [1, 0.6, 0.8, 0.6];
    expect(ENGLISH_PARAMETERS).toEqual({ name: '1.5-en', alpha: 0.85, beta: 0.2, gamma: 0.6, delta: 0.75, weights });
  });
});

describe('meteorScore', () => {
  it('is the arithmetic of the paper', () => {
    // Four of five words match in two chunks; two of the matched and one of the other words are function words.
    const line = [5, 5, 3, 3, 2, 2, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 4, 4];
    const precision = (2 * 0.75 + 2 * 0.25) / (2 * 0.75 + 3 * 0.25);
    expect(meteorScore(line)).toBeCloseTo(precision * (1 - 0.6 * 0.5 ** 0.2), 12);
  });
});

describe('meteorWords', () => {
  it.each([
    ['a well-known t-shirt', ['a', 'well', 'known', 't', 'shirt']],
    ["it 's don't", ['it', "'", 's', 'don', "'t"]],
    ['3,000 , a,b', ['3,000', ',', 'a', ',', 'b']],
    ['u.s. end .', ['us', 'end', '.']],
    ['wait...what', ['wait', '...', 'what']],
    ['-lrb- x', ['-lrb-', 'x']],
  ])('%s', (text, words) => {
    expect(meteorWords(text.split(' '))).toEqual(words);
  });
});

describe('the paraphrase table', () => {
  it('finds phrases in both texts, in the order of the file', async () => {
    const table = openParaphraseTable(await smallTable());
    if (!table) throw new Error('no table');
    const numbers = (text: string) => Int32Array.from(text.split(' '), table.wordNumber);
    const found: number[][] = [];
    table.match(table.phrases(numbers('we take part in a race')), numbers('we participate in it or compete'), (...place) =>
      found.push(place),
    );
    expect(found).toEqual([
      [1, 2, 5, 1],
      [1, 3, 1, 2],
    ]);
    expect(table.wordNumber('nowhere')).toBe(-1);
  });

  it('says what is wrong with its source', async () => {
    await expect(compileParaphrases(batches('0.5\na'), { id: '' })).rejects.toThrow('three lines');
    await expect(compileParaphrases(batches('a\nb\nc'), { id: '' })).rejects.toThrow('is not a probability');
  });

  it('is refused when the bytes are something else', () => {
    expect(openParaphraseTable(new Uint8Array(100))).toBeNull();
  });

  it('is the same in a file, which is read only where it is looked at', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sensebench-'));
    const path = join(folder, 'table.bin');
    try {
      // Paraphrases of "w0" to "w2999" take several pages.
      const lines = Array.from({ length: 3000 }, (_, i) => `0.5\nw${i}\nv${i} v${i + 1} v${i + 2}`).join('\n');
      const bytes = await compileParaphrases(batches(lines), { id: 'file' });
      writeFileSync(path, bytes);
      const words = ['w7', 'w2998', 'x', 'w1', 'v2998', 'v2999', 'v3000', 'v1', 'v2', 'v3'];
      const { bytes: pages, need } = await openPaged(path);
      const [inFile, inMemory] = [openParaphraseTable(pages, need), openParaphraseTable(bytes)].map((table) => {
        if (!table) throw new Error('no table');
        const numbers = Int32Array.from(words, table.wordNumber);
        const found: number[][] = [];
        table.match(table.phrases(numbers), numbers, (...place) => found.push(place));
        return { id: table.id, found };
      });
      expect(inFile).toEqual(inMemory);
      expect(inFile.found).toEqual([
        [1, 1, 4, 3],
        [3, 1, 7, 3],
      ]);
      writeFileSync(path, bytes.subarray(1));
      const shorter = await openPaged(path);
      expect(openParaphraseTable(shorter.bytes, shorter.need)).toBeNull();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
