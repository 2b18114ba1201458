import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{src,test,corpus,train,oracles}/**/*.test.ts'],
    exclude: ['**/*.{parity,soak}.test.ts', '**/node_modules/**', '**/dist/**'],
    // The package test packs the clone, and packing builds it; .npmrc would keep npm from that.
    env: { npm_config_ignore_scripts: 'false' },
    setupFiles: ['test/property-seed.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
