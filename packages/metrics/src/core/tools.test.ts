import { describe, expect, it } from 'vitest';
import { readDeeply, type ToolNeeds, type Tools } from './tools.ts';

async function asked(needs: ToolNeeds, { deep }: { deep: boolean }): Promise<ToolNeeds[]> {
  const seen: ToolNeeds[] = [];
  const tools = readDeeply(
    async (given) => {
      seen.push(given);
      return {} as Tools;
    },
    { deep },
  );
  await tools(needs);
  return seen;
}

describe('--deep', () => {
  it('asks for the deep analyser where an analyser is wanted', async () => {
    expect(await asked({ analyse: true, wordnet: true }, { deep: true })).toEqual([{ analyse: 'deep', wordnet: true }]);
    expect(await asked({ analyse: true }, { deep: false })).toEqual([{ analyse: true }]);
  });
  it('loads no analyser for what needs none', async () => {
    expect(await asked({ wordnet: true }, { deep: true })).toEqual([{ wordnet: true }]);
    expect(await asked({ analyse: false }, { deep: true })).toEqual([{ analyse: false }]);
  });
});
