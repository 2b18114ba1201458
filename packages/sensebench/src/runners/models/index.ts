/** The kinds of models by name. A path of a .js or .mjs module names a user's runner. To add a runner, add a line. */

import {
  InputError,
  isModule,
  kebabCase,
  type Runner,
  type RunnerCall,
  type RunnerContext,
  type RunnerDefinition,
  readSpec,
  unknownName,
  unknownOption,
} from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { checkWith, fromTexts, importModule, parseWith, type SchemaField, schemaFields } from '../../files/index.ts';

const BUILT_IN: Readonly<Record<string, () => Promise<RunnerDefinition>>> = {
  openai: async () => (await import('../openai/openai-runner.ts')).openai,
  gguf: async () => (await import('../gguf/gguf-runner.ts')).gguf,
  onnx: async () => (await import('../onnx/load-onnx-folder.ts')).onnx,
  small: async () => (await import('../small.ts')).small,
  file: async () => (await import('../file.ts')).file,
  retrieve: async () => (await import('../retrieve.ts')).retrieve,
  ngram: async () => (await import('../ngram.ts')).ngram,
  keywords: async () => (await import('../keywords.ts')).keywords,
  random: async () => (await import('../random.ts')).random,
  majority: async () => (await import('../majority.ts')).majority,
  copy: async () => (await import('../copy.ts')).copy,
  shortcut: async () => (await import('../shortcut.ts')).shortcut,
  human: async () => (await import('../human.ts')).human,
};

/** The ways to name a model, for help. */
export const MODEL_NAMES: readonly string[] = Object.keys(BUILT_IN);

/** Options of every model. */
const COMMON = {
  cache: z.string().optional().describe('a folder of responses, from which repeated questions with the same settings are answered'),
};

const commonSchema = z.looseObject({ ...COMMON, rerank: z.string().optional(), conceptnet: z.string().optional() });

export interface Model {
  definition: RunnerDefinition;
  call: RunnerCall<Readonly<Record<string, unknown>>>;
}

/** Finds a model by its name, with the values of its options. `usual` are values for options that the name does not set. */
export async function readModel(spec: string, usual: Readonly<Record<string, unknown>> = {}): Promise<Model> {
  const { name, options } = readSpec(spec);
  const { definition, target } = await findRunner(name);
  const schema = definition.options.extend(COMMON);
  const fields = schemaFields(schema);
  const known = fields.map((field) => field.name);
  for (const option of Object.keys(options)) if (!known.includes(option)) throw unknownOption(option, known, definition.name);
  const applicable = Object.fromEntries(Object.entries(usual).filter(([option, value]) => known.includes(option) && value !== undefined));
  const checked = checkWith(schema, fromTexts(fields, { ...applicable, ...options }));
  if ('mistakes' in checked) {
    const [{ path, message }] = checked.mistakes;
    throw new InputError(`${name}: ${path.map((part) => kebabCase(String(part))).join('.')} ${message}`);
  }
  return { definition, call: { spec: name, target, options: checked.value } };
}

/** Makes the runner of a model spec, with its cache and re-ranking. */
export async function createModel(
  spec: string,
  { usual, ...context }: RunnerContext & { usual?: Readonly<Record<string, unknown>> },
): Promise<Runner> {
  const { definition, call } = await readModel(spec, usual);
  const { cache, rerank, conceptnet } = commonSchema.parse(call.options);
  const runner = withAnswers(await definition.create(call, context), definition, call.target || undefined);
  const { createCachedRunner } = await import('../cached-runner.ts');
  const remembered = cache === undefined ? runner : createCachedRunner(runner, { folder: cache, warn: context.warn });
  if (rerank === undefined) return remembered;
  // The lists are cached instead of the choice, so that other weights need no answers of the model.
  const [{ createRerankRunner }, { rerankOptions }] = await Promise.all([import('../rerank.ts'), import('../rerank.ts')]);
  return createRerankRunner(remembered, await rerankOptions(rerank, { ...context, conceptnet }));
}

