/** For Vitest: packages of ours are imported from their sources, as `paths` of tsconfig.json says for TypeScript and tsx. */
import { join } from 'node:path';

const source = (path: string) => join(import.meta.dirname, '../packages', path);

export const fromSource = {
  resolve: {
    alias: [
      { find: /^@sensebench\/studio$/, replacement: source('studio/src/index.ts') },
      { find: /^@sensebench\/studio\/store$/, replacement: source('studio/src/store.ts') },
    ],
  },
};
