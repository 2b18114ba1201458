import { defineConfig, type UserConfig } from 'tsdown';

const root = '../..';

const ENTRIES = {
  'metrics/index': 'src/index.ts',
  'metrics/threads/index': 'src/metrics/threads/index.ts',
};

const shared: UserConfig = {
  outDir: 'dist',
  format: 'esm',
  target: 'es2023',
  fixedExtension: false,
  dts: false,
  // The package needs no other: the one that its code uses is inside.
  deps: { alwaysBundle: [/^pure-rand(\/|$)/] },
  // No file does anything when it is imported but the one that threads run.
  treeshake: { moduleSideEffects: false },
};

export default defineConfig([
  {
    ...shared,
    platform: 'node',
    entry: { ...ENTRIES, 'metrics/threads/measure-worker': 'src/metrics/threads/measure-worker.ts' },
    outputOptions: {
      // As deep as the entries: paths relative to a file stay true.
      chunkFileNames: 'chunks/[name]-[hash].js',
      codeSplitting: { groups: [{ name: 'metric-workers', test: /src\/metrics\/threads\/metric-workers\.ts$/ }] },
    },
    copy: [
      { from: `${root}/LICENSE`, to: '.' },
      { from: `${root}/node_modules/pure-rand/LICENSE`, to: 'dist/licenses', rename: 'pure-rand.txt' },
    ],
  },
  {
    ...shared,
    platform: 'browser',
    clean: false,
    entry: { 'browser/index': 'src/index.ts' },
    outputOptions: { chunkFileNames: 'browser/[name]-[hash].js' },
  },
  { ...shared, platform: 'node', clean: false, entry: ENTRIES, dts: { emitDtsOnly: true } },
]);
