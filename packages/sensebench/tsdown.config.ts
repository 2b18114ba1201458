import { resolve } from 'node:path';
import { defineConfig, type UserConfig } from 'tsdown';

const root = '../..';

/** Packages that every command loads: in one file with our code they load in a third of the time. Their licences are shipped beside it. */
const BUNDLED = ['zod', 'commander', 'pure-rand', 'fflate'];

/** Packages that hold their code several times over: 10 MB on disk, 0.2 MB in dist/. Loaded by commands that read or write tables. */
const BULKY = ['csv-parse', 'csv-stringify', 'read-excel-file', 'unzipper-esm', 'worker-f', 'write-excel-file'];

/** worker-f has no file of its licence, but names it. */
const licenceOf = (name: string) => `${root}/node_modules/${name}/${name === 'worker-f' ? 'package.json' : 'LICENSE'}`;

/** Every room, and the folders of rooms that @sensebench/studio needs. */
const ENTRIES = ['src/*/index.ts', 'src/{evaluate/predict,files/formats,metrics/threads,report/plots}/index.ts'];

/** The metrics are in the package: they load with every command. Their sources are those of @sensebench/metrics. */
const metricsInside = {
  name: 'metrics-inside',
  resolveId(id: string) {
    const [, file] = /^@sensebench\/metrics\/internal\/(.+)$/.exec(id) ?? [];
    return file ? resolve(import.meta.dirname, '../metrics/src', file.endsWith('.ts') ? file : `${file}/index.ts`) : null;
  },
};

/** zod's messages in fifty languages are three quarters of its code, and all ours are English. */
const zodInEnglish = {
  name: 'zod-in-english',
  load: (id: string) => (/[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/.test(id) ? "export { default as en } from './en.js';" : null),
};

/** zod without the files that gather all its functions in objects: only the server needs those. */
const ZOD_IN_USE = /\/zod\/v4\/(core\/(?!index)|locales\/|classic\/(checks|coerce|errors|iso|parse|schemas)\.js)/;

/** Schemas of folders take long to make, and so do the tables of the zip writer's package: loaded only by commands that use them. */
const RARE_FILES = /src\/files\/(index|dataset-folder|lease|merge-folder|create-folder|run-folder|run-prompts|write-archive)\.ts$/;

const shared: UserConfig = {
  outDir: 'dist',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  fixedExtension: false,
  checks: { pluginTimings: false },
};

export default defineConfig([
  {
    ...shared,
    entry: [
      ...ENTRIES,
      'src/cli/main.ts',
      // Threads run it by its place in dist/.
      { 'metrics/threads/measure-worker': '../metrics/src/metrics/threads/measure-worker.ts' },
    ],
    dts: false,
    plugins: [zodInEnglish, metricsInside],
    deps: { alwaysBundle: [...BUNDLED, ...BULKY].map((name) => new RegExp(`^${name}(/|$)`)) },
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
          { name: 'plot', test: /src\/report\/plots\// },
          // Help needs only these of core.
          { name: 'errors', test: /src\/core\/(errors|version|nearest-name)\.ts$/, priority: 1 },
          // Loaded before all else: threads start while the rest is loaded.
          { name: 'metric-workers', test: /src\/metrics\/threads\/metric-workers\.ts$/ },
          { name: 'random', test: /src\/core\/random\.ts$|\/pure-rand\// },
          // A group takes with it what its files import, but for what an earlier group has.
          { name: 'schemas', test: ZOD_IN_USE },
          { name: 'files', test: (id) => /src\/files\//.test(id) && !RARE_FILES.test(id) },
          { name: 'folders', test: RARE_FILES },
        ],
      },
    },
    copy: [...BUNDLED, ...BULKY].map((name) => ({
      from: licenceOf(name),
      to: 'dist/licenses',
      rename: `${name}.txt`,
    })),
  },
  // Types refer to those of the packages, which a user may have too.
  {
    ...shared,
    entry: ENTRIES,
    plugins: [metricsInside],
    clean: false,
    dts: { emitDtsOnly: true },
  },
]);
