/** Progress of long work on standard error: a bar with the time left on a terminal, a plain line every few seconds elsewhere. */
import { createRequire } from 'node:module';
import type { Progress } from '@sensebench/metrics/internal/core';

const SECONDS_BETWEEN_LINES = 5;

export interface ProgressOptions {
  quiet: boolean;
  stream: NodeJS.WriteStream;
  now(): Date;
}

export function createProgress(label: string, total: number, { quiet, stream, now }: ProgressOptions): Progress {
  if (quiet || total <= 0) return { update: () => undefined, stop: () => undefined };
  return stream.isTTY ? bar(label, total, stream) : plainLines(label, total, { stream, now });
}

function bar(label: string, total: number, stream: NodeJS.WriteStream): Progress {
  // Loaded here and at once: most runs draw no bar.
  const { Presets, SingleBar } = createRequire(import.meta.url)('cli-progress') as typeof import('cli-progress');
  const single = new SingleBar(
    {
      format: `${label} {bar} {percentage}% | {value}/{total} | {eta_formatted} left{whole}`,
      stream,
      clearOnComplete: true,
      hideCursor: true,
      etaBuffer: 50,
    },
    Presets.shades_classic,
  );
  single.start(total, 0, { whole: '' });
  return { update: (done, left) => single.update(done, { whole: wholeOf(left) }), stop: () => single.stop() };
}

function plainLines(label: string, total: number, { stream, now }: Pick<ProgressOptions, 'stream' | 'now'>): Progress {
  const started = now().getTime();
  let last = started;
  return {
    update(done, secondsLeft) {
      const time = now().getTime();
      if (time - last < SECONDS_BETWEEN_LINES * 1000 || done <= 0) return;
      last = time;
      const left = Math.round((((time - started) / done) * (total - done)) / 1000);
      stream.write(`${label}: ${done} of ${total} (${Math.floor((100 * done) / total)}%), ${left} s left${wholeOf(secondsLeft)}\n`);
    },
    stop: () => undefined,
  };
}

/** What is left of the work that this is a part of. */
function wholeOf(seconds: number | undefined): string {
  if (seconds === undefined) return '';
  const [amount, unit] = seconds < 100 ? [seconds, 's'] : seconds < 6000 ? [seconds / 60, 'min'] : [seconds / 3600, 'h'];
  return `, about ${amount.toFixed(unit === 'h' ? 1 : 0)} ${unit} in all`;
}
