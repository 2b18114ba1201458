import { defineConfig, type UserConfig } from 'tsdown';

/** Packages that every command loads: in one file with our code they load in a third of the time. Their licences are shipped beside it. */
const BUNDLED = ['zod', 'commander', 'pure-rand'];

const shared: UserConfig = {
  outDir: 'dist',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  fixedExtension: false,
};

export default defineConfig([
  {
    ...shared,
    entry: ['src/*/index.ts', 'src/cli/main.ts', 'src/metrics/score/measure-worker.ts'],
    dts: false,
    deps: { alwaysBundle: BUNDLED.map((name) => new RegExp(`^${name}(/|$)`)) },
    // No file of ours does anything when it is imported but those that are run.
    treeshake: { moduleSideEffects: false },
    outputOptions: {
      // As deep as the rooms: paths relative to a file stay true.
      chunkFileNames: 'chunks/[name]-[hash].js',
      // Apart from the schemas of core, which take long to make and which most commands do without.
      codeSplitting: {
        groups: [
          { name: 'action', test: /src\/core\/action\.ts$/ },
          // Apart from the tables: its packages are 280 files, and only pages have plots.
          { name: 'plot', test: /src\/report\/plot\.ts$/ },
          // Loaded before all else: threads start while the rest is loaded.
          { name: 'metric-workers', test: /src\/metrics\/score\/metric-workers\.ts$/ },
          { name: 'random', test: /src\/core\/random\.ts$|\/pure-rand\// },
        ],
      },
    },
    copy: BUNDLED.map((name) => ({ from: `node_modules/${name}/LICENSE`, to: 'dist/licenses', rename: `${name}.txt` })),
  },
  // Types refer to those of the packages, which a user may have too.
  { ...shared, entry: ['src/*/index.ts'], clean: false, dts: { emitDtsOnly: true } },
]);
