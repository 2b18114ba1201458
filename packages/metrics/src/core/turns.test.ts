import { describe, expect, it } from 'vitest';
import { atOnce, inTurns, type Rounds } from './turns.ts';

function* rounds(ms: number): Rounds<string> {
  const end = performance.now() + ms;
  while (performance.now() < end) yield;
  return 'done';
}

describe('rounds', () => {
  it('give the same result at once and in turns', async () => {
    expect(atOnce(rounds(1))).toBe('done');
    expect(await inTurns(rounds(1))).toBe('done');
  });

  it('let other events happen', async () => {
    let heard = false;
    setTimeout(() => {
      heard = true;
    }, 10);
    await inTurns(rounds(200));
    expect(heard).toBe(true);
  });

  it('stop when the signal is aborted', async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(new Error('stopped')), 10);
    await expect(inTurns(rounds(60_000), stop.signal)).rejects.toThrow('stopped');
  });
});
