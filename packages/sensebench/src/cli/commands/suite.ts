/** `sensebench suite <file>`: several models on several datasets as one resumable whole, its assertions and one report. */

import { type Action, defineAction } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { runSuite } from '../suite/run-suite.ts';
import { action as evaluate } from './evaluate.ts';

export const action: Action = defineAction({
  summary: 'run several models on several datasets, as a YAML file says; the same command goes on with an interrupted suite',
  arguments: [{ name: 'file', summary: 'the suite: datasets, models, variants, assertions (docs/suite.md)' }],
  options: z.object({
    file: z.string(),
    module: z.array(z.string()).default([]).describe('modules that the suite may run: benchmarks, models and metrics of your own'),
    dryRun: z.boolean().default(false).describe('print the first three prompts, tokens and cost of each run; nothing is asked or written'),
  }),
  examples: ['suite suite.yaml', 'suite suite.yaml --module ./codah.mjs', 'suite suite.yaml --dry-run'],
  resumes: true,
  run: ({ file, module, dryRun }, context) => runSuite({ file, modules: module, dryRun, evaluate }, context),
});
