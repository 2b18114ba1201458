/** `sensebench work PLAN STAGE SHARDS STORE`: what Spark, SLURM and local processes start to compute shards of a build. */
import { createInterface } from 'node:readline';
import { defineAction } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { numbersOf, readNumbers, work } from '../../build/engines/index.ts';
import { folderStore } from '../../build/steps/index.ts';
import { printable } from '../exit-code.ts';
import { watchParent } from '../watch-parent.ts';

/** As in sysexits.h: try again; permanent. */
const EXIT = { again: 75, permanent: 65, terminated: 143 } as const;

export const action = defineAction({
  summary: 'compute shards of a build for an engine; started by `build`',
  arguments: [
    { name: 'plan', summary: 'plan.json that the build wrote' },
    { name: 'stage', summary: 'stage of the plan' },
    { name: 'shards', summary: '- (numbers on standard input), 7, 0-15 or 3,9,12' },
    { name: 'store', summary: 'folder of finished shards' },
  ],
  options: z.object({ plan: z.string(), stage: z.string(), shards: z.string(), store: z.string() }),
  examples: ['work /shared/cache/plans/1f0c/plan.json analyse 0-15 /shared/cache'],
  async run({ plan, stage, shards, store: folder }, context) {
    const end = (code: number) => process.exit(code);
    process.once('SIGTERM', () => end(EXIT.terminated));
    const parent = watchParent(() => end(EXIT.again));
    const tell = (line: string) => void process.stderr.write(`sensebench work: ${printable(line.replace(/\s*\n\s*/g, ' '))}\n`);
    // Read at once, so that a wrong number is said before tools are loaded.
    const numbers = shards === '-' ? numbersOf(inputLines()) : readNumbers(shards);
    let exitCode: number | undefined;
    async function* lines(): AsyncGenerator<string> {
      try {
        const worked = work({
          ...{ plan, stage, shards: numbers, folder },
          store: folderStore(folder, { warn: tell, shared: true }),
          version: context.version,
          steps: async (benchmark) => (await context.benchmark(builtIn(benchmark))).steps ?? [],
          tools: context.tools,
          signal: context.signal,
          check: parent.check,
        });
        for await (const result of worked) {
          if ('status' in result) yield `${result.index}\t${result.status}`;
          else {
            exitCode = result.failure.permanent ? EXIT.permanent : EXIT.again;
            tell(result.failure.message);
          }
        }
      } catch (error) {
        exitCode = EXIT.permanent;
        tell(error instanceof Error ? error.message : String(error));
      } finally {
        parent.stop();
      }
    }
    return {
      lines: lines(),
      // Asked for after the last line.
      get exitCode() {
        return exitCode;
      },
    };
  },
});

/** Opened with the first number that is wanted: lines that come before anyone listens would be lost. */
async function* inputLines(): AsyncGenerator<string> {
  yield* createInterface({ input: process.stdin });
}

/** A plan is data, and data never runs code: a path of a module is not followed. */
function builtIn(name: string): string {
  return /^[a-z0-9-]+$/.test(name) ? name : '';
}
