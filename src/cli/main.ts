#!/usr/bin/env node
/** Entry point. Scoring threads start before the program is loaded, because both take about equally long. */
import { startThreadsEarly } from '../app/start/index.ts';

const words = process.argv.slice(2);
const threads = startThreadsEarly(words, process.env);
try {
  const { main } = await import('./program.ts');
  process.exitCode = await main(words, threads);
} finally {
  // After a mistake on the command line nobody else ends them.
  threads?.close();
}
