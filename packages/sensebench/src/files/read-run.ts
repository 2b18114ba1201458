/** A scored run folder, as reports and comparisons read it: the manifest, the predictions, the scores and the metrics' evidence. */
import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { InputError, type RunPrediction, type Scores } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { readJson, readJsonl } from './json.ts';
import { type RunManifest, readPredictions, readRunManifest, scoresSchema } from './run-folder.ts';
import { readRunPrompts } from './run-prompts.ts';

/** The metrics' evidence in a run folder. */
export const EVIDENCE_FILE = 'evidence.jsonl';

/** The fields of scores.json. */
export interface RunScores extends Scores {
  /** Answered items, where the run is not complete. */
  incomplete?: { answered: number; of: number };
  /** Lowest and highest corpus score over orders and repeats, where there are several. */
  spread?: Record<string, [number, number]>;
}

export interface EvaluatedRun {
  /** The folder's own name. */
  name: string;
  manifest: RunManifest;
  scores: RunScores;
  /** By item: the first repeat, in the original order. */
  predictions: ReadonlyMap<string, RunPrediction>;
  /** By item: the lines of its prompt, each message after its role. Absent where the folder has no prompts. */
  prompts?: ReadonlyMap<string, readonly string[]>;
  /** Sums over all answers, including those of other orders and repeats. */
  totals: RunTotals;
  /** The metrics' evidence, by item, then by metric. */
  evidence: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
}

interface RunTotals {
  answers: number;
  inputTokens: number;
  outputTokens: number;
  cost: number;
  /** Null where no times were measured. */
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

/** For scores that are still in memory, since scores.json of many items takes long to read. With `ids`, keeps only these items. */
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
