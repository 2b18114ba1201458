#!/usr/bin/env node
/** Entry point. Scoring threads start before the program is loaded, because both take about equally long. */
import type { MetricThreads } from '../app/start/index.ts';

const words = process.argv.slice(2);
// Loaded only here: no other command needs threads before its program is loaded.
let threads: MetricThreads | undefined;
if (words.includes('score')) threads = (await import('../app/start/index.ts')).startThreadsEarly(words, process.env);
try {
  const { main } = await import('./program.ts');
  process.exitCode = await main(words, threads);
} finally {
  // After a mistake on the command line nobody else ends them.
  threads?.close();
}
