import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: ['src/*/index.ts', 'src/cli/main.ts', 'src/cli/commands/*.ts', '!**/*.test.ts'],
  outDir: 'dist',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  // One output file per source file: paths relative to a file (weights, workers) stay true.
  unbundle: true,
  fixedExtension: false,
  dts: true,
});
