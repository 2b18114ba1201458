import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{src,test,corpus,weights,oracles}/**/*.test.ts'],
    exclude: ['**/*.parity.test.ts', '**/node_modules/**', '**/dist/**'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
