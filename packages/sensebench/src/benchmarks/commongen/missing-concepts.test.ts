import { loadWordNet } from '@sensebench/metrics/internal/nlp/words/wordnet.ts';
import { describe, expect, it } from 'vitest';
import { loadAnalyser } from '../../nlp/analysis/analyser.ts';
import { countMissing, missingConcepts } from './missing-concepts.ts';

describe('concepts that references lack', () => {
  it('are counted by reference and by set; inflections are there', async () => {
    const rows = [
      { concept_set: 'dog#catch#frisbee', scene: ['A dog caught two frisbees.', 'The dog runs after a frisbee.', 'A cat.'] },
      { concept_set: 'boy#throw#stone', scene: ['Boys throw stones.'] },
    ];
    expect(await countMissing(rows, await loadAnalyser())).toEqual({
      references: 2,
      sets: 1,
      examples: [{ set: 'dog#catch#frisbee', missing: ['catch'] }],
    });
  });

  it('are there as base forms of WordNet where the tagger sees an adjective', async () => {
    const tokens = [{ text: 'painted', start: 0, end: 7, tag: 'JJ', lemma: 'painted' }];
    expect(missingConcepts(['paint', 'wall'], tokens)).toEqual(['paint', 'wall']);
    expect(missingConcepts(['paint', 'wall'], tokens, await loadWordNet())).toEqual(['wall']);
  });
});
