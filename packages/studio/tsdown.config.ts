import { relative, resolve } from 'node:path';
import { defineConfig, type UserConfig } from 'tsdown';

const root = resolve(import.meta.dirname, '../..');

/** Rooms of sensebench are imported from that package, so that a process that serves has each of them once. */
const roomsOfSensebench = {
  name: 'rooms-of-sensebench',
  async resolveId(this: { resolve(id: string, importer?: string): Promise<{ id: string } | null> }, id: string, importer?: string) {
    if (!id.startsWith('.') || importer === undefined) return null;
    const found = await this.resolve(id, importer);
    const room = found && /^src\/(?!server\/|leaderboard\/)(.+)\/index\.ts$/.exec(relative(root, found.id).replaceAll('\\', '/'));
    return room ? { id: `sensebench/internal/${room[1]}`, external: true } : null;
  },
};

const ENTRIES = { 'server/index': 'src/index.ts', 'server/store/index': 'src/store.ts' };

const shared: UserConfig = {
  outDir: 'dist',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  fixedExtension: false,
  dts: false,
  plugins: [roomsOfSensebench],
  deps: { neverBundle: [/^sensebench\//] },
  checks: { pluginTimings: false },
};

export default defineConfig([
  {
    ...shared,
    entry: { ...ENTRIES, 'server/task-worker': `${root}/src/server/task-worker.ts` },
    // No file of ours does anything when it is imported but the one that threads run.
    treeshake: { moduleSideEffects: false },
    // As deep as the entries: paths relative to a file stay true.
    outputOptions: { chunkFileNames: 'chunks/[name]-[hash].js' },
  },
  { ...shared, entry: ENTRIES, clean: false, dts: { emitDtsOnly: true } },
]);
