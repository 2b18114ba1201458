/** The phases of a competition (phases.yaml): times, items, what is shown, quotas, public part, metrics and feedback. */

import { InputError } from 'sensebench/internal/core';
import { parseWith, parseYaml, readText, yamlLineOf } from 'sensebench/internal/files';
import { refuseFiles } from 'sensebench/internal/metrics';
import { z } from 'zod';

const name = z
  .string()
  .min(1)
  .max(60)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u, 'must begin with a letter or digit, and have only letters, digits, spaces and . _ -');

const time = z.iso
  .datetime({ offset: true, error: 'is not a time with its zone (expected one like 2027-03-01T23:59:59Z)' })
  .transform((text) => new Date(text).toISOString());

/** Groups of the benchmark's breakdowns, like `context: [dental-cleaning]`. Items must be in a listed group of every breakdown. */
const where = z.record(z.string(), z.array(z.string()).min(1)).default({});

const shown = z.strictObject({
  split: z.string().min(1),
  where,
  /** All answers, none, or those of this many units (questions, statements), which are drawn with the seed and not scored. */
  answers: z.union([z.enum(['all', 'none']), z.number().int().positive()], { error: 'must be all, none or a number of examples' }),
});

const settings = {
  metrics: z.array(z.string()).min(1),
  /** The ranking score, which must be one of the metrics' scores. */
  rank: z.string().min(1),
  /** That of the metric by default. */
  direction: z.enum(['higher', 'lower']),
  breakdowns: z.array(z.string()),
  quota: z.strictObject({ day: z.number().int().positive().optional(), total: z.number().int().positive().optional() }),
  public: z.strictObject({ share: z.number().min(0).max(1), seed: z.union([z.number().int(), z.string().min(1)]) }),
  /** Which items rank after the end. */
  final: z.enum(['private', 'all']),
  anonymous: z.boolean(),
  /** `true`: the parameter-free Ladder; a number: the Ladder with this step; `false`: exact scores on the public part. */
  ladder: z.union([z.boolean(), z.number().gt(0).max(0.5)], { error: 'must be true, false or a step between 0 and 0.5' }),
  /** Whether single items are shown after the end. */
  afterEnd: z.enum(['scores', 'items']),
};

const settingsSchema = z.strictObject(settings).partial();

const phaseSchema = settingsSchema.extend({
  name,
  start: time,
  /** Submissions must arrive before this time; without it the phase stays open. */
  end: time.optional(),
  split: z.string().min(1).default('test'),
  where,
  shown: z.array(shown).default([]),
});

/** The file as people write it: settings at the top apply to all phases without their own. */
const fileSchema = settingsSchema.extend({
  title: z.string().min(1).max(200),
  about: z.string().max(5000).optional(),
  phases: z.array(phaseSchema).min(1),
});

type Settings = { [K in keyof typeof settings]: z.infer<(typeof settings)[K]> };

/** `direction` is undefined if the metric determines it. */
export interface Phase extends Omit<Settings, 'direction'> {
  direction?: 'higher' | 'lower';
  name: string;
  start: string;
  end?: string;
  split: string;
  where: Readonly<Record<string, readonly string[]>>;
  shown: readonly z.infer<typeof shown>[];
}

export interface Competition {
  title: string;
  about?: string;
  phases: readonly Phase[];
}

const DEFAULTS: Omit<Settings, 'metrics' | 'rank' | 'direction'> = {
  breakdowns: [],
  quota: {},
  public: { share: 1, seed: 1 },
  final: 'private',
  anonymous: false,
  ladder: true,
  afterEnd: 'scores',
};

export async function readPhases(path: string): Promise<Competition> {
  return parsePhasesText(await readText(path), { file: path });
}

/** Parses YAML written by a person. `check` may report further errors; every error names its line. */
export async function parsePhasesText(
  text: string,
  { file, check = () => undefined }: { file: string; check?(competition: Competition): void | Promise<void> },
): Promise<Competition> {
  const written = await parseYaml(text, fileSchema, { file });
  try {
    const competition = resolve(written, file);
    await check(competition);
    return competition;
  } catch (error) {
    if (!(error instanceof InputError) || error.place.field === undefined || error.place.line !== undefined) throw error;
    const line = await yamlLineOf(text, placeOf(error.place.field, written));
    const bare = error.message.startsWith(`${file}, `) ? error.message.slice(file.length + 2) : error.message;
    throw new InputError(`${line === undefined ? file : `${file}:${line}`}, ${bare}`);
  }
}

