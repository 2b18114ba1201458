import { defineConfig } from 'vitest/config';
import { fromSource } from './test/source-alias.ts';

export default defineConfig({
  ...fromSource,
  test: {
    include: ['{packages/*/src,test}/**/*.soak.test.ts'],
    globalSetup: ['test/store-home.ts'],
    // One after the other: they measure, and some take all cores.
    fileParallelism: false,
    // The attack takes more than an hour where others use the machine.
    testTimeout: 3 * 3_600_000,
    hookTimeout: 600_000,
  },
});