function withAnswers(runner: Runner, { answers }: RunnerDefinition, path: string | undefined): Runner {
  if (!answers) return runner;
  return { ...runner, answers: (items, source) => answers(items, { ...source, path }), answersFile: path };
}

/** Every built-in kind with its options, for help and docs. */
export async function describeModels(): Promise<{ definition: RunnerDefinition; usage: string; options: SchemaField[] }[]> {
  return Promise.all(
    Object.values(BUILT_IN).map(async (load) => {
      const definition = await load();
      return { definition, usage: usageOf(definition), options: schemaFields(definition.options.extend(COMMON)) };
    }),
  );
}

/** The path in the target of a model and a way to replace it, because suites name files relative to their own. */
export async function pathInModel(spec: string): Promise<{ path: string; withPath(other: string): string } | undefined> {
  const { name } = readSpec(spec);
  const { definition, target } = await findRunner(name);
  const { target: described } = definition;
  if (!described?.path || target === '' || described.words?.includes(target)) return undefined;
  return { path: target, withPath: (other) => `${name.slice(0, name.length - target.length)}${other}${spec.slice(name.length)}` };
}

/** A short name for tables: gpt-4o-mini for `openai:gpt-4o-mini@http://…`. */
export async function shortName(spec: string): Promise<string> {
  const { definition, target } = await findRunner(readSpec(spec).name);
  const { short } = definition.target ?? {};
  if (target === '') return definition.name;
  return short ? short(target) : `${definition.name}-${target}`;
}

/** How the items of a run are answered by a runner without a model; undefined for other runners. `id` is that of the run. */
export async function answersOf(id: string): Promise<RunnerDefinition['answers']> {
  const [kind] = id.split(/[:(]/, 1);
  return Object.hasOwn(BUILT_IN, kind) ? (await BUILT_IN[kind]()).answers : undefined;
}

async function findRunner(name: string): Promise<{ definition: RunnerDefinition; target: string }> {
  const [, kind, target = ''] = /^([^:]*)(?::([\s\S]*))?$/.exec(name) ?? [name, name];
  if (Object.hasOwn(BUILT_IN, kind)) return { definition: checkTarget(await BUILT_IN[kind](), name, target), target };
  const [, path, rest = ''] = /^(.+?\.m?js)(?::([\s\S]*))?$/.exec(name) ?? [];
  if (path !== undefined && isModule(path)) return { definition: await loadRunner(path), target: rest };
  throw unknownName('model', kind, MODEL_NAMES, { expected: `one of ${MODEL_NAMES.join(', ')}, or the path of a .js module` });
}

function checkTarget(definition: RunnerDefinition, name: string, target: string): RunnerDefinition {
  const { target: described } = definition;
  if (!described && name.includes(':'))
    throw new InputError(`${definition.name} takes nothing after a colon`, { expected: definition.name });
  if (described && !described.optional && target === '')
    throw new InputError(`the model "${definition.name}" needs a name after a colon`, { expected: usageOf(definition) });
  return definition;
}

function usageOf({ name, target }: RunnerDefinition): string {
  if (!target) return name;
  return target.optional ? `${name}[:${target.grammar}]` : `${name}:${target.grammar}`;
}

const method = z.custom<(...given: never[]) => unknown>((value) => typeof value === 'function', 'expected a function');

const runnerShape = z.looseObject({
  name: z.string().min(1),
  summary: z.string(),
  target: z.looseObject({ grammar: z.string() }).optional(),
  options: z.custom<z.ZodObject>(
    (value) => typeof value === 'object' && value !== null && 'shape' in value && 'safeParse' in value,
    'expected a zod object, like z.object({ … })',
  ),
  examples: z.array(z.string()),
  answers: method.optional(),
  create: method,
});

async function loadRunner(path: string): Promise<RunnerDefinition> {
  const { runner } = await importModule(path);
  if (runner === undefined)
    throw new InputError('exports no runner', { file: path, expected: '`export const runner = defineRunner({ … })`' });
  demandRunner(runner, path);
  return runner;
}

function demandRunner(value: unknown, path: string): asserts value is RunnerDefinition {
  parseWith(runnerShape, value, { file: path });
}
