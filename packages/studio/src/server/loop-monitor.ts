/** Measures how long the event loop was blocked during the last minute; a blocked loop answers no requests. */
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';

/** Milliseconds. */
export interface LoopDelay {
  p99: number;
  max: number;
}

export interface LoopMonitor {
  /** Of the last minute. */
  delay(): LoopDelay;
  stop(): void;
}

export interface LoopMonitorOptions {
  /** `onHeld` is called, at most once a minute, when the loop was blocked for longer than this. */
  thresholdMs?: number;
  onHeld(delay: LoopDelay): void;
  /** The length of the intervals that the minute is divided into. */
  partMs?: number;
}

const THRESHOLD_MS = 50;
const PART_MS = 5000;
const PARTS = 12;
/** The timer interval; any additional delay counts as blocking. */
const RESOLUTION_MS = 10;

export function startLoopMonitor({ thresholdMs = THRESHOLD_MS, onHeld, partMs = PART_MS }: LoopMonitorOptions): LoopMonitor {
  const parts: RecordableHistogram[] = [createHistogram()];
  let last = performance.now();
  let begun = last;
  let quietUntil = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    parts[0].record(Math.max(1, Math.round(1000 * (now - last - RESOLUTION_MS))));
    last = now;
    if (now - begun < partMs) return;
    const delay = delayOf([parts[0]]);
    parts.unshift(createHistogram());
    parts.splice(PARTS);
    begun = now;
    if (delay.max <= thresholdMs || now < quietUntil) return;
    quietUntil = now + PARTS * partMs;
    onHeld(delay);
  }, RESOLUTION_MS);
  timer.unref();
  return { delay: () => delayOf(parts), stop: () => clearInterval(timer) };
}

/** The histograms count microseconds. */
function delayOf(parts: readonly RecordableHistogram[]): LoopDelay {
  const all = createHistogram();
  for (const part of parts) if (part.count > 0) all.add(part);
  const milliseconds = (microseconds: number) => Math.round(microseconds / 100) / 10;
  return all.count === 0 ? { p99: 0, max: 0 } : { p99: milliseconds(all.percentile(99)), max: milliseconds(all.max) };
}
