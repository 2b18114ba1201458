import { describe, expect, it } from 'vitest';
import { createTimeLeft } from './time-left.ts';

describe('time left of a build', () => {
  const start = () => {
    const time = { ms: 0 };
    return { time, build: createTimeLeft(() => time.ms) };
  };

  it('is that of the step and of all that follow, by their costs', () => {
    const { time, build } = start();
    build.expect({ read: 1, embed: 4, join: 5 });
    const read = build.begin('read', 0);
    time.ms = 500;
    // Half of one of ten parts took half a second: nine and a half are left.
    expect(read.left(0.5)).toBeCloseTo(9.5);
    time.ms = 1000;
    read.end();
    const embed = build.begin('embed', 0);
    // The machine is half as fast now: 1 s for 1 part, then 4 s for 2.
    time.ms = 5000;
    expect(embed.left(0.5)).toBeCloseTo(((2 + 5) * 5) / 3);
  });

  it('takes nothing from what was cached', () => {
    const { time, build } = start();
    build.expect({ embed: 8, join: 2 });
    const embed = build.begin('embed', 0.5);
    expect(embed.left(0.5)).toBeNull();
    time.ms = 2000;
    // Two parts took 2 s; two parts of this step and the join are left.
    expect(embed.left(0.75)).toBeCloseTo(4);
    embed.end();
    const join = build.begin('join', 1);
    time.ms = 9000;
    join.end();
    build.expect({ embed: 8, split: 1 });
    // `embed` has ended; the second before `join` ended is not counted.
    expect(build.begin('split', 0).left(0)).toBeCloseTo(0.5);
  });

  it('is unknown where nothing is expected', () => {
    const { time, build } = start();
    const step = build.begin('own', 0);
    time.ms = 1000;
    expect(step.left(0.5)).toBeNull();
    step.end();
    build.expect({ embed: 1 });
    expect(build.begin('embed', 0).left(0)).toBeNull();
  });
});
