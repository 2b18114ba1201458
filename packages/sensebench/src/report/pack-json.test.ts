import fc from 'fast-check';
import { expect, it } from 'vitest';
import { unpackJson } from './browser/row-blocks.ts';
import { packJson } from './pack-json.ts';

it('comes back as it was, whatever its text: beyond U+FFFF, half a surrogate, markup', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      const json = JSON.stringify(value);
      expect(JSON.stringify(unpackJson(packJson(value)))).toBe(json);
    }),
  );
  const hostile = ['</script><!--', '\ud800', '𝔘', '\u2028'];
  expect(unpackJson(packJson(hostile))).toEqual(hostile);
});

it('is short where texts repeat, and has no character that could end a script element', () => {
  const packed = packJson(Array.from({ length: 1000 }, () => 'Write a sentence with all words.'));
  expect(packed.length).toBeLessThan(1000);
  expect(packed).toMatch(/^[A-Za-z0-9+/=]+$/);
});
