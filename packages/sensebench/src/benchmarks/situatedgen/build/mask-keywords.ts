/** Keyword masking (SituatedGen, section 4.3): each keyword becomes [UNK], so that the embedding ignores its meaning. */

import { defineStreamStep, type Shard, type ShardReader, type ShardReaders } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { inShards, readRows } from '../../../build/steps/index.ts';
import { sortTexts } from '../../../files/index.ts';
import type { Keyword, Statement } from '../../../statements/index.ts';
import { byLength } from './embed-texts.ts';

const MASK = '[UNK]';

/** `keywords` in the order of the text, without overlap. */
export function maskKeywords(text: string, keywords: readonly Keyword[]): string {
  let masked = '';
  let from = 0;
  for (const { start, end } of keywords) {
    masked += text.slice(from, start) + MASK;
    from = end;
  }
  return masked + text.slice(from);
}

/** The distinct masked (or whole) statements to embed, shortest first. */
export const maskStep = defineStreamStep({
  name: 'mask',
  version: 2,
  options: z.object({ masked: z.boolean() }),
  over: 'stream',
  async *run({ statements }: ShardReaders<{ statements: Statement }>, { masked }: { masked: boolean }): AsyncGenerator<Shard<string>> {
    const texts = await sortTexts(textsOf(statements, { masked }), { compare: byLength });
    try {
      yield* inShards(asRows(texts));
    } finally {
      texts.close();
    }
  },
});

async function* textsOf(statements: ShardReader<Statement>, { masked }: { masked: boolean }): AsyncGenerator<string> {
  for await (const { text, keywords = [] } of readRows(statements)) yield masked ? maskKeywords(text, keywords) : text;
}

function* asRows(texts: Iterable<string>): Generator<{ row: string }> {
  for (const row of texts) yield { row };
}
