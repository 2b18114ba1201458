import { describe, expect, it } from 'vitest';
import type { Tools } from '../../core/index.ts';
import { coveredOutputs } from './covered-outputs.ts';

/** Every word is its own lemma. */
const analyse: Tools['analyse'] = async (texts) =>
  texts.map((text) => ({
    text,
    entities: [],
    tokens: text.split(' ').map((word) => ({ text: word, start: 0, end: word.length, tag: 'NN', lemma: word })),
  }));

const items = ['0', '1', '2'].map((id) => ({ id, input: { concepts: ['dog', 'run'] }, references: [], meta: {} }));

describe('what people compare', () => {
  it('is only outputs with all concepts of their set', async () => {
    const outputs = new Map([
      ['0', 'dog run a'],
      ['1', 'dog sit'],
      ['9', 'dog run, for no item'],
    ]);
    const [{ name, outputs: kept }] = await coveredOutputs(items, [{ name: 'a', outputs }], { analyse });
    expect(name).toBe('a');
    expect([...kept]).toEqual([['0', 'dog run a']]);
  });
});
