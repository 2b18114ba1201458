import { describe, expect, it } from 'vitest';
import { loadBenchmark } from './registry.ts';

describe.each(['situatedgen', 'commongen'])('the steps of %s', (name) => {
  it('can be found by name: each has one of its own, fit for a file', async () => {
    const { steps = [] } = await loadBenchmark(name);
    const names = steps.map((step) => step.name);
    expect(names.length).toBeGreaterThan(2);
    expect(new Set(names).size).toBe(names.length);
    for (const each of names) expect(each).toMatch(/^[a-z][a-z0-9-]*$/);
  });
});
