import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sharedPath } from '../../../../../test/shared.ts';
import { splitSentences } from './sentences.ts';

const treebank = sharedPath('data/ud-ewt/dev.conllu.gz');

describe.skipIf(treebank === null)('sentences of the dev part of the English Web Treebank', () => {
  const blocks =
    treebank === null
      ? []
      : gunzipSync(readFileSync(treebank))
          .toString('utf8')
          .split('\n\n')
          .filter((block) => block.includes('# text = '));
  const sentences = blocks.map((block) => /^# text = (.*)$/m.exec(block)?.[1] ?? '');

  it('are rarely cut inside: 23 times in 2,001', () => {
    expect(sentences).toHaveLength(2001);
    expect(sentences.reduce((sum, text) => sum + splitSentences(text).length - 1, 0)).toBeLessThanOrEqual(23);
  });

  it('are parted from the next where they end with a mark: all but 36 of 1,043', () => {
    const pairs = sentences.flatMap((text, i) => {
      const next = sentences[i + 1];
      return next && /[.!?]["')]*$/.test(text) && !blocks[i + 1].includes('# newpar') ? [{ text, next }] : [];
    });
    expect(pairs).toHaveLength(1043);
    const missed = pairs.filter(({ text, next }) => !splitSentences(`${text} ${next}`).some(({ end }) => end === text.length));
    expect(missed.length).toBeLessThanOrEqual(36);
  });
});
