/** For Vitest: packages of ours are imported from their sources, as `paths` of tsconfig.json says for TypeScript and tsx. */
import { join } from 'node:path';

const source = (path: string) => join(import.meta.dirname, '../packages', path);

// tsx reads tsconfig.json of the current folder; tests start programs in others.
process.env.TSX_TSCONFIG_PATH ??= join(import.meta.dirname, '../tsconfig.json');

export const fromSource = {
  resolve: {
    alias: [
      { find: /^@sensebench\/metrics\/internal\/(.*)\.ts$/, replacement: source('metrics/src/$1.ts') },
      { find: /^@sensebench\/metrics\/internal\/(.*)$/, replacement: source('metrics/src/$1/index.ts') },
      { find: /^sensebench\/internal\/(.*)$/, replacement: source('sensebench/src/$1/index.ts') },
      { find: /^@sensebench\/studio$/, replacement: source('studio/src/index.ts') },
      { find: /^@sensebench\/studio\/store$/, replacement: source('studio/src/store.ts') },
    ],
  },
};
