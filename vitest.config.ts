import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{src,test,corpus,train,oracles}/**/*.test.ts'],
    exclude: ['**/*.parity.test.ts', '**/node_modules/**', '**/dist/**'],
    setupFiles: ['test/property-seed.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
