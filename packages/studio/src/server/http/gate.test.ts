import { expect, it } from 'vitest';
import { createGate } from './limits.ts';

it('lets in so many at once, in all and for one key, and the others in turn', async () => {
  const gate = createGate({ most: 2, mostPerKey: 1, waiting: 2 });
  const order: string[] = [];
  const enter = async (key: string, name: string) => {
    const leave = await gate.enter(key);
    order.push(leave ? name : `not ${name}`);
    return leave;
  };
  const first = await enter('a', 'a1');
  const second = enter('a', 'a2');
  const third = await enter('b', 'b1');
  const fourth = enter('c', 'c1');
  await enter('d', 'd1');
  expect(order).toEqual(['a1', 'b1', 'not d1']);
  third?.();
  (await fourth)?.();
  expect(order.at(-1)).toBe('c1');
  first?.();
  (await second)?.();
  expect(order.at(-1)).toBe('a2');
  expect(await gate.enter('b')).not.toBeNull();
});
