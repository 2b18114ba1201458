/** Keyword masking (SituatedGen, section 4.3): each keyword becomes [UNK], so that the embedding ignores its meaning. */
import { z } from 'zod';
import { defineStep, type Shard } from '../../../core/index.ts';
import type { Keyword, Statement } from '../../../statements/index.ts';
import { textsToEmbed } from './embed-texts.ts';

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

/** The masked statements, or the whole ones, as texts to embed. */
export const maskStep = defineStep({
  name: 'mask',
  version: 1,
  options: z.object({ masked: z.boolean() }),
  over: 'all',
  run: (shards: readonly Shard<Statement>[], { masked }): Shard<string> => ({
    rows: textsToEmbed(shards.flatMap(({ rows }) => rows.map(({ text, keywords = [] }) => (masked ? maskKeywords(text, keywords) : text)))),
    dropped: [],
  }),
});
