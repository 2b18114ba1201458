import { describe, expect, it } from 'vitest';
import type { Metric } from '../core/index.ts';
import { chooseMetrics, METRICS, printedAs } from './registry.ts';
import { score } from './score/score.ts';

const request = { predictions: ['Ｈｅ 猫 sat, the mat.'], references: [['猫 sat on the mat, quietly']] };
const own: Metric<number> = {
  name: 'shared',
  summary: 'ours',
  outputs: ['shared'],
  printed: { shared: { scale: 1 } },
  signature: () => 'shared',
  segment: ({ item }) => item.references[0].length,
  score: (stats) => ({ shared: stats[0] ?? null }),
};

describe('metrics with options', () => {
  it('are named with them, and their signatures say so', async () => {
    const plain = await score({ ...request, metrics: ['ter', 'bleuSacre'] });
    const other = await score({ ...request, metrics: ['ter(asian,normalized)', 'bleuSacre(tokenize=char,smooth=floor,smooth-value=0.5)'] });
    expect(plain.signatures.ter).toContain('|case:lc|tok:tercom|norm:no|punct:yes|asian:no|');
    expect(other.signatures.ter).toContain('|case:lc|tok:tercom|norm:yes|punct:yes|asian:yes|');
    expect(other.signatures.bleuSacre).toContain('|tok:char|smooth:floor[0.50]|');
    expect(other.corpus.ter).not.toBe(plain.corpus.ter);
  });

  it('take the same options in code', async () => {
    const named = await score({ ...request, metrics: ['ter(no-punct)'] });
    const inCode = await score({ ...request, metrics: ['ter'], options: { ter: { noPunct: true } } });
    expect(inCode).toEqual(named);
  });

  it('share them with the metric that they are a twin of, and with their outputs', () => {
    const chosen = chooseMetrics(['ciderD(sigma=3)', 'ciderUnordered', 'cider']);
    expect(chosen.map(({ name, options }) => [name, options])).toEqual([
      ['cider', { sigma: '3' }],
      ['ciderUnordered', { sigma: '3' }],
    ]);
  });

  it.each([
    [['ter(asain)'], 'ter has no option "asain"; did you mean "asian"?'],
    [['bleu(asian)'], 'bleu takes no options'],
    [['bleuSacre(tokenize=zh)'], 'expected 13a, intl, char, none'],
    [['ter(asian)', 'ter(no-punct)'], 'ter is named with two sets of options'],
  ])('%j is an error before anything is measured', (names, message) => expect(() => chooseMetrics(names)).toThrow(message));
});

describe("a benchmark's own metrics", () => {
  it('need references unless they say otherwise', async () => {
    const items = [{ id: 'a', input: null, references: [], meta: {} }];
    await expect(score({ items, predictions: ['x'], metrics: ['shared'], ownMetrics: [own] })).rejects.toThrow(
      'item "a" has no references',
    );
  });

  it('come before those of the table', () => {
    const bleu: Metric = { ...own, name: 'bleu', outputs: ['bleu4'], printed: { bleu4: { scale: 7 } } };
    expect(chooseMetrics(['bleu4'], [bleu])[0].metric).toBe(bleu);
    expect([printedAs('bleu4', [bleu]).scale, printedAs('bleu4').scale, printedAs('cider').scale]).toEqual([7, 100, 10]);
  });
});

describe('the table', () => {
  it('has each metric under its own name, with what `metrics list` shows', () => {
    for (const [name, metric] of Object.entries(METRICS)) {
      expect(metric.name).toBe(name);
      expect(metric.summary, name).not.toBe('');
      expect(['fast', 'medium', 'slow'], name).toContain(metric.cost);
    }
  });
});
