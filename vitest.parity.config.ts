import { defineConfig } from 'vitest/config';
import { ParityReporter } from './test/parity-reporter.ts';

export default defineConfig({
  test: {
    include: ['{src,test}/**/*.parity.test.ts'],
    reporters: ['default', new ParityReporter()],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
  },
});
