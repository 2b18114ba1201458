/** `sensebench suite suite.yaml`: all runs of a suite as one resumable whole, its assertions and one report. */
import { mkdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type Action, type ActionContext, type ActionResult, InputError, RunnerError } from '@sensebench/metrics/internal/core';
import { type EvaluatedRun, fileError, takeLease } from '../../files/index.ts';
import { systemsTable } from '../../report/runs/index.ts';
import { EXIT } from '../exit-code.ts';
import { assertionsTable, checkAssertion } from './assertions.ts';
import { readSuite, type Suite } from './suite-file.ts';
import { openSuiteRecord } from './suite-record.ts';
import { reportDatasets, writeSuiteReport } from './suite-report.ts';

export interface SuiteCall {
  file: string;
  /** Modules that the user named on the command line: no others are run. */
  modules: readonly string[];
  dryRun: boolean;
  /** The command that makes each run. */
  evaluate: Action;
}

export async function runSuite({ file, modules, dryRun, evaluate }: SuiteCall, context: ActionContext): Promise<ActionResult> {
  const suite = await readSuite(file, { evaluate, modules });
  if (dryRun) return dryRunAll(suite, evaluate, context);
  try {
    await mkdir(suite.out, { recursive: true });
  } catch (error) {
    throw fileError(error, suite.out);
  }
  const lease = await takeLease(join(suite.out, 'suite.lock'), { of: suite.out, say: context.say });
  try {
    return await runAll(suite, evaluate, context);
  } finally {
    await lease.release();
  }
}

async function runAll(suite: Suite, evaluate: Action, context: ActionContext): Promise<ActionResult> {
  const record = await openSuiteRecord(suite.out, context.version);
  const failed = new Map<string, string>();
  const skipped = new Set<string>();
  for (const [i, run] of suite.runs.entries()) {
    const label = `${i + 1} of ${suite.runs.length}  ${run.name}`;
    if (await record.isFinished(run)) {
      skipped.add(run.name);
      context.say(`${label}: finished before`);
      continue;
    }
    context.say(label);
    try {
      await evaluate.run({ ...run.options, out: run.folder }, context);
      await record.finish(run);
    } catch (error) {
      // A server that is down must not stop the other models; everything else must be mended first.
      if (!(error instanceof RunnerError)) throw error;
      failed.set(run.name, error.message);
      context.warn(`${run.name}: ${error.message}`);
    }
  }
  const datasets = await reportDatasets(suite, context);
  const scores = new Map<string, EvaluatedRun['scores']>(
    datasets.flatMap(({ name, runs }) => runs.map((run) => [`${name}/${run.name}`, run.scores] as const)),
  );
  const checked = suite.assertions.map((assertion) =>
    checkAssertion(assertion, failed.has(assertion.run) ? undefined : scores.get(assertion.run)),
  );
  const report = join(suite.out, 'report.html');
  await writeSuiteReport(report, { datasets, checked, failed, version: context.version });
  const holds = checked.every((assertion) => assertion.holds);
  return {
    json: {
      out: suite.out,
      report,
      runs: suite.runs.map(({ name, folder }) => ({
        name,
        folder,
        skipped: skipped.has(name),
        ...(failed.has(name) ? { error: failed.get(name) } : { items: scores.get(name)?.items, scores: scores.get(name)?.corpus }),
      })),
      assertions: checked,
    },
    tables: [
      ...datasets.map(({ name, benchmark, runs }) => ({ caption: name, ...systemsTable(runs, { ...benchmark, published: [] }) })),
      ...(checked.length > 0 ? [assertionsTable(checked)] : []),
    ],
    notes: `\nreport: ${relative('.', report)}`,
    exitCode: failed.size > 0 ? EXIT.runner : holds ? EXIT.fine : EXIT.below,
  };
}

async function dryRunAll({ runs }: Suite, evaluate: Action, context: ActionContext): Promise<ActionResult> {
  const results: { name: string; json: unknown; text: string }[] = [];
  for (const { name, options } of runs) {
    try {
      const { json, text = '' } = await evaluate.run({ ...options, dryRun: true }, context);
      results.push({ name, json, text });
    } catch (error) {
      // A baseline that is asked without a prompt has none to show.
      if (!(error instanceof InputError)) throw error;
      results.push({ name, json: { error: error.message }, text: error.message });
    }
  }
  return {
    json: Object.fromEntries(results.map(({ name, json }) => [name, json])),
    text: results.map(({ name, text }) => `=== ${name}\n${text}`).join('\n\n'),
  };
}
