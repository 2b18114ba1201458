/** Loads a user's benchmark from its module: checks every field, and parses what it reads with its own schema. */

import { type Benchmark, InputError, type Item, RunnerError, SetupError } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { checkWith, importModule, parseWith } from '../files/index.ts';

const text = z.string().min(1);
const method = z.custom<(...given: never[]) => unknown>((value) => typeof value === 'function', 'expected a function');
const schema = z.custom<z.ZodType>(
  (value) => typeof value === 'object' && value !== null && 'safeParse' in value && typeof value.safeParse === 'function',
  'expected a zod schema',
);
const objectSchema = z.custom<z.ZodObject>(
  (value) => schema.safeParse(value).success && typeof value === 'object' && value !== null && 'shape' in value,
  'expected a zod object, like z.object({ … })',
);

const actionShape = z.looseObject({ summary: text, options: objectSchema, examples: z.array(text), run: method });
const groupShape = z.looseObject({ summary: text, actions: z.record(z.string(), actionShape) });
/** The kind of a group is recognized by its members, so that an error names the member that is wrong. */
const commandShape = z.unknown().superRefine((value, context) => {
  const shape = typeof value === 'object' && value !== null && 'actions' in value ? groupShape : actionShape;
  const checked = checkWith(shape, value);
  if ('value' in checked) return;
  for (const { path, message } of checked.mistakes) context.addIssue({ code: 'custom', path: [...path], message });
});

const taskShape = z.looseObject({
  name: text,
  summary: z.string(),
  title: text.optional(),
  guideline: z.string(),
  people: z.number().int().positive(),
  value: schema,
  list: method,
  aggregate: method,
  answers: method.optional(),
});
const stepShape = z.looseObject({
  name: text,
  version: z.number().int(),
  options: schema,
  over: z.enum(['each', 'pairs', 'all']),
  run: method,
});

const benchmarkShape = z.looseObject({
  name: text,
  title: text,
  item: schema,
  read: method,
  prompts: z
    .record(
      z.string(),
      z.looseObject({
        summary: z.string(),
        source: z.string(),
        kind: z.enum(['seq2seq', 'completion', 'chat']),
        shots: z.number().int().min(0),
        stop: z.array(z.string()).optional(),
        render: method,
      }),
    )
    .refine((prompts) => Object.keys(prompts).length > 0, 'expected at least one prompt'),
  parse: method.optional(),
  keywords: method.optional(),
  choices: method.optional(),
  units: method.optional(),
  unit: z.string().optional(),
  reorder: method.optional(),
  metrics: z.array(text).min(1),
  ownMetrics: z
    .array(
      z.looseObject({ name: text, outputs: z.array(text).min(1), summary: z.string(), signature: method, segment: method, score: method }),
    )
    .optional(),
  modelScores: z.record(z.string(), z.object({ beside: text, signature: text })).optional(),
  breakdowns: z.record(z.string(), method),
  published: z.array(
    z.looseObject({ system: z.string(), source: z.string(), split: z.string(), scores: z.record(z.string(), z.number()) }),
  ),
  decoding: z.object({ beams: z.number(), maxInputTokens: z.number(), maxOutputTokens: z.number() }).optional(),
  legend: z.string().optional(),
  names: method.optional(),
  tasks: z.array(taskShape).optional(),
  steps: z.array(stepShape).optional(),
  actions: z.record(z.string(), commandShape.optional()).optional(),
});

/** The fields that every item needs, whatever the benchmark's own schema says. */
const itemShape = z.looseObject({
  id: z.string(),
  references: z.array(z.string()),
  meta: z.record(z.string(), z.unknown()),
});

export async function loadModule(path: string): Promise<Benchmark> {
  const module = await importModule(path);
  const value = module.benchmark ?? module.default;
  if (value === undefined)
    throw new InputError('exports no benchmark', { file: path, expected: '`export const benchmark = { name, title, … }`' });
  demandBenchmark(value, path);
  return {
    ...value,
    read: (file, options) => checked(() => value.read(file, options), { schema: value.item, module: path, file }),
  };
}

function demandBenchmark(value: unknown, path: string): asserts value is Benchmark {
  parseWith(benchmarkShape, value, { file: path });
}

interface CheckedOptions {
  schema: z.ZodType<Item>;
  module: string;
  file: string;
}

/** Each item as the benchmark's own schema makes it; one that it rejects is named with its module and file. */
async function* checked(read: () => AsyncIterable<unknown>, { schema: own, module, file }: CheckedOptions): AsyncGenerator<Item> {
  let count = 0;
  try {
    for await (const item of read()) {
      count++;
      const shaped = checkWith(itemShape, item);
      const result = 'value' in shaped ? checkWith(own, item) : shaped;
      if ('value' in result) {
        yield result.value as Item;
        continue;
      }
      const [issue] = result.mistakes;
      const name = typeof item === 'object' && item !== null && 'id' in item ? `item "${String(item.id)}"` : `item number ${count}`;
      throw new InputError(`${name} does not fit \`item\` of ${module}: ${issue.message}`, {
        file,
        field: issue.path.join('.') || undefined,
      });
    }
  } catch (error) {
    if (error instanceof InputError || error instanceof SetupError || error instanceof RunnerError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new InputError(`\`read\` of ${module} failed after ${count} items: ${reason}`, { file });
  }
}
