import { loadTools } from '@sensebench/metrics/internal/metrics';
import { describe, expect, it } from 'vitest';
import { quietContext } from '../../../../../../test/quiet-context.ts';
import { resultText } from '../../../report/index.ts';
import { ceiling, peoplePairs } from './ceiling.ts';

const item = (id: string, references: string[]) => ({ id, input: { concepts: ['dog'] }, references, meta: {} });

describe("people's score", () => {
  it('compares each reference with the others and counts sets that have one', () => {
    const { items, predictions, single } = peoplePairs([item('0', ['a', 'b', 'c']), item('1', ['d'])], 'leave-one-out');
    expect(predictions).toEqual(['a', 'b', 'c']);
    expect(items.map(({ id, references }) => [id, references])).toEqual([
      ['0/0', ['b', 'c']],
      ['0/1', ['a', 'c']],
      ['0/2', ['a', 'b']],
    ]);
    expect(single).toBe(1);
  });

  it('pairs the three shortest references with each other and with themselves, as the paper does', () => {
    const { items, predictions, single } = peoplePairs([item('0', ['aaaa', 'bb', 'ccc', 'd']), item('1', ['e'])], 'paper');
    const shortest = ['d', 'bb', 'ccc'];
    expect(predictions.map((prediction, i) => [prediction, items[i].references])).toEqual(
      shortest.flatMap((a) => shortest.map((b) => [a, [b]])),
    );
    expect(new Set(items.map(({ id }) => id)).size).toBe(9);
    expect(single).toBe(1);
  });

  it('refuses a protocol that it does not know', () => {
    expect(ceiling.options.safeParse({ dataset: 'dev.jsonl', protocol: 'papers' }).success).toBe(false);
  });

  it('prints CIDEr ×10 and keeps the fraction in the JSON', async () => {
    const { mkdtemp, writeFile } = await import('node:fs/promises');
    const { tmpdir } = await import('node:os');
    const { join } = await import('node:path');
    const dataset = join(await mkdtemp(join(tmpdir(), 'ceiling-')), 'dev.jsonl');
    const rows = [
      { concept_set: 'dog#run', scene: ['A dog runs in the park.', 'The dog runs across the field.'] },
      { concept_set: 'cat#sleep', scene: ['A cat sleeps on the sofa.', 'The cat sleeps in the sun all day.'] },
    ];
    await writeFile(dataset, rows.map((row) => JSON.stringify(row)).join('\n'));
    const options = ceiling.options.parse({ dataset, protocol: 'paper', metrics: ['cider', 'bleu4'], resamples: 5 });
    const result = await ceiling.run(options, quietContext({ tools: loadTools }));
    const { json } = result;
    const text = resultText(result);
    const { cider, bleu4, pairs } = json as { cider: number; bleu4: number; pairs: number };
    expect(pairs).toBe(8);
    const [ciderRow, bleuRow] = ['cider', 'bleu4'].map((name) => text?.split('\n').find((line) => line.trim().startsWith(name)));
    expect(ciderRow).toContain(` ${(10 * cider).toFixed(2)} `);
    expect(ciderRow).toContain('43.53');
    expect(bleuRow).toContain(` ${(100 * bleu4).toFixed(2)} `);
  });
});
