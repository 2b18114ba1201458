import { InputError } from 'sensebench/internal/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readDecisionText } from './read-decision-text.ts';

const study = {
  task: {
    name: 'x/rate',
    summary: '',
    guideline: '',
    people: 1,
    value: z.object({ rating: z.coerce.number(), comment: z.string().optional() }),
    list: () => [],
    aggregate: async () => ({ json: {}, tables: [] }),
  },
  source: { dataset: 'd', sha256: '0'.repeat(64), split: 'test', runs: [], seed: 1 },
};

async function read(text: string) {
  const secret = new Uint8Array(32);
  const { current } = await readDecisionText(study, { text, format: 'mturk', items: [{ id: 'c/1/2' }], secret, warn: () => undefined });
  return current.map(({ item, annotator, value, at, ms }) => ({ item, annotator, value, at, ms }));
}

describe('answers from MTurk', () => {
  it('have the chosen radio button as value, a time, a pseudonym, and no refused work', async () => {
    const rows = await read(
      [
        'HITId,AssignmentId,WorkerId,AssignmentStatus,SubmitTime,WorkTimeInSeconds,Input.item,Answer.rating.3,Answer.rating.4,Answer.comment',
        'H1,A1,W123,Approved,Mon Jan 05 10:00:00 PST 2026,31,c/1/2,false,true,of course',
        'H1,A2,W456,Rejected,Mon Jan 05 10:00:00 PST 2026,2,c/1/2,true,false,',
      ].join('\n'),
    );
    expect(rows).toEqual([
      {
        item: 'c/1/2',
        annotator: expect.stringMatching(/^crowd-[0-9a-f]{10}$/),
        value: { rating: 4, comment: 'of course' },
        at: '2026-01-05T18:00:00.000Z',
        ms: 31_000,
      },
    ]);
  });

  it('that name nobody are an error that names no temporary file', async () => {
    const error = await read('Input.item,Answer.rating\nc/1/2,4').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(InputError);
    expect(String(error)).toContain('has no worker id');
    expect(String(error)).not.toMatch(/given\.csv|tmp/);
  });
});
