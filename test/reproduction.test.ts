/** docs/reproduction.md is what `npm run reproduction` writes from docs/reproduction.json. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publishedRows, reproductionPage, reproductionSchema } from '../bench/reproduction-page.ts';

const docs = (name: string) => readFileSync(join(import.meta.dirname, '../docs', name), 'utf8');
const figures = reproductionSchema.parse(JSON.parse(docs('reproduction.json')));

describe('docs/reproduction.md', () => {
  it('has the figures of docs/reproduction.json', () => {
    expect(docs('reproduction.md').trimEnd()).toBe(reproductionPage(figures, publishedRows).trimEnd());
  });

  it('shows the difference from the paper in percent, and the spread of seeds', () => {
    const run = { recipe: 'x', kind: 'brnn', parameters: 1, words: 1, epochs: 1, minutes: 1 };
    const scored = (cider: number) => ({ rougeLStemMean: 0.3057, bleu4: 0.039, cider, coverageCommonGen: 0.5895 });
    const page = reproductionPage(
      { ...figures, commongen: [17, 18].map((seed) => ({ ...run, seed, scores: scored(seed === 17 ? 0.604 : 0.7) })) },
      publishedRows,
    );
    expect(page).toContain('| bRNN-CopyNet | 0 | -50 | 0 | 0 |');
    expect(page).toContain('| bRNN-CopyNet, seed 18 | 0 | -50 | +16 | 0 |');
    expect(page).toContain('2 seeds of bRNN-CopyNet: ROUGE-L 30.57–30.57, BLEU-4 3.90–3.90, CIDEr 6.04–7.00, coverage 58.95–58.95.');
  });
});
