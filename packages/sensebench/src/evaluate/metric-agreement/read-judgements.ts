/** Reads ratings or places of outputs from JSON Lines or CSV, with one row per output, or per output and annotator. */

import { type Benchmark, InputError, type InputErrorPlace, type Item } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { type CompareTask, compareTask, readDecisions, readRawRows } from '../../annotate/index.ts';
import { parseWith } from '../../files/index.ts';
import type { JudgedOutput } from './judged-output.ts';

/** CSV cells are texts: numbers and lists are JSON, and missing values are empty. */
const number = z.preprocess((cell) => (cell === '' ? null : typeof cell === 'string' ? Number(cell) : cell), z.number().nullable());
const list = <T extends z.ZodType>(of: T) =>
  z.preprocess((cell) => (typeof cell === 'string' ? (/^\s*\[/.test(cell) ? asJson(cell) : cell.split('|')) : cell), z.array(of));
const name = z.union([z.string().min(1), z.number()]).transform(String);

const rowSchema = z.object({
  item: name,
  system: name,
  output: z.string(),
  references: list(z.string()).optional(),
  annotator: name.optional(),
  rating: number.optional(),
  ratings: list(number).optional(),
  place: number.optional(),
  places: list(number).optional(),
  shown: number.optional(),
});
type Row = z.infer<typeof rowSchema>;

const EXPECTED = 'one of rating, ratings (higher is better), place, places (1 is best)';

export async function readJudgements(paths: readonly string[]): Promise<JudgedOutput[]> {
  const outputs = new Map<string, JudgedOutput & { judgements: Map<string, number>; scale: string }>();
  for (const path of paths) {
    for await (const { row, place } of readRawRows(path)) {
      const read = parseWith(rowSchema, row, place);
      const { scale, values } = valuesOf(read, place);
      const key = JSON.stringify([read.item, read.system]);
      const known = outputs.get(key);
      if (known && known.output !== read.output)
        throw new InputError(`"${read.system}" has two different outputs for the item "${read.item}"`, { ...place, field: 'output' });
      const own = known ?? {
        item: read.item,
        system: read.system,
        output: read.output,
        references: read.references ?? [],
        judgements: new Map<string, number>(),
        shown: read.shown ?? undefined,
        scale,
      };
      if (own.scale !== scale) throw new InputError('has ratings and places for one output', { ...place, expected: EXPECTED });
      for (const [i, value] of values.entries()) {
        if (value === null) continue;
        const annotator = read.annotator ?? String(i + 1);
        if (own.judgements.has(annotator))
          throw new InputError(`the annotator "${annotator}" judges the output of "${read.system}" for "${read.item}" twice`, place);
        own.judgements.set(annotator, scale === 'place' ? -value : value);
      }
      outputs.set(key, own);
    }
  }
  // Leaves out outputs without judgements.
  return [...outputs.values()].filter(({ judgements }) => judgements.size > 0).map(({ scale: _, ...output }) => output);
}

function valuesOf(
  { rating, ratings, place, places }: Row,
  where: InputErrorPlace,
): { scale: 'rating' | 'place'; values: readonly (number | null)[] } {
  const given = [rating, ratings, place, places].filter((value) => value !== undefined);
  if (given.length !== 1) throw new InputError(`has ${given.length || 'no'} judgements`, { ...where, expected: EXPECTED });
  const [value] = given;
  const values = Array.isArray(value) ? value : [value ?? null];
  if (values.some((each) => each !== null && !Number.isFinite(each)))
    throw new InputError('has a judgement that is not a number', { ...where, expected: EXPECTED });
  return { scale: rating !== undefined || ratings !== undefined ? 'rating' : 'place', values };
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export interface JudgedRun {
  name: string;
  outputs: ReadonlyMap<string, string>;
}

interface RunJudgementsOptions {
  benchmark: Benchmark;
  items: readonly Item[];
  runs: readonly JudgedRun[];
  now: Date;
  warn(line: string): void;
}

/** Decisions of the studio or a judge on comparisons of run folders, as judged outputs. */
export async function judgementsOfRuns(
  paths: readonly string[],
  { benchmark, items, runs, now, warn }: RunJudgementsOptions,
): Promise<{ outputs: JudgedOutput[]; items: Map<string, Item> }> {
  const task: CompareTask = compareTask(benchmark);
  const shared = items.filter(({ id }) => runs.every(({ outputs }) => outputs.has(id)));
  const listed = task.list({ items: shared, runs: [...runs], seed: 0 });
  const itemOf = new Map(listed.map(({ id }, i) => [id, shared[i]]));
  const { current } = await readDecisions(paths, task, { items: listed, now, warn });
  const outputs = new Map<string, JudgedOutput & { judgements: Map<string, number>; at: Set<number> }>();
  for (const { item, annotator, value } of current) {
    const found = itemOf.get(item);
    if (!found) continue;
    for (const [system, place] of Object.entries(value.places)) {
      const run = runs.find(({ name }) => name === system);
      if (!run)
        throw new InputError(`the decisions compare "${system}", which is not among the runs`, {
          expected: runs.map(({ name }) => name).join(', '),
        });
      const key = JSON.stringify([found.id, system]);
      const own = outputs.get(key) ?? {
        item: found.id,
        system,
        output: run.outputs.get(found.id) ?? '',
        references: found.references,
        judgements: new Map<string, number>(),
        at: new Set<number>(),
      };
      own.judgements.set(annotator, -place);
      own.at.add((value.shown?.indexOf(system) ?? -1) + 1);
      outputs.set(key, own);
    }
  }
  return {
    // An output shown at different positions to different people has no position; `sensebench agreement` tests the effect of positions.
    outputs: [...outputs.values()].map(({ at, ...output }) => ({ ...output, shown: at.size === 1 && !at.has(0) ? [...at][0] : undefined })),
    items: new Map(shared.map((item) => [item.id, item])),
  };
}
