/** The options of `sensebench build situatedgen`, and their translation into options of the steps. */
import { resolve } from 'node:path';
import { InputError, kebabCase, readSpec, splitSpecs, unknownName, unknownOption } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { engineOptions } from '../../build/engines/index.ts';
import { checkWith, fromTexts, type SchemaField, schemaFields } from '../../files/index.ts';
import { MIN_CONFIDENCE } from '../../statements/convert/index.ts';
import { parseSourceSpec, SOURCE_READERS, type SourceSpec } from '../../statements/sources/index.ts';
import { UNSEEN_KINDS } from './build/keep-unseen.ts';
import { type PipelineOptions, PRECISION } from './build/pipeline.ts';
import { QUALITIES } from './contrast/contrast-model.ts';
import { TRAINING_FORMATS } from './dataset/export-training.ts';
import { STRICT_RULES } from './pairs/strict-rules.ts';

const STARTER_PARTNERS = 8;
export const TASK_NAMES = ['filter', 'audit', 'write'] as const;

/** All options, both flags and options of steps. */
const buildOptionsSchema = z.object({
  source: z
    .array(z.string())
    .default([])
    .describe(`name=path, of ${SOURCE_READERS.map(({ name }) => name).join(', ')}; without any: starter`),
  statements: z.array(z.string()).default([]).describe('files of finished statements: TXT, CSV or JSON Lines'),
  out: z.string().optional().describe('the dataset folder to write'),
  force: z.boolean().default(false).describe('replace the dataset in an existing folder; other files are kept'),
  converter: z
    .string()
    .optional()
    .describe('a model that writes the statements in place of the rules: openai:MODEL[@baseURL], onnx:FOLDER, file:predictions.jsonl'),
  entities: z
    .string()
    .optional()
    .describe(
      'given: entities that came with the statements; deep: those that our linear and deep models find together; model: those of the linear one alone; onnx:FOLDER: those of a token classifier (default: deep, or model where onnxruntime-node is missing)',
    ),
  keywordsFrom: z.array(z.string()).default([]).describe('examples whose keywords are used instead of our own nouns, separated by commas'),
  threshold: z
    .number()
    .min(0, 'a cosine from 0 to 1')
    .max(1, 'a cosine from 0 to 1')
    .default(0.8)
    .describe('lowest cosine of masked sentences'),
  minKeywords: z.number().int().min(1).default(2).describe('fewest keywords that a statement may have'),
  maxKeywords: z.number().int().min(1).default(5).describe('most keywords that a statement may have'),
  minConfidence: z
    .number()
    .min(0)
    .max(1)
    .default(MIN_CONFIDENCE)
    .describe('lowest confidence of a converted question; others go to the ledger'),
  maxCharacters: z.number().int().positive().default(1000).describe('longest statement or question, in characters'),
  contexts: z
    .enum(['same', 'any'])
    .default('same')
    .describe('both statements of a pair have GEO or both have TEMP; or each has one or the other'),
  sharedEntities: z
    .enum(['context', 'all'])
    .default('context')
    .describe('entities that the two statements may not share: GEO and TEMP, or all'),
  mining: z
    .enum(['exhaustive', 'paraphrase-mining'])
    .default('exhaustive')
    .describe('every similar pair, or those that paraphrase_mining of sentence-transformers returns, as in the paper'),
  pairs: z
    .enum(['model', 'strict', 'paper'])
    .optional()
    .describe(
      "model: partners by slot that the model of contrast expects to be good enough; paper: the paper's rules; strict: stricter ones besides (default: model, strict for the starter corpus)",
    ),
  precision: z
    .number()
    .min(0, 'a probability from 0 to 1')
    .max(1, 'a probability from 0 to 1')
    .default(PRECISION)
    .describe('with --pairs model: the share of pairs that the model expects to be valid (or good)'),
  complete: z
    .string()
    .optional()
    .describe(
      'with --pairs model: a model that writes contrasting partners for commonsense statements; its proposals are checked and marked',
    ),
  quality: z
    .enum(QUALITIES)
    .default('valid')
    .describe(
      "with --pairs model: what is probable: that the paper's annotators would keep the pair, or that it is a good test of commonsense",
    ),
  withoutRule: z
    .array(z.string())
    .default([])
    .describe(`strict rules to leave out: ${STRICT_RULES.join(', ')}`),
  sharedContext: z
    .boolean()
    .default(false)
    .describe('pairs may share a place or time if another one differs: July in China, July in Australia'),
  top: z.number().int().positive().optional().describe('the most examples of a split, those with the highest contrast (default: all)'),
  definition: z
    .enum(['count', 'strict'])
    .default('count')
    .describe('whether pairs that break the definition of section 3.1 are counted or dropped'),
  mergeDuplicates: z.number().min(0).max(1).optional().describe('merge statements whose cosine is at least this'),
  maxPartners: z
    .number()
    .int()
    .positive()
    .optional()
    .describe('most pairs of one statement (default: all; 8 for the starter corpus, where families of sentences are alike)'),
  bestPartners: z
    .number()
    .int()
    .positive()
    .max(1000)
    .optional()
    .describe('most pairs of one statement: those that are among the most similar of both; for very many statements, in bounded memory'),
  embeddings: z
    .enum(['float', 'int8'])
    .default('float')
    .describe('arithmetic of the encoder: int8 is faster, and finds a few pairs near the threshold that float does not, and the reverse'),
  ratios: z.string().default('4:1:1').describe('desired sizes of train, dev and test'),
  unseen: z
    .enum(UNSEEN_KINDS)
    .optional()
    .describe('keep only examples of dev and test with a keyword that train lacks, or with new keyword combinations'),
  seed: z.number().int().default(17).describe('seed of communities, splits and keyword order'),
  whatIf: z.array(z.string()).default([]).describe('option=value,value: report sizes with other values and write nothing'),
  format: z
    .array(z.enum(TRAINING_FORMATS))
    .default([])
    .describe(`training files: ${TRAINING_FORMATS.join(', ')}`),
  parquet: z.boolean().default(false).describe('write the splits as Parquet too'),
  boolqa: z.boolean().default(false).describe('write the swapped-entity true/false task'),
  tasks: z.array(z.enum(TASK_NAMES)).default([]).describe('files for annotation: filter (test), audit (dev), write (test)'),
  decisions: z.array(z.string()).default([]).describe('decisions of people who filtered the test split'),
  compare: z
    .array(z.string())
    .default([])
    .describe('released examples to find again; missed pairs are listed with the rule that lost them'),
  datasheet: z
    .string()
    .optional()
    .describe('datasheet.yaml: name, licence, address and date, answers that only you know, version and errata'),
  deep: z.boolean().default(false).describe('use the deep model for tags and trees, which is more accurate and about ten times slower'),
  ...engineOptions,
});

