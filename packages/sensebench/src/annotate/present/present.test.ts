import { InputError, type Task } from '@sensebench/metrics/internal/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { compareTask } from '../compare-systems.ts';
import { checkAnswer, present } from './present.ts';

const compare = compareTask({ name: 'x' });
const tools = { tokens: () => [], analyse: async () => [] };
const outputs = (texts: readonly string[]) => texts.map((text, i) => ({ system: `secret-${i}`, text }));
const item = (texts: readonly string[]) => ({ id: 'i', shown: { given: 'a, b', outputs: outputs(texts) } });
const at = (annotator: number, place: number) => ({ annotator, item: place, seed: 17 });

describe('a blind comparison', () => {
  it('sends letters and texts, and no name of a system', () => {
    const { shown } = present(compare, item(['one', 'two', 'three']), at(0, 0));
    expect(JSON.stringify(shown)).not.toContain('secret');
    expect(shown).toMatchObject({ given: 'a, b', outputs: [{ letter: 'A' }, { letter: 'B' }, { letter: 'C' }] });
  });

  it('gives places back to the systems, with the order in which they were shown', () => {
    const showing = present(compare, item(['one', 'two', 'three']), at(1, 4));
    const answer = { places: { A: 2, B: 1, C: 2 } };
    const value = compare.value.parse(showing.toValue(answer));
    expect(value.places).toEqual(Object.fromEntries((value.shown ?? []).map((system, i) => [system, [2, 1, 2][i]])));
    expect(showing.toAnswer(value)).toEqual(answer);
  });

  it('shows equal outputs once and gives their systems one place', () => {
    const showing = present(compare, item(['same', 'other', ' same ']), at(0, 0));
    const { outputs: shown } = showing.shown as { outputs: { letter: string; text: string }[] };
    expect(shown).toHaveLength(2);
    const same = shown.find(({ text }) => text.trim() === 'same')?.letter ?? '';
    const value = compare.value.parse(showing.toValue({ places: { A: 2, B: 2, [same]: 1 } }));
    expect(value.places).toEqual({ 'secret-0': 1, 'secret-1': 2, 'secret-2': 1 });
    expect(value.shown).toHaveLength(2);
  });

  it('has each system at each place equally often, over items and over annotators', () => {
    const counts = new Map<string, number>();
    for (let annotator = 0; annotator < 6; annotator++) {
      for (let place = 0; place < 12; place++) {
        const showing = present(compare, item(['p', 'q', 'r', 's', 't', 'u']), at(annotator, place));
        const value = compare.value.parse(showing.toValue({ places: { A: 1, B: 1, C: 1, D: 1, E: 1, F: 1 } }));
        value.shown?.forEach((system, i) => {
          const key = `${system} at ${i}`;
          counts.set(key, (counts.get(key) ?? 0) + 1);
        });
      }
    }
    expect([...counts.values()]).toEqual(Array(36).fill(12));
  });

  it('comes back as it went, whatever was answered', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 4, maxLength: 4 }),
        fc.nat(20),
        fc.nat(20),
        (places, who, which) => {
          const showing = present(compare, item(['p', 'q', 'r', 's']), at(who, which));
          const answer = { places: Object.fromEntries(places.map((place, i) => ['ABCD'[i], place])) };
          expect(showing.toAnswer(compare.value.parse(showing.toValue(answer)))).toEqual(answer);
        },
      ),
    );
  });

  it('refuses a letter that was not shown, a missing place, and the names of systems', () => {
    const { toValue } = present(compare, item(['one', 'two']), at(0, 0));
    expect(() => toValue({ places: { A: 1, B: 2, C: 3 } })).toThrow(InputError);
    expect(() => toValue({ places: { A: 1 } })).toThrow('B: no rank yet');
    expect(() => toValue({ places: { 'secret-0': 1, 'secret-1': 2 } })).toThrow(InputError);
    expect(() => toValue('A')).toThrow(InputError);
  });
});

describe('any other task', () => {
  const task: Pick<Task<{ words: string[] }, { yes: boolean }>, 'arrange' | 'value' | 'check'> = {
    value: z.object({ yes: z.boolean() }),
    arrange: ({ words }, random) => ({ words: random.shuffle(words) }),
    check: async ({ yes }, { words }) => [{ refuse: !yes, text: `${words[0]} says no` }],
  };
  const words = { id: 'i', shown: { words: ['a', 'b', 'c', 'd', 'e'] } };

  it('is arranged for each annotator in the same way every time, and answers are values', () => {
    const one = present(task, words, at(0, 0));
    expect(present(task, words, at(0, 0)).shown).toEqual(one.shown);
    expect(one.shown).not.toEqual(present(task, words, at(1, 0)).shown);
    expect(one.toValue({ yes: true })).toEqual({ yes: true });
    expect(one.toAnswer({ yes: true })).toEqual({ yes: true });
  });

  it('is checked by names, schema and rule, against what the task knows and not what was arranged', async () => {
    const check = (answer: unknown) => checkAnswer(task, words, at(0, 0), { answer, tools });
    expect(await check({ yes: true })).toEqual({ value: { yes: true }, refused: [], advice: ['a says no'] });
    expect(await check({ yes: false })).toEqual({ refused: ['a says no'], advice: [] });
    expect((await check({ yes: 3 })).refused[0]).toMatch(/^yes: /);
    const letters = await checkAnswer(compare, item(['one', 'two']), at(0, 0), { answer: { places: { Z: 1 } }, tools });
    expect(letters).toEqual({ refused: ['there is no output Z'], advice: [] });
  });
});
