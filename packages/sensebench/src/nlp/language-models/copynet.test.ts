import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { weightsPath } from '@sensebench/metrics/internal/nlp/weights';
import { describe, expect, it } from 'vitest';
import { openCopyNet } from './copynet.ts';

const file = weightsPath('small/commongen.safetensors');
const bytes = readFileSync(file);
const net = openCopyNet(bytes, file);
const golden = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../../test/golden/small-commongen.json'), 'utf8')) as {
  greedy: Record<string, string>;
};

/** The likeliest word, again and again. */
async function greedy(concepts: readonly string[]): Promise<string> {
  const scorer = net.scorer(concepts);
  const written: string[] = [];
  while (written.length < 32) {
    const [row] = await scorer.score([written]);
    const best = scorer.vocabulary.reduce((top, word, id) => (!scorer.hidden.has(word) && row[id] > row[top] ? id : top), 2);
    if (scorer.vocabulary[best] === scorer.end) break;
    written.push(scorer.vocabulary[best]);
  }
  return written.join(' ');
}

describe('the shipped CopyNet', () => {
  it.each(Object.entries(golden.greedy))('writes PyTorch’s words for %s', async (concepts, text) => {
    expect(await greedy(concepts.split(' '))).toBe(text);
  });

  it('gives probabilities that sum to one, copied words outside the vocabulary included', async () => {
    const scorer = net.scorer(['dog', 'zyzzyva']);
    expect(scorer.vocabulary.at(-1)).toBe('zyzzyva');
    for (const row of await scorer.score([[], ['a'], ['a', 'zyzzyva']])) {
      const sum = Array.from(row, Math.exp).reduce((all, share) => all + share, 0);
      expect(sum).toBeCloseTo(1, 4);
      expect(Math.exp(row[scorer.vocabulary.length - 1])).toBeGreaterThan(1e-6);
    }
  });

  it('does not depend on the order of the concepts', async () => {
    const [[there], [back]] = await Promise.all(
      [
        ['dog', 'park', 'run'],
        ['run', 'dog', 'park'],
      ].map((concepts) => net.scorer(concepts).score([['a', 'dog']])),
    );
    for (let id = 0; id < 1000; id++) expect(back[id]).toBeCloseTo(there[id], 4);
  });

  it('copies less when it is asked to', async () => {
    const probability = async (reluctance: number) => {
      const scorer = net.scorer(['zyzzyva', 'dog'], { reluctance });
      const [row] = await scorer.score([['a']]);
      return Math.exp(row[scorer.vocabulary.indexOf('zyzzyva')]);
    };
    expect(await probability(1.5)).toBeLessThan((await probability(0)) * 0.9);
  });

  it('refuses files that are something else', () => {
    expect(() => openCopyNet(readFileSync(weightsPath('deep/deep.safetensors')), 'deep')).toThrow(/not a packed CopyNet/);
    expect(() => openCopyNet(bytes.subarray(0, 100), 'cut')).toThrow(/not a safetensors file/);
  });
});