export type BuildOptions = z.infer<typeof buildOptionsSchema>;

/** Options given with the name of their step: `--step 'mine(max-partners=8)'`. */
const STEPS = {
  convert: ['converter', 'minConfidence', 'maxCharacters'],
  keywords: ['minKeywords', 'maxKeywords', 'keywordsFrom'],
  mine: ['threshold', 'mining', 'embeddings', 'mergeDuplicates', 'maxPartners', 'bestPartners'],
  pairs: ['contexts', 'sharedEntities', 'withoutRule', 'sharedContext', 'top', 'definition'],
  split: ['ratios', 'unseen'],
} as const satisfies Readonly<Record<string, readonly (keyof BuildOptions)[]>>;

const STEP_FIELDS: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(STEPS));
const ALSO = ['parquet', 'boolqa', ...TASK_NAMES, ...TRAINING_FORMATS] as const;

export const buildFlagsSchema = buildOptionsSchema
  .omit({
    ...{ converter: true, minConfidence: true, maxCharacters: true, minKeywords: true, maxKeywords: true, keywordsFrom: true },
    ...{ threshold: true, mining: true, embeddings: true, mergeDuplicates: true, maxPartners: true, bestPartners: true },
    ...{ contexts: true, sharedEntities: true, withoutRule: true, sharedContext: true, top: true, definition: true },
    ...{ ratios: true, unseen: true, parquet: true, boolqa: true, tasks: true, format: true },
  })
  .extend({
    step: z
      .array(z.string())
      .default([])
      .describe(`options of a step, after its name: ${[...STEP_FIELDS.keys()].join(', ')}; for example 'mine(max-partners=8)'`),
    also: z
      .array(z.enum(ALSO))
      .default([])
      .describe('further files: the splits as Parquet, the swapped-entity true/false task, files for annotation, training files'),
  });

