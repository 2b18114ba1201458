#!/usr/bin/env node
/** Where the command line starts. Threads for scoring are started first: they take as long to start as the program takes to load. */
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
