import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { makeId } from './make-id.ts';

describe('an id made without randomUUID', () => {
  const plain = { getRandomValues: crypto.getRandomValues.bind(crypto) };

  it('is a UUID of version 4, and another one each time', () => {
    const ids = Array.from({ length: 200 }, () => makeId(plain));
    for (const id of ids) expect(z.uuidv4().safeParse(id).success).toBe(true);
    expect(new Set(ids).size).toBe(200);
  });
});