/** The options of the steps, for help. */
export function describeSteps(): string {
  const fields = schemaFields(buildOptionsSchema);
  const lines = [...STEP_FIELDS].flatMap(([step, names]) => [
    `  ${step}`,
    ...fields.filter(({ name }) => names.includes(name)).map((field) => `    ${describeField(field)}`),
  ]);
  return ['Options of the steps:', ...lines].join('\n');
}

function describeField({ name, choices, summary, default: fallback }: SchemaField): string {
  const shown =
    fallback === undefined || fallback === false || (Array.isArray(fallback) && fallback.length === 0) ? '' : ` (default: ${fallback})`;
  return `${kebabCase(name)}${choices ? `=${choices.join('|')}` : ''}: ${summary}${shown}`;
}

/** The flags as the build takes them: options of steps and further files become separate fields. */
export function readBuildFlags({ step, also, ...flags }: z.infer<typeof buildFlagsSchema>): BuildOptions {
  const written: Record<string, unknown> = {};
  for (const text of step.flatMap(splitSpecs)) {
    const { name, options } = readSpec(text);
    const known = STEP_FIELDS.get(name);
    if (!known) throw unknownName('step', name, [...STEP_FIELDS.keys()]);
    for (const option of Object.keys(options)) if (!known.includes(option)) throw unknownOption(option, known, `the step ${name}`);
    Object.assign(written, options);
  }
  const chosen = {
    ...flags,
    ...fromTexts(schemaFields(buildOptionsSchema), written),
    parquet: also.includes('parquet'),
    boolqa: also.includes('boolqa'),
    tasks: TASK_NAMES.filter((name) => also.includes(name)),
    format: TRAINING_FORMATS.filter((name) => also.includes(name)),
  };
  const checked = checkWith(buildOptionsSchema, chosen);
  if ('value' in checked) return checked.value;
  const [{ path, message }] = checked.mistakes;
  throw new InputError(`--step: ${path.map((part) => kebabCase(String(part))).join('.')} ${message}`);
}

export function sourceSpecs({ source, statements }: Pick<BuildOptions, 'source' | 'statements'>): SourceSpec[] {
  const specs = [...source.map(parseSourceSpec), ...list(statements).map((path) => parseSourceSpec(`statements=${path}`))];
  return specs.length > 0 ? specs : [parseSourceSpec('starter')];
}

export function pipelineOptions(options: BuildOptions): PipelineOptions {
  const { threshold, minKeywords, maxKeywords, minConfidence, maxCharacters, sharedEntities, seed } = options;
  if (minKeywords > maxKeywords) throw new InputError(`min-keywords=${minKeywords} is above max-keywords=${maxKeywords}`);
  const keywordsFrom = list(options.keywordsFrom);
  const onlyStarter = sourceSpecs(options).every(({ reader }) => reader.name === 'starter');
  const { bestPartners } = options;
  if (bestPartners !== undefined && options.mining === 'paraphrase-mining') throw new InputError('best-partners needs mining=exhaustive');
  const { pairs } = pairOptions(options, { onlyStarter });
  const maxPartners =
    options.maxPartners ?? (onlyStarter && pairs !== 'model' && bestPartners === undefined ? STARTER_PARTNERS : undefined);
  return {
    entities: parseEntities(options.entities ?? 'model'),
    ...(options.converter === undefined ? {} : { converter: true as const }),
    keywordsFrom,
    threshold,
    minKeywords,
    maxKeywords,
    minConfidence,
    maxCharacters,
    sharedEntities,
    ...pairOptions(options, { onlyStarter }),
    contexts: options.contexts,
    mining: options.mining,
    ...(options.definition === 'strict' ? { definition: options.definition } : {}),
    ...(options.mergeDuplicates === undefined ? {} : { mergeDuplicates: options.mergeDuplicates }),
    ...(maxPartners === undefined ? {} : { maxPartners }),
    ...(bestPartners === undefined ? {} : { bestPartners }),
    ...(options.embeddings === 'int8' ? { embeddings: options.embeddings } : {}),
    ratios: parseRatios(options.ratios),
    seed,
  };
}

