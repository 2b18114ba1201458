import { describe, expect, it } from 'vitest';
import { findMutations, mutate } from './find-mutations.ts';

const changed = (text: string) => findMutations(text).map((mutation) => mutate(text, mutation));

describe('findMutations', () => {
  it('changes operators, numbers and truth values one at a time', () => {
    expect(changed('const far = a + 1 > b;')).toEqual(['const far = a - 1 > b;', 'const far = a + 2 > b;', 'const far = a + 1 >= b;']);
    expect(changed('let done = false;')).toEqual(['let done = true;']);
  });

  it('turns conditions round, comparisons inside them only once', () => {
    expect(changed('if (open) close();')).toEqual(['if (!(open)) close();']);
    expect(changed('if (!open) close();')).toEqual(['if (open) close();']);
    expect(changed('if (a === b) close();')).toEqual(['if (a !== b) close();']);
  });

  it('replaces functions by their opposites', () => {
    expect(changed('Math.max(a, b);')).toEqual(['Math.min(a, b);']);
    expect(changed('rows.some(isNew);')).toEqual(['rows.every(isNew);']);
  });

  it('leaves types, imports, exports and joined texts alone', () => {
    expect(changed(`import a from 'a'; export { b } from 'b'; type C = 1 | 2; interface D { e: 3 } const f = 'g' + h + 'i';`)).toEqual([]);
  });

  it('names the line and what stood there', () => {
    expect(findMutations('const a = 1;\nconst b = 2;')[1]).toMatchObject({ line: 2, original: '2', replacement: '3' });
  });
});
