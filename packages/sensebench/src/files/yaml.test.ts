import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readYaml } from './yaml.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sensebench-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const schema = z.object({ theme: z.string(), questions: z.array(z.string()).default([]) });
const read = (text: string) => {
  const path = join(folder, 'context.yaml');
  writeFileSync(path, text);
  return readYaml(path, schema);
};

describe('YAML', () => {
  it('is parsed with the schema', async () => {
    expect(await read('theme: camping\nquestions:\n  - "why?"\n')).toEqual({ theme: 'camping', questions: ['why?'] });
    expect(await read('theme: camping\n')).toEqual({ theme: 'camping', questions: [] });
  });
  it.each([
    ['broken text', 'theme: [a\nx: y', /context\.yaml:\d+: is not YAML/],
    ['a wrong field', 'theme: 3\n', /context\.yaml.*theme/],
    ...['{', '[', '- ', '? ', 'a: '].map((piece): [string, string, RegExp] => [
      `deep nesting by "${piece}"`,
      `theme: x\nquestions:\n  ${piece.repeat(50_000)}`,
      /context\.yaml:3: is nested more than 100 levels deep/,
    ]),
    ['a line of errors', '"'.repeat(100_000), /context\.yaml:1: is not YAML: Unexpected double-quoted-scalar/],
    [
      'aliases that grow without bound',
      `a: &a [x,x,x,x,x,x,x,x,x,x]\n${[...'bcdef'].map((name, i) => `${name}: &${name} [${`*${'abcde'[i]},`.repeat(10)}]`).join('\n')}\n`,
      /context\.yaml: is not YAML/,
    ],
  ])('refuses %s', async (_, text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });
});
