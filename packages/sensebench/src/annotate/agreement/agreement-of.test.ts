import { createRandom, type Decision } from '@sensebench/metrics/internal/core';
import { cohenKappa, fleissKappa, krippendorffAlpha } from '@sensebench/metrics/internal/metrics';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { compareFigures } from '../compare-figures.ts';
import { compareTask } from '../compare-systems.ts';
import { agreementOf } from './agreement-of.ts';

const decide = <Value>(annotator: string, item: string, value: Value): Decision<Value> => ({ task: 'x/y', annotator, item, value });
const task = { value: z.object({ ok: z.enum(['yes', 'no']), level: z.number(), note: z.string().optional() }) };

/** Thirty items; three annotators say what is true with probability 0.8. */
function simulated() {
  const random = createRandom(5);
  return Array.from({ length: 30 }, (_, i) => {
    const [truth, level] = [random.next() < 0.5, 1 + random.below(4)];
    return ['A', 'B', 'C'].map((annotator) => {
      const [right, near] = [random.next() < 0.8, random.next() < 0.7];
      const value = {
        ok: truth === right ? ('yes' as const) : ('no' as const),
        level: near ? level : 1 + random.below(4),
        note: annotator,
      };
      return decide(annotator, `i${i}`, value);
    });
  }).flat();
}

describe('agreement on a task', () => {
  const decisions = simulated();
  const column = <Label>(annotator: string, read: (value: (typeof decisions)[number]['value']) => Label) =>
    decisions.filter((one) => one.annotator === annotator).map(({ value }) => read(value));

  it('is that of the coefficients, field by field: nominal for names, ordinal for numbers; texts are not compared', async () => {
    const { fields, items } = await agreementOf(task, decisions);
    expect(items).toBe(30);
    expect(Object.keys(fields)).toEqual(['ok', 'level']);
    const table = (read: Parameters<typeof column<string | number>>[1]) =>
      column('A', read).map((_, i) => ['A', 'B', 'C'].map((annotator) => column(annotator, read)[i]));
    expect(fields.ok).toMatchObject({ level: 'nominal', items: 30, labels: 90, fleissKappa: fleissKappa(table(({ ok }) => ok)) });
    expect(fields.ok.krippendorffAlpha).toBe(krippendorffAlpha(table(({ ok }) => ok)));
    expect(fields.level.krippendorffAlpha).toBe(
      krippendorffAlpha(
        table(({ level }) => level),
        { level: 'ordinal' },
      ),
    );
    const { krippendorffAlpha: interval } = fields.level.intervals;
    expect(interval?.[0]).toBeLessThan(fields.level.krippendorffAlpha ?? 0);
    expect(interval?.[1]).toBeGreaterThan(fields.level.krippendorffAlpha ?? 1);
  });

  it("has Cohen's kappa of the two who share most items, and raw agreement", async () => {
    const two = decisions.filter(({ annotator }, i) => annotator !== 'C' || i < 20);
    const { pair, fields } = await agreementOf(task, two);
    expect(pair).toEqual({ annotators: ['A', 'B'], items: 30 });
    expect(fields.ok.pair.cohenKappa).toBe(
      cohenKappa(
        column('A', ({ ok }) => ok),
        column('B', ({ ok }) => ok),
      ),
    );
    const onlyTwo = await agreementOf(
      task,
      decisions.filter(({ annotator }) => annotator !== 'C'),
    );
    expect(onlyTwo.fields.ok.raw).toBeCloseTo(onlyTwo.fields.ok.pair.agreement ?? 0, 12);
  });

  it('sets each annotator against the majority of the others', async () => {
    const votes = [decide('A', 'i', 'yes'), decide('B', 'i', 'yes'), decide('C', 'i', 'no'), decide('A', 'j', 'no')];
    const { perAnnotator } = await agreementOf({ value: z.enum(['yes', 'no']) }, votes);
    expect(perAnnotator.C).toEqual({ items: 1, compared: 1, agreement: 0, cohenKappa: 0 });
    expect(perAnnotator.A).toMatchObject({ items: 2, compared: 0, agreement: null });
  });

  it('is of independent answers: a final decision does not count', async () => {
    const final = { ...decide('chief', 'i0', decisions[0].value), final: true };
    expect(await agreementOf(task, [...decisions, final])).toEqual(await agreementOf(task, decisions));
  });

  it('says nothing where nobody shares an item', async () => {
    const { fields } = await agreementOf(task, [decide('A', 'i', { ok: 'yes' as const, level: 1 })]);
    expect(fields.ok).toMatchObject({ items: 0, raw: null, fleissKappa: null, krippendorffAlpha: null, intervals: {} });
  });

  it('has the figures of the compare task', async () => {
    const random = createRandom(3);
    const compared = ['A', 'B', 'C'].flatMap((annotator) =>
      Array.from({ length: 12 }, (_, i) => {
        const places = Object.fromEntries(['p', 'q', 'r'].map((system) => [system, 1 + random.below(3)]));
        return decide(annotator, `i${i}`, { places });
      }),
    );
    const { perAnnotator } = await agreementOf(compareTask({ name: 'x' }), compared);
    for (const [annotator, figures] of Object.entries(compareFigures(compared).perAnnotator)) {
      const { compared: comparisons, ...rest } = perAnnotator[annotator];
      expect({ comparisons, ...rest }).toEqual(figures);
    }
  });
});
