/** A run folder as reports and comparisons read it: what was run, what was said, what it scored, and the evidence. */
import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { z } from 'zod';
import { InputError, type RunPrediction } from '../../core/index.ts';
import {
  type RunManifest,
  readJson,
  readJsonl,
  readPredictions,
  readRunManifest,
  readRunPrompts,
  scoresSchema,
} from '../../files/index.ts';
import { EVIDENCE_FILE, type RunScores } from './score-run.ts';

export interface EvaluatedRun {
  /** The folder's own name. */
  name: string;
  manifest: RunManifest;
  scores: RunScores;
  /** First repeat, given order; by item. */
  predictions: ReadonlyMap<string, RunPrediction>;
  /** What each item was asked, by item: lines of text, each message after its role. Absent in folders that have no prompts. */
  prompts?: ReadonlyMap<string, readonly string[]>;
  /** Counted over all answers, also those of other orders and repeats. */
  totals: RunTotals;
  /** Evidence of the metrics, by item, then by metric. */
  evidence: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
}

interface RunTotals {
  answers: number;
  inputTokens: number;
  outputTokens: number;
  cost: number;
  /** Half of the answers took longer; null where nothing was measured. */
  medianMs: number | null;
}

const evidenceSchema = z.looseObject({ id: z.string() });

const runScoresSchema = scoresSchema.extend({
  incomplete: z.object({ answered: z.number(), of: z.number() }).optional(),
  spread: z.record(z.string(), z.tuple([z.number(), z.number()])).optional(),
});

export async function readRun(folder: string): Promise<EvaluatedRun> {
  const file = join(folder, 'scores.json');
  if (!existsSync(file)) throw new InputError('has no scores yet', { file: folder, expected: 'scores.json; sensebench rescore makes it' });
  return readScoredRun(folder, await readJson(file, runScoresSchema));
}

/** The same with scores that were just written: of many items they are long to read. With `ids`, only what was said of these items. */
export async function readScoredRun(folder: string, scores: RunScores, ids?: ReadonlySet<string>): Promise<EvaluatedRun> {
  const wanted = (id: string) => ids?.has(id) ?? true;
  const predictions = new Map<string, RunPrediction>();
  const totals = { answers: 0, inputTokens: 0, outputTokens: 0, cost: 0 };
  const times: number[] = [];
  for await (const prediction of readPredictions(folder)) {
    const { inputTokens = 0, outputTokens = 0, cost = 0 } = prediction.usage ?? {};
    totals.answers++;
    totals.inputTokens += inputTokens;
    totals.outputTokens += outputTokens;
    totals.cost += cost;
    times.push(prediction.ms);
    if (prediction.repeat === 0 && prediction.order === 0 && wanted(prediction.id)) predictions.set(prediction.id, prediction);
  }
  const evidence = new Map<string, Readonly<Record<string, unknown>>>();
  const found = join(folder, EVIDENCE_FILE);
  if (existsSync(found)) {
    for await (const { value } of readJsonl(found, evidenceSchema)) {
      const { id, ...metrics } = value;
      if (wanted(id)) evidence.set(id, metrics);
    }
  }
  const prompts = new Map<string, readonly string[]>();
  for await (const { id, repeat, order, messages } of readRunPrompts(folder)) {
    if (repeat === 0 && order === 0)
      prompts.set(
        id,
        messages.flatMap(({ role, lines }) => (role ? [`[${role}]`, ...lines] : lines)),
      );
  }
  return {
    name: basename(resolve(folder)),
    manifest: await readRunManifest(folder),
    scores,
    predictions,
    ...(prompts.size > 0 ? { prompts } : {}),
    totals: { ...totals, medianMs: times.sort((a, b) => a - b)[times.length >> 1] ?? null },
    evidence,
  };
}
