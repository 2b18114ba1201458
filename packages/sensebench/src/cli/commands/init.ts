/** `sensebench init suite|phases`: a file to begin with, whose comments explain each field. */
import { existsSync } from 'node:fs';
import { type Action, defineAction, InputError } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { BENCHMARK_NAMES } from '../../benchmarks/index.ts';
import { writeFileAtomic } from '../../files/index.ts';

const [FIRST, SECOND = FIRST] = BENCHMARK_NAMES;

const SUITE = `# A suite runs every model on every dataset: npx sensebench suite suite.yaml (try --dry-run first).
# All fields: docs/suite.md

out: runs                       # the folder of all runs, beside this file

defaults:                       # any option of \`sensebench evaluate\`, in camelCase
  seed: 17
  # limit: 20                   # only the first 20 items of each dataset, to try it out
  # metrics: [bleu, rouge]      # default: the metrics of the benchmark

datasets:
  - name: dev
    benchmark: ${SECOND}        # ${BENCHMARK_NAMES.join(', ')}
    dataset: dev.jsonl          # a file, or a dataset folder with "split: test"

models:                         # \`sensebench models\` lists all kinds
  - model: keywords             # a baseline that needs no server
    note: "#baseline"           # words with # become tags
  # - model: openai:gpt-4o-mini # needs OPENAI_API_KEY in the environment
  #   shots: 2
  #   train: train.jsonl
  #   options: { temperature: 0.7 }

# variants:                     # each model once per variant
#   - { name: zero, shots: 0 }
#   - { name: five, shots: 5 }

# assert:                       # exit code 1 if one fails; fractions, not percentages
#   - { run: dev/keywords, metric: bleu4, atMost: 0.5 }
`;

const PHASES = `# A competition: npx sensebench leaderboard create --dataset FOLDER --phases phases.yaml
# All fields: docs/host.md

title: My competition
# about: What is asked, and what may be used.

metrics: [classification]       # \`sensebench metrics list\` lists all metrics
rank: f1                        # the score that ranks

# quota: { day: 3, total: 30 }  # submissions of an account
# public: { share: 0.3, seed: 17 } # the share of the items that is scored in public until the end
# ladder: true                  # show a score only if it beats the account's best: probing gains nothing
# anonymous: true               # no names on the board while a phase runs
# afterEnd: items               # show single items when the phase is over (default: scores)

phases:                         # in the order of time; times with their zone
  - name: practice
    start: 2026-01-01T00:00:00Z
    end: 2026-03-01T00:00:00Z
    split: dev
  - name: final
    start: 2026-03-01T00:00:00Z # without an end the phase stays open
    split: test
`;

const FILES = { suite: { text: SUITE, name: 'suite.yaml' }, phases: { text: PHASES, name: 'phases.yaml' } } as const;

export const action: Action = defineAction({
  summary: 'write a suite or phases file to begin with; comments explain its fields',
  arguments: [{ name: 'kind', summary: 'suite or phases' }],
  options: z.object({
    kind: z.enum(['suite', 'phases']),
    out: z.string().optional().describe('the file to write (default: suite.yaml or phases.yaml)'),
  }),
  examples: ['init suite', 'init phases --out my-phases.yaml'],
  async run({ kind, out = FILES[kind].name }) {
    if (existsSync(out)) throw new InputError('exists already; name another file with --out', { file: out });
    await writeFileAtomic(out, FILES[kind].text);
    return { json: { out }, text: `${out} is written` };
  },
});
