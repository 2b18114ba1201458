import { defineConfig } from 'vitest/config';
import { fromSource } from './test/source-alias.ts';

/** They replace modules, which would be seen by other files of the same process. */
const REPLACING = ['packages/sensebench/src/files/merge-folder.test.ts', 'packages/sensebench/src/app/start/metric-threads.test.ts'];
/** Whole commands, pages in a browser, the packed package, every command line of the docs: `npm run e2e`. */
const WHOLE = ['test/e2e/**/*.test.ts', 'test/docs-commands.test.ts', 'packages/sensebench/src/cli/commands/tour.test.ts'];
const OUTSIDE = ['**/*.{parity,soak}.test.ts', '**/node_modules/**', '**/dist/**'];

export default defineConfig({
  ...fromSource,
  test: {
    setupFiles: ['test/property-seed.ts'],
    // Tells tests where their PostgreSQL is, and stops it. The first test that needs it starts it.
    globalSetup: ['test/store-home.ts'],
    // A busy machine takes several times as long.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // By default vitest leaves one core to the watcher.
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        // A process and a module cache for many files: half of the time was spent starting one for each.
        test: {
          name: 'together',
          include: ['{packages/*/src,packages/studio/web,test,corpus,train,oracles}/**/*.test.ts'],
          exclude: [...REPLACING, ...WHOLE, ...OUTSIDE],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', include: REPLACING, exclude: OUTSIDE } },
      { extends: true, test: { name: 'e2e', include: WHOLE, exclude: OUTSIDE, isolate: false } },
    ],
  },
});
