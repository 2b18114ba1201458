/** `sensebench worker`: takes scoring jobs from the store until it is told to stop; any number of them may run. */

import { defineAction } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { loadStudio } from '../load-studio.ts';
import { dataOption, modulesOption, withBoards } from '../open-boards.ts';
import { stopped } from '../stopped.ts';

export const action = defineAction({
  summary: 'score submissions of leaderboards, on as many machines as wanted',
  options: z.object({
    ...dataOption,
    ...modulesOption,
    lease: z.number().min(1).max(3600).default(60).describe('seconds after which others take the job of a worker that does not answer'),
    log: z.enum(['text', 'json']).default('text').describe('text: what needs attention; json: every job, one object a line'),
  }),
  examples: ['worker --data studio', 'worker --log json'],
  async run({ lease, log: format, ...options }, context) {
    const server = await loadStudio();
    const write = format === 'json' ? (line: string) => void process.stderr.write(`${line}\n`) : context.warn;
    const log = server.createLog({ format, write, now: context.now });
    return {
      json: { worker: process.pid },
      text: `worker ${process.pid}; Ctrl-C stops it`,
      rest: () =>
        withBoards(server, { ...options, command: 'worker' }, context, async (boards) => {
          const worker = server.startWorker({ world: server.scoringOf(boards), log: log.entry, leaseSeconds: lease });
          log.entry({ event: 'started', at: context.now().toISOString() });
          await stopped([context.signal]);
          await worker.stop();
        }),
    };
  },
});
