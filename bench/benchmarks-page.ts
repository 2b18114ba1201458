/** docs/benchmarks.md, written from docs/benchmarks.json alone: nobody edits the page, and a test compares the two. */
import { z } from 'zod';
import { type BenchResult, benchResultSchema, type Measured } from './bench-result.ts';

export const benchmarksSchema = z.object({
  measuredOn: z.string(),
  machine: z.object({
    processor: z.string(),
    cores: z.number().int(),
    memoryGb: z.number(),
    /** Processes that waited for a core when the benches began: near 0 on a quiet machine. */
    load: z.number(),
  }),
  versions: z.record(z.string(), z.string()),
  results: z.array(benchResultSchema),
});

export type Benchmarks = z.infer<typeof benchmarksSchema>;

const COLUMNS = ['what', 'sensebench, s', 'peer', 'peer, s', 'times as fast', 'by processor time', 'goal', 'rounds'];

export function benchmarksPage({ measuredOn, machine, versions, results }: Benchmarks): string {
  const notes = results.flatMap(({ what, note }) => (note === undefined ? [] : [`- ${what}: ${note}`]));
  const busy = machine.load > machine.cores / 2;
  return `${[
    '# Benchmarks',
    'How long things take, each beside its peer in one run, in turns. `npm run bench` measures all of it again and writes this page; do not edit it.',
    `Measured on ${measuredOn}: ${machine.cores} cores (${machine.processor}), ${machine.memoryGb} GB, load ${machine.load.toFixed(1)} at the start.${
      busy ? ' **The machine was busy: read the processor time.**' : ''
    }`,
    [`| ${COLUMNS.join(' | ')} |`, '|---|---:|---|---:|---:|---:|---|---:|', ...results.map(row)].join('\n'),
    'Seconds are medians; in brackets the processor time of all threads and processes. A row without figures of a peer was measured where that peer is not installed.',
    ...(notes.length > 0 ? [notes.join('\n')] : []),
    `Versions: ${Object.entries(versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(', ')}.`,
  ].join('\n\n')}\n`;
}

function row({ what, rounds, ours, peer, goal }: BenchResult): string {
  const { name, measured } = peer;
  const cells = [
    what,
    show(ours),
    name,
    measured ? show(measured) : '',
    measured ? (measured.seconds / ours.seconds).toFixed(1) : '',
    measured?.processorSeconds && ours.processorSeconds ? (measured.processorSeconds / ours.processorSeconds).toFixed(1) : '',
    `${'times' in goal ? `${goal.times} times` : `${goal.seconds} s`}, ${isReached({ ours, peer, goal }) ? 'reached' : 'not reached'}`,
    rounds,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** By the clock. A goal against a peer that was not measured is not reached. */
export function isReached({ ours, peer, goal }: Pick<BenchResult, 'ours' | 'peer' | 'goal'>): boolean {
  if ('seconds' in goal) return ours.seconds <= goal.seconds;
  return peer.measured !== null && peer.measured.seconds / ours.seconds >= goal.times;
}

function show({ seconds, processorSeconds }: Measured): string {
  const digits = (value: number) => value.toFixed(value < 10 ? 3 : 1);
  return processorSeconds === null ? digits(seconds) : `${digits(seconds)} (${digits(processorSeconds)})`;
}
