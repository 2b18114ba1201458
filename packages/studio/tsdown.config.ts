import { defineConfig, type UserConfig } from 'tsdown';

const ENTRIES = { 'server/index': 'src/index.ts', 'server/store/index': 'src/store.ts' };

const shared: UserConfig = {
  outDir: 'dist',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  fixedExtension: false,
  dts: false,
  // Its rooms are imported from the package, so that a process that serves has each of them once.
  deps: { neverBundle: [/^sensebench\//] },
  checks: { pluginTimings: false },
};

export default defineConfig([
  {
    ...shared,
    entry: { ...ENTRIES, 'server/task-worker': 'src/server/task-worker.ts' },
    // No file of ours does anything when it is imported but the one that threads run.
    treeshake: { moduleSideEffects: false },
    // As deep as the entries: paths relative to a file stay true.
    outputOptions: { chunkFileNames: 'chunks/[name]-[hash].js' },
  },
  { ...shared, entry: ENTRIES, clean: false, dts: { emitDtsOnly: true } },
]);
