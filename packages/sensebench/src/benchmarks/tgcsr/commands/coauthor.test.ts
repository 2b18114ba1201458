/** A model as co-author: it proposes answers, people decide, and the context takes what they accept. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Runner, RunnerRequest } from '@sensebench/metrics/internal/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quietContext } from '../../../../../../test/quiet-context.ts';
import { readRows } from '../../../files/index.ts';
import { composeContext } from '../author/compose-context.ts';
import { readContext } from '../author/read-context.ts';
import { proposalSchema } from '../coauthor/proposal.ts';
import { answersIn } from '../coauthor/propose.ts';
import { acceptMajorities } from '../tasks/accept.ts';
import { GORDON_HOBBS as taxonomy } from '../taxonomy/taxonomy.ts';
import { accept } from './accept.ts';
import { propose } from './propose.ts';

const AUTHORED = `id: small
title: Small
theme: It rains.
categories:
  - name: Time
    questions:
      - { id: 1, text: When?, options: [{ text: Now, correct: true }, { text: Never, correct: false }] }
      - { id: 2, text: How soon?, correct: [Now] }
`;

const asked: RunnerRequest[] = [];
const runner: Runner = {
  id: 'stub',
  async predict(request) {
    asked.push(request);
    return { text: '1. Tomorrow morning\n2. "now"\n- To get wet\n' };
  },
};

let folder: string;
let author: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sensebench-coauthor-'));
  author = join(folder, 'context.yaml');
  await writeFile(author, AUTHORED);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const context = quietContext({ tools: async () => ({ tokens: () => [], analyse: async () => [] }), runner: async () => runner });

describe('a model as co-author', () => {
  it('proposes answers that the set does not have, with a note on their form', async () => {
    const out = join(folder, 'proposals.jsonl');
    const { json } = await propose.run(propose.options.parse({ author, model: 'stub', out }), context);
    expect(json).toMatchObject({ questions: 2, proposals: 4, known: 2, long: 0 });
    const rows = await readRows(out, proposalSchema);
    expect(rows.map(({ answer, note }) => [answer, note])).toEqual([
      ['Tomorrow morning', undefined],
      ['To get wet', 'has the form of Goals'],
      ['Tomorrow morning', undefined],
      ['To get wet', 'has the form of Goals'],
    ]);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(4);
    expect(JSON.stringify(asked[0].prompt)).toMatch(/It rains\..*When\?.*Now; Never/);
  });

  it('has its accepted answers added, with ids, marks and its name, and the old ids kept', async () => {
    const proposals = join(folder, 'proposals.jsonl');
    const rows = await readRows(proposals, proposalSchema);
    const decisions = join(folder, 'decisions.csv');
    const vote = (place: number, annotator: string, value: string) => `${rows[place].id},${annotator},${value}`;
    await writeFile(
      decisions,
      ['item,annotator,value', vote(0, 'A', 'correct'), vote(0, 'B', 'correct'), vote(1, 'A', 'refuse'), vote(2, 'A', 'incorrect')].join(
        '\n',
      ),
    );
    const out = join(folder, 'context-2.yaml');
    const request = { author, proposals: [proposals], decisions: [decisions], out };
    const { json } = await accept.run(accept.options.parse(request), context);
    expect(json).toMatchObject({ proposals: 4, open: 1, decided: 3, accepted: 2, correct: 1, incorrect: 1, refused: 1 });
    expect(json).toMatchObject({ perModel: { stub: { decided: 3, accepted: 2 } } });
    const { authored } = await readContext(out, { taxonomy });
    const { questions, answers } = composeContext(authored, { taxonomy }).context;
    expect(answers.map(({ id, text, proposedBy }) => [id, text, proposedBy])).toEqual([
      ['1', 'Now', undefined],
      ['2', 'Never', undefined],
      ['3', 'Tomorrow morning', 'stub'],
    ]);
    expect(questions).toMatchObject([
      { id: '1', correct: ['1', '3'], incorrect: ['2'] },
      { id: '2', correct: ['1'], incorrect: ['3'] },
    ]);
    await expect(accept.run(accept.options.parse(request), context)).rejects.toThrow(/context-2\.yaml: already exists/);
  });

  it('is refused where people are equally divided, and unmarked where they divide on the mark', () => {
    const decide = (annotator: string, value: 'correct' | 'incorrect' | 'refuse') => ({
      task: 'tgcsr/accept',
      item: 'x',
      annotator,
      value,
    });
    expect(acceptMajorities([decide('A', 'correct'), decide('B', 'refuse')]).get('x')).toBeNull();
    expect(acceptMajorities([decide('A', 'correct'), decide('B', 'incorrect'), decide('C', 'refuse')]).get('x')).toEqual({});
  });

  it('may answer with bullets, numbers, quotation marks and talk', () => {
    expect(answersIn('Here are some answers:\n1) At noon.\n* “In June”\n\n- \n• 10:30 am')).toEqual(['At noon', 'In June', '10:30 am']);
  });
});
