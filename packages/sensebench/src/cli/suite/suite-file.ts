/** Reads a suite file: models × datasets × variants, each with the options of `evaluate`, become the runs of one whole. */
import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import {
  type Action,
  camelCase,
  InputError,
  isModule,
  readSpec,
  splitSpecs,
  unknownName,
  writeSpec,
} from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { checkWith, parseWith, readYaml } from '../../files/index.ts';
import { MODEL_NAMES, pathInModel, readModel, shortName } from '../../runners/models/index.ts';

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
const PATHS = ['dataset', 'train', 'cache'];
const NAME = /^[\w][\w.+-]*$/;

export async function readSuite(
  file: string,
  { evaluate, modules }: { evaluate: Pick<Action, 'options'>; modules: readonly string[] },
): Promise<Suite> {
  const written = await readYaml(file, suiteSchema(evaluate));
  const folder = dirname(file);
  const out = resolve(folder, written.out);
  const named = modules.map((path) => resolve(path));
  const variants: readonly { name?: string; options?: Readonly<Record<string, unknown>> }[] = written.variants ?? [{}];
  const runs: SuiteRun[] = [];
  for (const dataset of written.datasets) {
    for (const model of written.models) {
      for (const variant of variants) {
        const known = (word: string) => demandNamed(word, { folder, file, named });
        const benchmark = known(dataset.benchmark);
        const spec = await readModelSpec(model.model, { options: { ...model.options, ...variant.options }, folder, known });
        const names = [
          dataset.name ?? nameOfFile(dataset.dataset),
          model.name ?? safe(nameOfFile(await shortName(model.model))),
          ...(variant.name ? [variant.name] : []),
        ];
        const name = names.join('/');
        // The narrower word counts: a variant's before a model's, a model's before a dataset's.
        const fields: Readonly<Record<string, unknown>> = { ...written.defaults, ...dataset, ...model, ...variant };
        const { name: _name, options: _options, ...given } = fields;
        const metrics = Array.isArray(given.metrics) ? { metrics: given.metrics.flatMap((each) => namedMetrics(String(each), known)) } : {};
        const merged = { ...given, ...metrics, dataset: dataset.dataset, benchmark, model: spec };
        const options = Object.fromEntries(
          Object.entries(merged).map(([key, value]) => [key, PATHS.includes(key) ? resolve(folder, String(value)) : value]),
        );
        const { out: own, ...checked } = parseWith(
          evaluate.options,
          { ...options, out: join(out, ...names) },
          { file, field: `run ${name}` },
        );
        const ready = { ...checked, dataset: resolve(folder, dataset.dataset), benchmark, model: spec };
        runs.push({ name, dataset: names[0], folder: String(own), options: ready });
      }
    }
  }
  demandWhole(file, runs, written.assert ?? []);
  return { out, runs, assertions: written.assert ?? [] };
}

interface ModelPlace {
  options: Readonly<Record<string, unknown>>;
  folder: string;
  known(word: string): string;
}

/** With the options of the suite in it, and with files beside the suite file. Wrong options are an error before anything is asked. */
async function readModelSpec(text: string, { options, folder, known }: ModelPlace): Promise<string> {
  const own = readSpec(text);
  const [, module, rest = ''] = /^(.+?\.m?js)(:[\s\S]*)?$/.exec(own.name) ?? [];
  const kind = text.split(/[:(]/, 1)[0];
  const name = module !== undefined && !MODEL_NAMES.includes(kind) ? known(module) + rest : own.name;
  const camel = Object.entries(options).map(([key, value]): [string, unknown] => [camelCase(key), value]);
  const spec = writeSpec({ name, options: { ...own.options, ...Object.fromEntries(camel) } });
  const found = await pathInModel(spec);
  const placed = found ? found.withPath(resolve(folder, found.path)) : spec;
  await readModel(placed);
  return placed;
}

function namedMetrics(text: string, known: (word: string) => string): string[] {
  return splitSpecs(text).map((metric) => {
    const spec = readSpec(metric);
    return isModule(spec.name) ? writeSpec({ ...spec, name: known(spec.name) }) : metric;
  });
}

/** A suite file is data, and data never runs code: a module is run only when the user names it. */
function demandNamed(word: string, { folder, file, named }: { folder: string; file: string; named: readonly string[] }): string {
  if (!isModule(word)) return word;
  const path = resolve(folder, word);
  if (named.includes(path)) return path;
  const shown = JSON.stringify(relative('.', path));
  throw new InputError(`${shown} is a module, which is only run when you name it: sensebench suite … --module ${shown}`, { file });
}

function suiteSchema({ options }: Pick<Action, 'options'>) {
  const shape = Object.fromEntries(Object.entries(options.shape).filter(([name]) => !NOT_AN_OPTION.includes(name)));
  // Validated here, but taken as written: the defaults of one part must not hide what another part says.
  const optional = Object.fromEntries(Object.entries(shape).map(([name, type]) => [name, asWritten(type as z.ZodType)]));
  const { benchmark: _benchmark, dataset: _dataset, model: _model, ...common } = optional;
  const name = z.string().regex(NAME, 'a name has letters, digits, and . _ + - inside').optional();
  const text = z.string().min(1);
  /** Of the model, as in parentheses behind its name. */
  const modelOptions = z.record(z.string(), z.unknown()).optional();
  return z.strictObject({
    out: text.default('runs'),
    defaults: z.strictObject(common).optional(),
    datasets: z.array(z.strictObject({ ...common, name, benchmark: text, dataset: text })).min(1, 'at least one dataset'),
    models: z.array(z.strictObject({ ...common, name, model: text, options: modelOptions })).min(1, 'at least one model'),
    variants: z
      .array(z.strictObject({ ...common, name: name.unwrap(), options: modelOptions }))
      .min(1, 'at least one variant, or no such field')
      .optional(),
    assert: z
      .array(
        z
          .strictObject({ run: text, metric: text, atLeast: z.number().optional(), atMost: z.number().optional() })
          .refine(({ atLeast, atMost }) => atLeast !== undefined || atMost !== undefined, 'needs atLeast or atMost'),
      )
      .optional(),
  });
}

function asWritten(type: z.ZodType): z.ZodType {
  return z
    .unknown()
    .superRefine((value, context) => {
      const checked = checkWith(type, value);
      if ('value' in checked) return;
      for (const { path, message } of checked.mistakes) context.addIssue({ code: 'custom', message, path: [...path] });
    })
    .optional();
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
    if (!names.has(run)) throw unknownName('run', run, [...names], { file, field: `assert.${i}.run` });
  }
}

function nameOfFile(path: string): string {
  return safe(basename(path).replace(/\.(jsonl|json|csv|tsv|txt)(\.gz)?$/, ''));
}

function safe(text: string): string {
  return text.replace(/[^\w.+-]+/g, '-').replace(/^[^\w]+/, '') || 'run';
}
