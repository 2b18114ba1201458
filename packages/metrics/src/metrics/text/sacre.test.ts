/** BLEU, TER and chrF with their options against sacrebleu (oracles/sacre.py). */
import { describe, expect, it } from 'vitest';
import golden from '../../../../../test/golden/sacre.json' with { type: 'json' };
import { differencesFromSacre, metricOf } from '../../../../../test/sacre-variants.ts';

describe('sacrebleu', () => {
  it.each(golden.variants.map((variant, index) => ({ index, variant })))('variant $index: $variant.metric', async ({ variant }) => {
    expect(await differencesFromSacre(golden.rows, variant, golden.tolerance)).toEqual([]);
  });

  it('has signatures with the same fields', async () => {
    for (const variant of golden.variants.filter(({ metric }) => metric !== 'chrf')) {
      const theirs = variant.signature.replace(/\|version:.*$/, '');
      expect((await metricOf(variant)).signature({ references: '1-8' })).toBe(
        `${variant.metric === 'bleu' ? 'bleuSacre' : 'ter'}|${theirs}|as:sacrebleu-2.5.1|by:sensebench`,
      );
    }
  });
});
