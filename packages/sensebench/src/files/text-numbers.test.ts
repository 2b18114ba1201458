import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTextNumbers } from './text-numbers.ts';

describe('numbers of texts', () => {
  it('are those of a map, in the order in which texts come', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string({ unit: 'binary', maxLength: 4 }), fc.constantFrom('', 'a', 'ab', '\ud800', '\udc00'))),
        (texts) => {
          const [numbers, map] = [createTextNumbers(), new Map<string, number>()];
          for (const text of texts) {
            expect(numbers.has(text)).toBe(map.has(text));
            expect(numbers.find(text)).toBe(map.get(text) ?? -1);
            const isNew = !map.has(text);
            if (isNew) map.set(text, map.size);
            expect(numbers.isNew(text)).toBe(isNew);
            expect(numbers.add(text)).toBe(map.get(text));
          }
          expect(numbers.size).toBe(map.size);
        },
      ),
    );
  });

  it('tell 300,000 texts apart that differ in a letter or two', () => {
    const numbers = createTextNumbers();
    for (let i = 0; i < 300_000; i++) numbers.add(`made::train::${i}`);
    expect(numbers.size).toBe(300_000);
    for (let a = 0; a < 512; a++) for (let b = 0; b < 512; b++) numbers.add(String.fromCharCode(0x3000 + a, 0x3000 + b));
    expect(numbers.size).toBe(300_000 + 512 * 512);
  });

  it('are found at once, also of texts that repeat themselves', () => {
    // Keys that are alike would make long searches: minutes instead of a fraction of a second.
    const numbers = createTextNumbers();
    const start = performance.now();
    for (let i = 0; i < 100_000; i++) numbers.add(String.fromCharCode(i & 255, i >> 8).repeat(20));
    expect(performance.now() - start).toBeLessThan(5000);
  });
});
