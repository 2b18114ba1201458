import { describe, expect, it } from 'vitest';
import { parsePhases } from './phases.ts';
import { admit, quotaOf } from './quota.ts';
import type { Submission } from './submission.ts';

const competition = parsePhases({
  title: 'T',
  metrics: ['accuracy'],
  rank: 'accuracy',
  quota: { day: 2, total: 3 },
  phases: [
    { name: 'a', start: '2027-01-01T00:00:00Z', end: '2027-02-01T00:00:00Z' },
    { name: 'b', start: '2027-03-01T00:00:00Z' },
  ],
});
const [phase] = competition.phases;
const sent = (at: string, state: Submission['state'] = 'done', account = 'me', own = 'a') => ({ at, state, account, phase: own });

describe('a quota', () => {
  it('counts queued, running and done ones of the account, the phase and the day in UTC', () => {
    const submissions = [
      sent('2027-01-10T23:59:59Z'),
      sent('2027-01-11T00:00:00Z', 'queued'),
      sent('2027-01-11T03:00:00+02:00', 'running'),
      sent('2027-01-11T05:00:00Z', 'done', 'other'),
      sent('2027-01-11T05:00:00Z', 'done', 'me', 'b'),
    ];
    expect(quotaOf(phase, { submissions, account: 'me', at: '2027-01-11T12:00:00Z' })).toEqual({
      day: { used: 2, left: 0 },
      total: { used: 3, left: 0 },
      renewed: '2027-01-12T00:00:00.000Z',
    });
  });

  it('is not used by failed and cancelled ones', () => {
    const submissions = [sent('2027-01-11T00:00:00Z', 'failed'), sent('2027-01-11T01:00:00Z', 'cancelled')];
    expect(quotaOf(phase, { submissions, account: 'me', at: '2027-01-11T12:00:00Z' }).day).toEqual({ used: 0, left: 2 });
  });
});

describe('a submission is admitted', () => {
  const at = (time: string, submissions: ReturnType<typeof sent>[] = [], wanted?: string) =>
    admit(competition, { submissions, account: 'me', at: time, phase: wanted });

  it('up to the last moment, and not a second after the deadline', () => {
    expect(at('2027-01-31T23:59:59.999Z')).toMatchObject({ phase: { name: 'a' } });
    expect(at('2027-02-01T00:00:00Z')).toEqual({
      refused: 'the phase "a" ended at 2027-02-01T00:00:00.000Z; "b" begins at 2027-03-01T00:00:00.000Z',
    });
    expect(at('2027-02-01T00:00:01Z', [], 'a')).toHaveProperty('refused');
  });

  it('not before the start, and not for a phase that is over or unknown', () => {
    expect(at('2026-12-31T00:00:00Z')).toEqual({ refused: 'no phase has begun; "a" begins at 2027-01-01T00:00:00.000Z' });
    expect(at('2027-03-02T00:00:00Z', [], 'a')).toEqual({ refused: 'the phase "a" ended at 2027-02-01T00:00:00.000Z' });
    expect(at('2027-03-02T00:00:00Z', [], 'c')).toEqual({ refused: 'there is no phase "c" (expected a, b)' });
  });

  it('while the day and the phase have some left', () => {
    const two = [sent('2027-01-11T00:00:00Z'), sent('2027-01-11T01:00:00Z')];
    expect(at('2027-01-11T02:00:00Z', two)).toEqual({
      refused: 'all 2 submissions of today have been used; the next day begins at 2027-01-12T00:00:00.000Z',
    });
    expect(at('2027-01-12T00:00:00Z', two)).toMatchObject({ quota: { total: { used: 2, left: 1 } } });
    expect(at('2027-01-12T00:00:00Z', [...two, sent('2027-01-11T03:00:00Z')])).toEqual({
      refused: 'all 3 submissions of the phase "a" have been used',
    });
  });
});
