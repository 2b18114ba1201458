/** `sensebench agreement commongen`: people's comparisons of systems (Table 4), outputs to compare, or the quality of references. */

import {
  type ActionContext,
  type ActionResult,
  defineAction,
  InputError,
  type LanguageModel,
  type TaskSource,
  type Tools,
} from '@sensebench/metrics/internal/core';
import { spearman } from '@sensebench/metrics/internal/metrics';
import { tokenizeTreebank } from '@sensebench/metrics/internal/nlp/tokens';
import { z } from 'zod';
import { compareFigures, compareTask, outcomeOf, readDecisions, tasksOf } from '../../../annotate/index.ts';
import { predictionSchema, readJson, readJsonl } from '../../../files/index.ts';
import { ngramLanguageModel, trainNgramModel } from '../../../nlp/language-models/index.ts';
import { readCaptions } from '../build/read-captions.ts';
import { type CommonGenItem, nameConceptSets, readItems } from '../item.ts';
import { missingConcepts } from '../missing-concepts.ts';
import { TASKS } from '../tasks/index.ts';
import { referencesTask } from '../tasks/references.ts';

const systemsSchema = z.record(z.string(), z.object({ coverage: z.number(), scores: z.record(z.string(), z.number()) }));

const ABOUT = { name: 'commongen', names: nameConceptSets, tasks: TASKS };
const compare = compareTask(ABOUT);

export const agreement = defineAction({
  summary: 'comparisons of systems (hit@k, Kendall, which metric agrees with people), or the quality of written references by worker',
  options: z.object({
    plan: z
      .array(z.string())
      .default([])
      .describe('systems to compare, each NAME=predictions.jsonl: lists their outputs for sets that all of them cover'),
    dataset: z.string().optional().describe('the concept-sets of the predictions, for --plan'),
    count: z.number().int().positive().default(100).describe('number of sets that --plan lists'),
    seed: z.number().int().default(17).describe('seed of the sets that --plan draws'),
    votes: z
      .string()
      .optional()
      .describe(
        `decisions of the task ${compare.name}, or votes: CSV or JSONL with set, annotator, first, second, winner (first, second or tie)`,
      ),
    systems: z.string().optional().describe('JSON by system: { coverage, scores: { spice: … } }, to correlate metrics with votes'),
    references: z.string().optional().describe(`decisions of the task ${referencesTask.name}`),
    captions: z.string().optional().describe('captions that the language model for perplexity is trained on'),
    lm: z.string().optional().describe('language model for perplexity, in place of --captions: gguf:smollm2 or gguf:FILE'),
  }),
  examples: [
    'agreement commongen --plan bart=bart.jsonl t5=t5.jsonl --dataset test.jsonl --output outputs.jsonl',
    'agreement commongen --votes votes.csv --systems systems.json --json',
    'agreement commongen --references decisions.jsonl --captions captions.txt',
    'agreement commongen --references decisions.jsonl --lm gguf:smollm2',
  ],
  async run({ plan, dataset, count, seed, votes, systems, references, captions, lm }, context) {
    if (plan.length > 0) return listOutputs(plan, { dataset, count, seed }, context);
    if (votes) return compareSystems(votes, systems, context);
    if (references) return assess(references, { captions, lm }, context);
    throw new InputError('nothing to compare', { expected: '--plan, --votes or --references' });
  },
});

async function listOutputs(
  plan: readonly string[],
  { dataset, count, seed }: { dataset?: string; count: number; seed: number },
  context: ActionContext,
): Promise<ActionResult> {
  if (!dataset) throw new InputError('--plan needs the concept-sets', { expected: '--dataset' });
  const items: CommonGenItem[] = [];
  for await (const item of readItems(dataset)) items.push(item);
  const runs: { name: string; outputs: Map<string, string> }[] = [];
  for (const part of plan) {
    const [, name, path] = /^([^=]+)=(.+)$/.exec(part) ?? [];
    if (!name || !path) throw new InputError(`"${part}" names no system`, { expected: 'NAME=predictions.jsonl' });
    const outputs = new Map<string, string>();
    for await (const { value } of readJsonl(path, predictionSchema)) outputs.set(value.id, value.prediction);
    runs.push({ name, outputs });
  }
  const covered = await coveredOutputs(items, runs, await context.tools({ analyse: true, wordnet: true }));
  const listed = compare.list({ items, runs: covered, seed, count });
  return { lines: listed.map(({ id, shown }) => JSON.stringify({ item: id, task: compare.name, ...shown })) };
}

