import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { DatasetContent } from './dataset-content.ts';
import { datasheetSections } from './datasheet.ts';
import { DATASHEET_QUESTIONS, datasheetTemplate, readDatasheet } from './read-datasheet.ts';

const folder = mkdtempSync(join(tmpdir(), 'datasheet-'));
afterAll(() => rmSync(folder, { recursive: true }));

const content: DatasetContent = {
  benchmark: { name: 'b' },
  name: 'a',
  summary: 'Rows of b.',
  citation: 'C',
  collection: 'Found in caves.',
  limits: 'Small.',
  row: z.object({ id: z.string() }),
  splits: {},
  ledger: [],
  stats: {},
  sources: [{ name: 'cave.txt', sha256: 'x' }],
  people: [],
  config: {},
  seed: 1,
  versions: { sensebench: '1.0.0' },
};
const facts = { rows: { train: 3, dev: 2 }, fields: [], whole: true, licences: [], dropped: { read: { empty: 4, long: 1 } } };

function write(text: string): string {
  const path = join(folder, 'datasheet.yaml');
  writeFileSync(path, text);
  return path;
}

function sheet(given: Partial<DatasetContent> = {}) {
  const sections = datasheetSections({ ...content, ...given }, facts);
  const answers = new Map(sections.flatMap(({ questions = [] }) => questions.map(({ question, answer }) => [question, answer])));
  const open = sections.find(({ title }) => title === 'Questions without an answer')?.text ?? '';
  return { sections, open, answer: (name: string) => answers.get(DATASHEET_QUESTIONS.find((one) => one.name === name)?.question ?? '') };
}

describe('a datasheet', () => {
  it('asks 39 questions under different names', () => {
    expect(DATASHEET_QUESTIONS).toHaveLength(39);
    expect(new Set(DATASHEET_QUESTIONS.map(({ name }) => name)).size).toBe(39);
  });

  it('answers what the build knows and lists the rest as open: every question is in one of the two', () => {
    const { answer, open } = sheet();
    expect(answer('count')).toBe('5: train 3, dev 2.');
    expect(answer('acquisition')).toBe('Found in caves.');
    expect(answer('preprocessing')).toContain('read 5');
    expect(answer('raw')).toContain('cave.txt');
    for (const { name } of DATASHEET_QUESTIONS) expect(answer(name) === undefined).toBe(open.includes(`\`${name}\``));
    for (const name of ['creator', 'funder', 'workers', 'ethics', 'licence', 'contact', 'maintainer'])
      expect(open).toContain(`\`${name}\``);
    expect(open).toMatch(/^\d+ of the 39 questions/);
  });

  it('takes the word of the benchmark in place of its own, and adds those of the owner', async () => {
    const datasheet = await readDatasheet(write('funder: A fund.\ncount: Counted\n  twice.\nethics: false\ncontact:\n'));
    const { answer, open } = sheet({ answers: { count: 'Five.' }, datasheet });
    expect(answer('count')).toBe('Five. Counted twice.');
    expect(answer('funder')).toBe('A fund.');
    expect(answer('ethics')).toBe('No.');
    expect(open).toContain('`contact`');
  });

  it('shows version and errata', async () => {
    const yaml = 'version: 1.1\nerrata:\n  - version: 1.1\n    date: 2026-01-31\n    text: Row 3 was false.\n';
    const { sections, answer } = sheet({ datasheet: await readDatasheet(write(yaml)) });
    expect(sections[0]).toEqual({
      title: 'Version',
      text: 'Version 1.1.\n\nErrata, by the version that corrects them:\n\n- 1.1 (2026-01-31): Row 3 was false.',
    });
    expect(answer('erratum')).toBe('Yes, 1: "Version" lists them.');
    expect(sheet().sections.map(({ title }) => title)).not.toContain('Version');
  });

  it('is a template that can be read as it is, with no answers', async () => {
    const template = datasheetTemplate();
    expect(await readDatasheet(write(template))).toEqual({ version: '1.0.0', errata: [], answers: {} });
    for (const { name } of DATASHEET_QUESTIONS) expect(template).toContain(`\n${name}:\n`);
  });

  it('says how the dataset is published', async () => {
    const address = 'name: My set\nlicence: CC-BY-4.0\nurl: https://example.org/set\npublished: 2026-01-31\n';
    expect(await readDatasheet(write(address))).toMatchObject({
      ...{ name: 'My set', licence: 'CC-BY-4.0', url: 'https://example.org/set', published: '2026-01-31' },
    });
    await expect(readDatasheet(write('url: my page\n'))).rejects.toThrow('an address like https://example.org/dataset');
    await expect(readDatasheet(write('published: soon\n'))).rejects.toThrow('a date like 2026-01-31');
  });

  it('refuses an unknown question, with its line and the nearest name', async () => {
    await expect(readDatasheet(write('version: 1.0.0\nfundr: me\n'))).rejects.toThrow(
      /datasheet\.yaml:2, field "fundr": is not a question of the datasheet; did you mean "funder"\?/,
    );
    await expect(readDatasheet(write('favourite colour: blue\n'))).rejects.toThrow('`sensebench dataset questions` lists all');
    await expect(readDatasheet(write('version: two\n'))).rejects.toThrow('a version number like 1.2.0');
    await expect(readDatasheet(write('funder: [a, b]\n'))).rejects.toThrow('a text');
    await expect(readDatasheet(write('errata: [{ version: 1.1 }]\n'))).rejects.toThrow();
  });
});
