/** A user's own benchmark with a task of its own: through the studio from the link to the written-back dataset, without a page written for it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { hashFile } from '../../packages/sensebench/src/files/index.ts';
import { answerNext, testStudio, writeWholeDataset } from '../studio.ts';

const ZOD = new URL('../../node_modules/zod/index.js', import.meta.url).href;

const MODULE = `
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from '${ZOD}';
const item = z.object({ id: z.string(), input: z.object({ proverb: z.string() }), references: z.array(z.string()), meta: z.record(z.string(), z.unknown()) });
export const benchmark = {
  name: 'proverbs', title: 'Proverbs', item, metrics: ['bleu4'], breakdowns: {}, published: [],
  prompts: { plain: { summary: '', source: 'ours', kind: 'chat', shots: 0, render: ({ item }) => ({ messages: [{ role: 'user', content: item.input.proverb }] }) } },
  async *read(path, { split = 'test' }) {
    for (const line of readFileSync(join(path, split + '.jsonl'), 'utf8').trim().split('\\n')) {
      const { id, proverb, meaning } = JSON.parse(line);
      yield { id, input: { proverb }, references: [meaning], meta: {} };
    }
  },
  tasks: [{
    name: 'proverbs/true', summary: 'is the proverb true?', guideline: 'Say yes or no.', people: 1,
    value: z.object({ true: z.enum(['yes', 'no']), why: z.string().optional() }),
    list: ({ items }) => items.map(({ id, input }) => ({ id, shown: { proverb: input.proverb } })),
    async check({ true: said, why }) { return said === 'no' && !why ? [{ refuse: true, text: 'say why not' }] : []; },
    async aggregate({ decisions }) {
      const no = decisions.filter(({ value }) => value.true === 'no');
      return { json: { no: no.length }, tables: [], rows: new Map(no.map(({ item }) => [item, null])) };
    },
  }],
};`;

const file = join(tmpdir(), `sensebench-proverbs-${process.pid}.mjs`);
writeFileSync(file, MODULE);
const world = testStudio({ modules: [file] });

beforeAll(async () => {
  const rows = ['Time heals.', 'Fish fly.', 'Rome was not built in a day.'].map((proverb, i) => ({
    id: String(i),
    proverb,
    meaning: 'something',
  }));
  await writeWholeDataset(world.folder, 'proverbs', { benchmark: { name: 'proverbs', module: file, sha256: await hashFile(file) }, rows });
});

describe("a user's own task", () => {
  it('has a form from its schema, is checked on the server, and changes the dataset', async () => {
    const study = await world.makeStudy({ dataset: 'proverbs', task: 'proverbs/true' });
    const annotator = await world.join(study, 'annotator');
    const { form } = (await annotator.call('GET', '/api/work')).body;
    expect(form.fields.map(({ path, kind, required }: Record<string, unknown>) => ({ path, kind, required }))).toEqual([
      { path: ['true'], kind: 'choice', required: true },
      { path: ['why'], kind: 'text', required: false },
    ]);
    const judge = ({ proverb }: { proverb: string }) => (proverb === 'Fish fly.' ? { true: 'no' } : { true: 'yes' });
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await answerNext(annotator, judge))?.answer);
    expect(statuses.map((answer) => answer?.status)).toContain(422);
    expect(statuses.find((answer) => answer?.status === 422)?.body.reasons).toEqual(['say why not']);
    await answerNext(annotator, () => ({ true: 'no', why: 'only some do' }));
    while (await answerNext(annotator, () => ({ true: 'yes' })));
    const written = await world.owner.call('POST', `/api/studies/${study}/write-back`, {});
    expect(written.body).toMatchObject({ removed: 1, kept: 2, written: 'proverbs', earlier: 'proverbs.before-1' });
    const read = (...path: string[]) => readFileSync(join(world.folder, ...path), 'utf8').trim();
    expect(read('proverbs', 'test.jsonl').split('\n')).toHaveLength(2);
    expect(read('proverbs.before-1', 'test.jsonl').split('\n')).toHaveLength(3);
    expect(read('proverbs', 'README.md')).toContain('proverbs/true');
    expect(read('proverbs', 'report.html')).not.toContain('Fish fly.');
    const again = await world.owner.call('POST', `/api/studies/${study}/write-back`, {});
    expect([again.status, again.body.problem]).toEqual([409, expect.stringContaining('already')]);
  });
});
