#!/usr/bin/env node
/** Where the command line starts. Threads for scoring are started first: they take as long to start as the program takes to load. */
import { endScoreAhead, scoreAheadOf } from '../app/index.ts';

const words = process.argv.slice(2);
scoreAheadOf(words);
try {
  const { main } = await import('./program.ts');
  process.exitCode = await main(words);
} finally {
  endScoreAhead();
}
