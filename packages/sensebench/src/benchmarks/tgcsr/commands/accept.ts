/** `sensebench tgcsr accept`: adds the proposed answers that people accepted to the authored context. */
import { existsSync } from 'node:fs';
import { defineAction, InputError } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { outcomeOf, readDecisions, tasksOf } from '../../../annotate/index.ts';
import { nameOf, writeYaml } from '../../../files/index.ts';
import { composeContext } from '../author/compose-context.ts';
import { readContext } from '../author/read-context.ts';
import { acceptProposals, readProposals, toProposalItem } from '../coauthor/proposal.ts';
import { acceptMajorities, acceptTask } from '../tasks/accept.ts';
import { TASKS } from '../tasks/index.ts';
import { readTaxonomy } from '../taxonomy/taxonomy.ts';

export const accept = defineAction({
  summary: 'add the proposed answers that people accepted to the authored context',
  options: z.object({
    author: z.string().describe('the authored context: YAML, XLSX, or a folder'),
    proposals: z.array(z.string()).min(1).describe('proposals written by tgcsr propose'),
    decisions: z.array(z.string()).min(1).describe('decisions of the task tgcsr/accept: correct, incorrect or refuse'),
    out: z.string().describe('the new context to write, YAML'),
    force: z.boolean().default(false).describe('replace an existing file'),
    taxonomy: z.string().optional().describe('YAML with further concepts or categories'),
  }),
  examples: ['tgcsr accept --author context.yaml --proposals proposals.jsonl --decisions accepted.jsonl --out context-2.yaml'],
  async run({ author, proposals: paths, decisions: files, out, force, taxonomy: path }, app) {
    if (existsSync(out) && !force) throw new InputError('already exists', { file: out, expected: 'another name, or --force' });
    const taxonomy = await readTaxonomy(path);
    const read = await readContext(author, { taxonomy });
    const { context } = composeContext(read.authored, { taxonomy, file: nameOf(read.files[0]) });
    const proposals = (await readProposals(paths)).filter((proposal) => proposal.context === context.id);
    if (proposals.length === 0) throw new InputError(`has no proposal for ${context.id}`, { file: paths[0] });
    const listed = acceptTask.list({ items: proposals.map(toProposalItem), seed: 1 });
    const tasks = tasksOf({ name: 'tgcsr', tasks: TASKS });
    const { current, all } = await readDecisions(files, acceptTask, { items: listed, tasks, now: app.now(), warn: app.warn });
    const outcomes = acceptMajorities(current);
    const taken = proposals.flatMap((proposal) => {
      const value = outcomes.get(proposal.id);
      return value ? [{ proposal, value }] : [];
    });
    await writeYaml(out, acceptProposals(context, taken, { taxonomy, file: nameOf(out) }));
    const { json, tables } = await outcomeOf(acceptTask, { items: listed, decisions: all }, await app.tools({}));
    const open = proposals.length - outcomes.size;
    return {
      json: { out, proposals: proposals.length, open, ...json, perModel: byModel(proposals, outcomes) },
      tables,
      notes: `\n${open} proposals are open; written to ${out}`,
    };
  },
});

/** Counts of accepted proposals, by model. */
function byModel(
  proposals: readonly { id: string; model: string }[],
  outcomes: ReadonlyMap<string, object | null>,
): Record<string, object> {
  const models: Record<string, { decided: number; accepted: number }> = {};
  for (const { id, model } of proposals) {
    const outcome = outcomes.get(id);
    if (outcome === undefined) continue;
    models[model] ??= { decided: 0, accepted: 0 };
    models[model].decided++;
    if (outcome) models[model].accepted++;
  }
  return models;
}
