import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { ParityReporter } from './test/parity-reporter.ts';
import { fromSource } from './test/source-alias.ts';

// Where oracles/setup.sh puts METEOR's paraphrase table; a folder of the user's own comes first.
const home = join(import.meta.dirname, '.oracles/home');

export default defineConfig({
  ...fromSource,
  test: {
    include: ['{packages/*/src,test,train}/**/*.parity.test.ts'],
    env: !process.env.SENSEBENCH_HOME && existsSync(home) ? { SENSEBENCH_HOME: home } : {},
    reporters: ['default', new ParityReporter()],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
  },
});