async function compareSystems(path: string, systems: string | undefined, context: ActionContext): Promise<ActionResult> {
  const { current: decisions, all } = await readDecisions([path], compare, reading(context));
  if (decisions.length === 0) throw new InputError('has no comparisons', { file: path, expected: `decisions of the task ${compare.name}` });
  const { json, tables } = await outcomeOf(compare, { items: [], decisions: all }, await context.tools({}));
  const { items: sets, hits } = compareFigures(decisions);
  const correlations = systems ? { correlations: correlateMetrics(hits, await readJson(systems, systemsSchema)) } : {};
  return { json: { sets, ...json, ...correlations }, tables };
}

async function assess(path: string, { captions, lm }: { captions?: string; lm?: string }, context: ActionContext): Promise<ActionResult> {
  const { current: decisions } = await readDecisions([path], referencesTask, reading(context));
  if (decisions.length === 0)
    throw new InputError('has no references', { file: path, expected: `decisions of the task ${referencesTask.name}` });
  const tools = await context.tools({ analyse: true, languageModel: lm });
  const languageModel = captions ? await trainOn(captions) : tools.languageModel;
  const { json, tables } = await referencesTask.aggregate({ items: [], decisions }, { ...tools, languageModel });
  return { json, tables };
}

function reading({ now, warn }: ActionContext) {
  return { tasks: tasksOf(ABOUT), now: now(), warn };
}

async function trainOn(path: string): Promise<LanguageModel> {
  const sentences: string[][] = [];
  for await (const caption of readCaptions(path)) sentences.push(tokenizeTreebank(caption.toLowerCase()).map(({ text }) => text));
  return ngramLanguageModel(trainNgramModel(sentences, { order: 3 }));
}

/**
 * Finds metrics that rank systems as people do (Lin et al. 2020, section 5.2): Spearman with the weighted hit@1 of Table 4.
 * Spearman between each metric and the coverage-weighted hit@1 of the systems (the paper: SPICE 0.94, METEOR and ROUGE-2 0.88, BLEU-4 0.78).
 */
export function correlateMetrics(
  hits: Readonly<Record<string, Readonly<Record<string, number>>>>,
  systems: Readonly<Record<string, { coverage: number; scores: Readonly<Record<string, number>> }>>,
): Record<string, number | null> {
  const names = Object.keys(hits).filter((name) => name in systems);
  const weighted = names.map((name) => hits[name]['hit@1'] * systems[name].coverage);
  const metrics = [...new Set(names.flatMap((name) => Object.keys(systems[name].scores)))];
  return Object.fromEntries(
    metrics.map((metric) => [
      metric,
      spearman(
        weighted,
        names.map((name) => systems[name].scores[metric]),
      ),
    ]),
  );
}

type Run = NonNullable<TaskSource['runs']>[number];

/**
 * Selects the outputs that people compare (Lin et al. 2020, section 5.2): those with all concepts of their set.
 * Returns the runs without the outputs that lack a concept.
 */
export async function coveredOutputs(
  items: readonly CommonGenItem[],
  runs: readonly Run[],
  { analyse, wordnet }: Pick<Tools, 'analyse' | 'wordnet'>,
): Promise<Run[]> {
  const covered: Run[] = [];
  for (const { name, outputs } of runs) {
    const answered = items.flatMap(({ id, input }) => {
      const text = outputs.get(id);
      return text === undefined ? [] : [{ id, concepts: input.concepts, text }];
    });
    const analyses = await analyse(
      answered.map(({ text }) => text),
      { entities: false },
    );
    const whole = answered.filter(({ concepts }, i) => missingConcepts(concepts, analyses[i].tokens, wordnet).length === 0);
    covered.push({ name, outputs: new Map(whole.map(({ id, text }) => [id, text])) });
  }
  return covered;
}
