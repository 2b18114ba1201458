/** Keeps the mined pairs that the strict rules call a contrast (SituatedGen, Table 6), each with its contrast score. */

import { defineStreamStep, type ShardReaders } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { countRows, inShards, readRows, type StreamedResult } from '../../../build/steps/index.ts';
import { createRowFile } from '../../../files/index.ts';
import type { Statement } from '../../../statements/index.ts';
import type { Frame } from '../pairs/frame.ts';
import { createStrictJudge, frameStatement, STRICT_RULES, type StrictRule } from '../pairs/strict-rules.ts';
import { remember } from '../remember.ts';
import { createLostPairs } from './lost-pairs.ts';
import { type MinedPair, type Partners, packPairs, unpackPairs } from './pair-table.ts';

interface ContrastInput {
  statements: Statement;
  frames: Frame;
  pairs: Partners;
}

/** Rows are the partners that are left; `facts` counts refused pairs by rule. A statement that lost its last pair is dropped with the rule that refused the most similar one. */
export const contrastStep = defineStreamStep({
  name: 'contrast',
  version: 2,
  options: z.object({ without: z.array(z.enum(STRICT_RULES)) }),
  over: 'stream',
  run: (input: ShardReaders<ContrastInput>, options: { without: StrictRule[] }, tools) => inShards(contrastPairs(input, options, tools)),
});

async function* contrastPairs(
  { statements, frames, pairs }: ShardReaders<ContrastInput>,
  { without }: { without: readonly StrictRule[] },
  { progress, signal }: { progress(rows: number): void; signal: AbortSignal },
): AsyncGenerator<StreamedResult<Partners>> {
  const texts = createRowFile<Pick<Statement, 'id' | 'text'>>();
  const kept = createRowFile<Frame>();
  try {
    for await (const { id, text } of readRows(statements)) texts.add({ id, text });
    for await (const frame of readRows(frames)) kept.add(frame);
    const judge = createStrictJudge(textsOf(texts), { without });
    const framed = remember((place: number) => frameStatement(texts.get(place).text, kept.get(place)));
    const refused = Object.fromEntries(STRICT_RULES.map((rule) => [rule, 0])) as Record<StrictRule, number>;
    const paired = new Uint8Array(texts.length);
    const lost = createLostPairs(texts.length);
    const before = countRows(statements) + countRows(frames);
    let rows = 0;
    for await (const partners of readRows(pairs)) {
      signal.throwIfAborted();
      const left: MinedPair[] = [];
      for await (const pair of unpackPairs([partners])) {
        const { first, second, similarity } = pair;
        const verdict = judge(framed(first), framed(second));
        if (!('rule' in verdict)) {
          left.push({ ...pair, contrast: verdict.contrast });
          paired[first] = paired[second] = 1;
          continue;
        }
        refused[verdict.rule]++;
        lost.offer(first, second, similarity, verdict);
        lost.offer(second, first, similarity, verdict);
      }
      for (const row of packPairs(left)) yield { row };
      if (++rows % 1000 === 0) progress(before + rows);
    }
    let place = 0;
    for (const { id, text } of texts) {
      const reason = paired[place] ? undefined : lost.get(place);
      if (reason)
        yield { drop: { step: 'contrast', rule: reason.rule, ids: [id], text, ...(reason.value ? { value: reason.value } : {}) } };
      place++;
    }
    yield { facts: refused };
  } finally {
    texts.close();
    kept.close();
  }
}

function* textsOf(statements: Iterable<{ text: string }>): Generator<string> {
  for (const { text } of statements) yield text;
}
