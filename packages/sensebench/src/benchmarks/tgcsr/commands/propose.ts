/** `sensebench tgcsr propose`: a model proposes further answers to the questions of a context, for people to accept or refuse. */

import { defineAction } from '@sensebench/metrics/internal/core';
import pLimit from 'p-limit';
import { z } from 'zod';
import { nameOf, writeJsonl } from '../../../files/index.ts';
import { composeContext } from '../author/compose-context.ts';
import { readContext } from '../author/read-context.ts';
import { propose as proposeAnswers } from '../coauthor/propose.ts';
import { readTaxonomy } from '../taxonomy/taxonomy.ts';

export const propose = defineAction({
  summary: 'a model proposes further answers to the questions of a context; people decide on them (task tgcsr/accept)',
  options: z.object({
    author: z.string().describe('the authored context: YAML, XLSX, or a folder'),
    model: z.string().describe('the model, with options or without: openai:MODEL@baseURL(temperature=0.7,cache=answers)'),
    out: z.string().describe('the proposals to write, JSON Lines'),
    count: z.number().int().min(1).max(20).default(5).describe('answers to ask for, per question'),
    category: z.array(z.string()).optional().describe('only questions of these categories'),
    taxonomy: z.string().optional().describe('YAML with further concepts or categories'),
    seed: z.number().int().default(1).describe('seed for the model'),
  }),
  examples: ['tgcsr propose --author context.yaml --model openai:gpt-4o-mini --out proposals.jsonl'],
  async run({ author, model, out, count, category, taxonomy: path, seed }, app) {
    const taxonomy = await readTaxonomy(path);
    const { authored, files } = await readContext(author, { taxonomy });
    const { context } = composeContext(authored, { taxonomy, file: nameOf(files[0]) });
    const questions = context.questions.filter((question) => category === undefined || category.includes(question.category));
    const runner = await app.runner(model);
    const limit = pLimit(runner.concurrency ?? 1);
    const progress = app.progress('proposing', questions.length);
    let done = 0;
    try {
      const found = await Promise.all(
        questions.map((question) =>
          limit(async () => {
            const proposed = await proposeAnswers(question, { context, taxonomy, runner, count, seed, signal: app.signal });
            progress.update(++done);
            return proposed;
          }),
        ),
      );
      const proposals = found.flatMap((each) => each.proposals);
      await writeJsonl(out, proposals);
      const sum = (key: 'known' | 'long') => found.reduce((total, each) => total + each[key], 0);
      const json = {
        out,
        model: runner.id,
        questions: questions.length,
        proposals: proposals.length,
        known: sum('known'),
        long: sum('long'),
      };
      const columns = ['questions', 'proposals', 'known', 'long'].map((key) => ({ key, label: key, align: 'right' as const }));
      return { json, tables: [{ caption: `${runner.id} proposes`, columns, rows: [json] }], notes: `\nwritten to ${out}` };
    } finally {
      progress.stop();
      await runner.close?.();
    }
  },
});
