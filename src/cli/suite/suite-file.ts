/** Reads a suite file: models × datasets × variants, each with the options of `evaluate`, become the runs of one whole. */
import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { isModule } from '../../benchmarks/index.ts';
import { type Action, InputError, nearestName } from '../../core/index.ts';
import { parseWith, readYaml } from '../../files/index.ts';

export interface Assertion {
  run: string;
  metric: string;
  atLeast?: number;
  atMost?: number;
}

export interface SuiteRun {
  /** `dataset/model`, or `dataset/model/variant`: also its folder in the suite's own. */
  name: string;
  dataset: string;
  folder: string;
  /** Options of `evaluate`, paths made absolute. */
  options: Readonly<Record<string, unknown>> & { dataset: string; benchmark: string; model: string };
}

export interface Suite {
  out: string;
  runs: SuiteRun[];
  assertions: Assertion[];
}

/** Not for a suite file: it says these in its own way, or the command line does. */
const NOT_AN_OPTION = ['suite', 'out', 'dryRun'];
const PATHS = ['dataset', 'train', 'cache', 'bertscoreModel'];
const NAME = /^[\w][\w.+-]*$/;

export async function readSuite(file: string, evaluate: Pick<Action, 'options'>): Promise<Suite> {
  const written = await readYaml(file, suiteSchema(evaluate));
  const folder = dirname(file);
  const out = resolve(folder, written.out);
  const variants: readonly { name?: string }[] = written.variants ?? [{}];
  const runs = written.datasets.flatMap((dataset) =>
    written.models.flatMap((model) =>
      variants.map((variant): SuiteRun => {
        const names = [
          dataset.name ?? nameOfFile(dataset.dataset),
          model.name ?? nameOfModel(model.model),
          ...(variant.name ? [variant.name] : []),
        ];
        const name = names.join('/');
        // The narrower word counts: a variant's before a model's, a model's before a dataset's.
        const { name: _name, ...given } = { ...written.defaults, ...dataset, ...model, ...variant };
        const merged = {
          ...given,
          dataset: dataset.dataset,
          benchmark: moduleIn(dataset.benchmark, folder),
          model: inFolder(model.model, folder),
        };
        const options = Object.fromEntries(
          Object.entries(merged).map(([key, value]) => [key, PATHS.includes(key) ? resolve(folder, String(value)) : value]),
        );
        const { out: own, ...checked } = parseWith(
          evaluate.options,
          { ...options, out: join(out, ...names) },
          { file, field: `run ${name}` },
        );
        return {
          name,
          dataset: names[0],
          folder: String(own),
          options: { ...checked, dataset: resolve(folder, dataset.dataset), benchmark: merged.benchmark, model: merged.model },
        };
      }),
    ),
  );
  demandWhole(file, runs, written.assert ?? []);
  return { out, runs, assertions: written.assert ?? [] };
}

function suiteSchema({ options }: Pick<Action, 'options'>) {
  const shape = Object.fromEntries(Object.entries(options.shape).filter(([name]) => !NOT_AN_OPTION.includes(name)));
  // Validated here, but taken as written: the defaults of one part must not hide what another part says.
  const optional = Object.fromEntries(Object.entries(shape).map(([name, type]) => [name, asWritten(type as z.ZodType)]));
  const { benchmark: _benchmark, dataset: _dataset, model: _model, ...common } = optional;
  const name = z.string().regex(NAME, 'a name has letters, digits, and . _ + - inside').optional();
  const text = z.string().min(1);
  return strict({
    out: text.default('runs'),
    defaults: strict(common).optional(),
    datasets: z.array(strict({ ...common, name, benchmark: text, dataset: text })).min(1, 'at least one dataset'),
    models: z.array(strict({ ...common, name, model: text })).min(1, 'at least one model'),
    variants: z
      .array(strict({ ...common, name: name.unwrap() }))
      .min(1, 'at least one variant, or no such field')
      .optional(),
    assert: z
      .array(
        strict({ run: text, metric: text, atLeast: z.number().optional(), atMost: z.number().optional() }).refine(
          ({ atLeast, atMost }) => atLeast !== undefined || atMost !== undefined,
          'needs atLeast or atMost',
        ),
      )
      .optional(),
  });
}

function asWritten(type: z.ZodType): z.ZodType {
  return z
    .unknown()
    .superRefine((value, context) => {
      const result = type.safeParse(value);
      for (const issue of result.error?.issues ?? []) context.addIssue({ code: 'custom', message: issue.message, path: [...issue.path] });
    })
    .optional();
}

/** An unknown field is an error: a misspelt option would be left out in silence. */
function strict<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: (issue) => {
      if (issue.code !== 'unrecognized_keys') return undefined;
      const near = nearestName(issue.keys[0], Object.keys(shape));
      return near ? `is not known here; did you mean "${near}"?` : `is not known here; known are ${Object.keys(shape).join(', ')}`;
    },
  });
}

function demandWhole(file: string, runs: readonly SuiteRun[], assertions: readonly Assertion[]): void {
  const names = new Set<string>();
  for (const { name, options } of runs) {
    if (names.has(name)) throw new InputError(`two runs are called "${name}"; give models, datasets or variants a name`, { file });
    names.add(name);
    for (const field of ['dataset', 'train']) {
      const path = options[field];
      if (typeof path === 'string' && !existsSync(path)) throw new InputError(`${path} does not exist`, { file, field });
    }
  }
  for (const [i, { run }] of assertions.entries()) {
    if (!names.has(run))
      throw new InputError(`there is no run "${run}"`, { file, field: `assert.${i}.run`, expected: [...names].join(', ') });
  }
}

function moduleIn(benchmark: string, folder: string): string {
  return isModule(benchmark) ? resolve(folder, benchmark) : benchmark;
}

/** `file:`, `onnx:` and `human:` name files, beside the suite file too. */
function inFolder(model: string, folder: string): string {
  const [, kind, path] = /^(file|onnx|human):(.+)$/.exec(model) ?? [];
  return path === undefined ? model : `${kind}:${resolve(folder, path)}`;
}

function nameOfFile(path: string): string {
  return safe(basename(path).replace(/\.(jsonl|json|csv|tsv|txt)(\.gz)?$/, ''));
}

/** `openai:gpt-4o-mini@http://…` is gpt-4o-mini. */
function nameOfModel(spec: string): string {
  const [kind, rest] = [spec.replace(/:.*$/s, ''), spec.replace(/^[^:]*:?/, '')];
  if (kind === 'openai') return safe(rest.replace(/@.*$/s, ''));
  return safe(rest === '' ? kind : `${kind}-${nameOfFile(rest)}`);
}

function safe(text: string): string {
  return text.replace(/[^\w.+-]+/g, '-').replace(/^[^\w]+/, '') || 'run';
}