/** The place of a setting: at the top of the file if the phase does not have its own. */
function placeOf(field: string, written: z.infer<typeof fileSchema>): string {
  const [, number, name] = /^phases\.(\d+)\.(\w+)/.exec(field) ?? [];
  const phase = written.phases[Number(number)];
  const inherited = phase && name && !Object.hasOwn(phase, name) && Object.hasOwn(written, name);
  return inherited ? field.slice(`phases.${number}.`.length) : field;
}

/** Parses phases from plain data, as in the store or a bundle. `file` is for messages. */
export function parsePhases(value: unknown, { file }: { file?: string } = {}): Competition {
  return resolve(parseWith(fileSchema, value, { file }), file);
}

function resolve({ title, about, phases, ...top }: z.infer<typeof fileSchema>, file?: string): Competition {
  const resolved = phases.map((phase, i): Phase => {
    const { metrics = top.metrics, rank = top.rank, ...rest } = phase;
    for (const [field, value] of Object.entries({ metrics, rank }))
      if (value === undefined) throw new InputError('is missing, here and at the top of the file', { file, field: `phases.${i}.${field}` });
    return { ...DEFAULTS, ...top, ...rest, metrics: metrics ?? [], rank: rank ?? '' };
  });
  for (const [i, phase] of resolved.entries()) {
    checkTimes(phase, resolved[i - 1], { file, i });
    checkMetrics(phase, { file, i });
  }
  const twice = resolved.findIndex(({ name: phaseName }, i) => resolved.findIndex((other) => other.name === phaseName) !== i);
  if (twice >= 0) throw new InputError(`there already is a phase named "${resolved[twice].name}"`, { file, field: `phases.${twice}.name` });
  return { title, ...(about === undefined ? {} : { about }), phases: resolved };
}

/** Phases may come from a page or from another machine, so their metrics must not read files. */
function checkMetrics({ metrics, rank }: Phase, { file, i }: { file?: string; i: number }): void {
  try {
    refuseFiles([...metrics, rank]);
  } catch (error) {
    throw error instanceof InputError ? new InputError(error.message, { file, field: `phases.${i}.metrics` }) : error;
  }
}

function checkTimes(phase: Phase, before: Phase | undefined, { file, i }: { file?: string; i: number }): void {
  if (phase.end !== undefined && phase.end <= phase.start)
    throw new InputError(`${phase.end} is not after the start, ${phase.start}`, { file, field: `phases.${i}.end` });
  if (!before) return;
  const field = `phases.${i}.start`;
  if (before.end === undefined) throw new InputError(`"${before.name}" has no end, so no phase can follow it`, { file, field });
  if (phase.start < before.start)
    throw new InputError(`${phase.start} is before the start of "${before.name}"; phases must be in the order of time`, { file, field });
  if (phase.start < before.end)
    throw new InputError(`${phase.start} is before the end of "${before.name}", ${before.end}; phases may not overlap`, { file, field });
}

export interface PhaseAt {
  /** The phase that runs. */
  running?: Phase;
  /** Finished phases, the latest first. */
  over: readonly Phase[];
  /** The next one to come. */
  next?: Phase;
}

export function phaseAt({ phases }: Competition, at: string): PhaseAt {
  return {
    running: phases.find((phase) => hasBegun(phase, at) && !hasEnded(phase, at)),
    over: phases.filter((phase) => hasEnded(phase, at)).reverse(),
    next: phases.find((phase) => !hasBegun(phase, at)),
  };
}

export function hasBegun({ start }: Pick<Phase, 'start'>, at: string): boolean {
  return Date.parse(at) >= Date.parse(start);
}

/** The end itself is no longer part of the phase. */
export function hasEnded({ end }: Pick<Phase, 'end'>, at: string): boolean {
  return end !== undefined && Date.parse(at) >= Date.parse(end);
}
