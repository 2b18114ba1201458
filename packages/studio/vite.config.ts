import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { DESIGN_STYLE } from '../sensebench/src/report/design-style.ts';

const root = join(import.meta.dirname, '../..');

/** Packages inside the pages, with the file of their licence, which is shipped beside them. */
const IN_PAGES = { preact: 'LICENSE', 'idb-keyval': 'LICENCE' };

const licences: Plugin = {
  name: 'licences',
  generateBundle() {
    for (const [name, file] of Object.entries(IN_PAGES)) {
      const source = readFileSync(join(root, 'node_modules', name, file), 'utf8');
      this.emitFile({ type: 'asset', fileName: `licenses/${name}.txt`, source });
    }
  },
};

/** The style that the studio shares with the reports comes before its own. */
const design: Plugin = {
  name: 'design',
  enforce: 'pre',
  transform: (code, id) => (id.endsWith('/styles/base.css') ? `${DESIGN_STYLE}\n${code}` : null),
};

/** The pages of the studio: web/ becomes dist/web. No inline script or style: the server's policy refuses them. */
export default defineConfig({
  root: join(import.meta.dirname, 'web'),
  publicDir: 'public',
  plugins: [licences, design],
  // The pages take types alone from tsconfig.json: JSX is said here, once for both.
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: join(import.meta.dirname, 'dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    // The first browsers with light-dark(), which the shared style needs.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The polyfill would be another script, and every browser that we aim at has modules.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
});
