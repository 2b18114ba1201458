/** `sensebench agreement commongen`: what people say: votes between systems (Table 4) and what to vote on, or the quality of collected references (section 3.2). */
import { z } from 'zod';
import { decisionSchema } from '../../../annotate/index.ts';
import { type ActionContext, type ActionResult, type Decision, defineAction, InputError, type LanguageModel } from '../../../core/index.ts';
import { parseWith, predictionSchema, readCsv, readJson, readJsonl } from '../../../files/index.ts';
import { ngramLanguageModel, trainNgramModel } from '../../../nlp/language-models/index.ts';
import { tokenizeTreebank } from '../../../nlp/tokens/index.ts';
import { fixed, percent, tableToText } from '../../../report/index.ts';
import { readItems } from '../item.ts';
import { readCaptions } from '../steps/read-captions.ts';
import { correlateMetrics, rankSystems, type Vote, voteSchema } from '../tasks/manual-comparison.ts';
import { planVotes } from '../tasks/plan-votes.ts';
import { assessReferences } from '../tasks/reference-quality.ts';
import { REFERENCE_TASK, type ReferenceValue, referenceValueSchema } from '../tasks/reference-task.ts';

const systemsSchema = z.record(z.string(), z.object({ coverage: z.number(), scores: z.record(z.string(), z.number()) }));

export const agreement = defineAction({
  summary: 'votes between systems (hit@k, Kendall, which metric agrees with people), or the quality of written references by worker',
  options: z.object({
    plan: z
      .array(z.string())
      .default([])
      .describe('systems to vote on, each NAME=predictions.jsonl: lists pairs of outputs for sets that all cover'),
    dataset: z.string().optional().describe('the concept-sets of the predictions, for --plan'),
    count: z.number().int().positive().default(100).describe('sets to vote on, for --plan'),
    seed: z.number().int().default(17),
    votes: z.string().optional().describe('CSV or JSONL with set, annotator, first, second, winner (first, second or tie)'),
    systems: z.string().optional().describe('JSON by system: { coverage, scores: { spice: … } }, to correlate metrics with votes'),
    references: z.string().optional().describe('decisions of the reference task, JSONL'),
    captions: z.string().optional().describe('captions that the language model for perplexity is trained on'),
  }),
  examples: [
    'agreement commongen --plan bart=bart.jsonl t5=t5.jsonl --dataset test.jsonl --output pairs.jsonl',
    'agreement commongen --votes votes.csv --systems systems.json --json',
    'agreement commongen --references decisions.jsonl --captions captions.txt',
  ],
  async run({ plan, dataset, count, seed, votes, systems, references, captions }, context) {
    if (plan.length > 0) return listPairs(plan, { dataset, count, seed }, context);
    if (votes) return compareSystems(await readVotes(votes), systems);
    if (references) return assess(await readDecisions(references), captions, context);
    throw new InputError('nothing to compare', { expected: '--plan, --votes or --references' });
  },
});

async function listPairs(
  plan: readonly string[],
  { dataset, count, seed }: { dataset?: string; count: number; seed: number },
  context: ActionContext,
): Promise<ActionResult> {
  if (!dataset) throw new InputError('--plan needs the concept-sets', { expected: '--dataset' });
  const items = [];
  for await (const item of readItems(dataset)) items.push(item);
  const outputs = new Map<string, Map<string, string>>();
  for (const part of plan) {
    const [, name, path] = /^([^=]+)=(.+)$/.exec(part) ?? [];
    if (!name || !path) throw new InputError(`"${part}" names no system`, { expected: 'NAME=predictions.jsonl' });
    const texts = new Map<string, string>();
    for await (const { value } of readJsonl(path, predictionSchema)) texts.set(value.id, value.prediction);
    outputs.set(name, texts);
  }
  const rows = await planVotes(items, outputs, { count, seed }, await context.tools({ analyse: true, wordnet: true }));
  return { lines: rows.map((row) => JSON.stringify(row)) };
}

async function compareSystems(votes: readonly Vote[], path: string | undefined): Promise<ActionResult> {
  const result = rankSystems(votes);
  const correlations = path ? correlateMetrics(result.hits, await readJson(path, systemsSchema)) : undefined;
  const ks = Object.keys(Object.values(result.hits)[0] ?? {});
  return {
    json: { ...result, ...(correlations ? { correlations } : {}) },
    text: tableToText({
      caption: `${result.sets} sets, ${result.annotators} annotators, Kendall τ-b ${result.kendall?.toFixed(2) ?? '–'}`,
      columns: [{ key: 'system', label: 'System' }, ...ks.map((k) => ({ key: k, label: k, format: percent(1) }))],
      rows: Object.entries(result.hits).map(([system, hits]) => ({ system, ...hits })),
    }),
  };
}

async function readVotes(path: string): Promise<Vote[]> {
  const votes: Vote[] = [];
  if (/\.jsonl?(\.gz)?$/.test(path)) for await (const { value } of readJsonl(path, voteSchema)) votes.push(value);
  else for await (const { line, record } of readCsv(path)) votes.push(parseWith(voteSchema, record, { file: path, line }));
  return votes;
}

async function readDecisions(path: string): Promise<Decision<ReferenceValue>[]> {
  const decisions: Decision<ReferenceValue>[] = [];
  for await (const { line, value } of readJsonl(path, decisionSchema)) {
    if (value.task !== REFERENCE_TASK)
      throw new InputError(`is a decision of the task ${value.task}`, { file: path, line, expected: REFERENCE_TASK });
    decisions.push({ ...value, value: parseWith(referenceValueSchema, value.value, { file: path, line, field: 'value' }) });
  }
  if (decisions.length === 0) throw new InputError('has no references', { file: path });
  return decisions;
}

async function assess(
  decisions: readonly Decision<ReferenceValue>[],
  captions: string | undefined,
  context: ActionContext,
): Promise<ActionResult> {
  const { analyse } = await context.tools({ analyse: true });
  const analyses = await analyse(
    decisions.map(({ value }) => value.sentence),
    { parse: true, entities: false },
  );
  const report = await assessReferences(decisions, analyses, {}, captions ? await trainOn(captions) : undefined);
  return {
    json: report,
    text: [
      tableToText({
        caption: `${report.references.length} references; ${report.replace.length} sets to replace, ${report.tooFew.length} with too few workers`,
        columns: [
          { key: 'worker', label: 'Worker' },
          { key: 'references', label: 'References' },
          { key: 'meanCoverage', label: 'Coverage', format: percent(1) },
          { key: 'medianPerplexity', label: 'Perplexity', format: fixed(0) },
          { key: 'meanRationaleWords', label: 'Rationale words', format: fixed(1) },
          { key: 'flaggedShare', label: 'Flagged %', format: percent(1) },
        ],
        rows: report.workers.map((worker) => ({ ...worker })),
      }),
    ].join('\n'),
  };
}

async function trainOn(path: string): Promise<LanguageModel> {
  const sentences: string[][] = [];
  for await (const caption of readCaptions(path)) sentences.push(tokenizeTreebank(caption.toLowerCase()).map(({ text }) => text));
  return ngramLanguageModel(trainNgramModel(sentences, { order: 3 }));
}
