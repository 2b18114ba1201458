import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type LoopDelay, startLoopMonitor } from './loop-monitor.ts';

function hold(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

it('reports how long the event loop was held, and tells of it once', async () => {
  const told: LoopDelay[] = [];
  const monitor = startLoopMonitor({ onHeld: (delay) => told.push(delay), thresholdMs: 250, partMs: 100 });
  await wait(50);
  hold(400);
  await wait(150);
  hold(400);
  await wait(150);
  const { max, p99 } = monitor.delay();
  monitor.stop();
  expect(max).toBeGreaterThan(350);
  expect(p99).toBeLessThanOrEqual(max);
  expect(told).toHaveLength(1);
  expect(told[0].max).toBeGreaterThan(350);
});