/** Most statements that are completed: each is a call of the model. */
const COMPLETED = 300;

type PairOptions = Pick<PipelineOptions, 'pairs' | 'withoutRules' | 'sharedContext' | 'top' | 'precision' | 'quality' | 'complete'>;

function pairOptions(options: BuildOptions, { onlyStarter }: { onlyStarter: boolean }): PairOptions {
  const { withoutRule, sharedContext, top, precision, quality } = options;
  const withoutRules = list(withoutRule).map((name) => {
    const rule = STRICT_RULES.find((candidate) => candidate === name);
    if (!rule) throw new InputError(`without-rule: "${name}" is not a strict rule`, { expected: STRICT_RULES.join(', ') });
    return rule;
  });
  // These belong to mining by similarity: whoever writes them wants it.
  const similar = options.mining === 'paraphrase-mining' || options.bestPartners !== undefined || withoutRules.length > 0;
  const pairs = options.pairs ?? (onlyStarter || similar ? 'strict' : 'model');
  const extra = withoutRules.length > 0 ? 'without-rule' : sharedContext ? 'shared-context' : top === undefined ? undefined : 'top';
  if (pairs === 'paper' && extra) throw new InputError(`${extra} needs --pairs strict`);
  if (pairs !== 'model' && options.complete !== undefined) throw new InputError('complete needs --pairs model');
  if (options.complete !== undefined && options.converter !== undefined)
    throw new InputError('complete and converter cannot be used together', { expected: 'one model for a build' });
  if (pairs === 'model' && similar) throw new InputError('mining, best-partners and without-rule need --pairs strict or paper');
  const model = pairs === 'model' ? { precision, quality, ...(options.complete === undefined ? {} : { complete: COMPLETED }) } : {};
  return { pairs, withoutRules, sharedContext, ...model, ...(top === undefined ? {} : { top }) };
}

function parseEntities(text: string): PipelineOptions['entities'] {
  if (text === 'given' || text === 'model' || text === 'deep') return text;
  const [, folder] = /^onnx:(.+)$/.exec(text) ?? [];
  if (folder === undefined) throw new InputError(`--entities "${text}"`, { expected: 'given, deep, model or onnx:FOLDER' });
  return { onnx: resolve(folder) };
}

/** `4:1:1`, `0.8,0.1,0.1` or `80/10/10`. */
function parseRatios(text: string): [number, number, number] {
  const ratios = text.split(/[:,/]/).map(Number);
  if (ratios.length !== 3 || ratios.some((ratio) => !(ratio >= 0)) || !(ratios[0] + ratios[1] + ratios[2] > 0)) {
    throw new InputError(`ratios: "${text}"`, { expected: 'three sizes like 4:1:1' });
  }
  return [ratios[0], ratios[1], ratios[2]];
}

/** Lists may be given several times, or separated by commas. */
export function list(values: readonly string[]): string[] {
  return values.flatMap((value) => value.split(',')).filter((value) => value !== '');
}

const WHAT_IF = ['threshold', 'minKeywords', 'maxKeywords', 'seed', 'mergeDuplicates', 'maxPartners'] as const;

/** Reads `threshold=0.76,0.78` and returns the options with each value in turn. */
export function whatIfOptions(whatIf: readonly string[], options: BuildOptions): { change: string; options: PipelineOptions }[] {
  return whatIf.flatMap((text) => {
    const [key, values = ''] = text.split('=');
    const name = key.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
    if (!(WHAT_IF as readonly string[]).includes(name))
      throw new InputError(`--what-if: "${key}" cannot be changed`, { expected: WHAT_IF.join(', ') });
    return values.split(',').map((value) => {
      const changed = buildOptionsSchema.safeParse({ ...options, [name]: Number(value) });
      if (value === '' || !changed.success) throw new InputError(`--what-if: ${key}=${value}`, { expected: `${key}=value,value` });
      return { change: `${key}=${value}`, options: pipelineOptions(changed.data) };
    });
  });
}
