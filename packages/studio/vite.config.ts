import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

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

/** The pages of the studio: web/ becomes dist/web of the package. No inline script or style: the server's policy refuses them. */
export default defineConfig({
  root: join(root, 'web'),
  publicDir: 'public',
  plugins: [licences],
  // The pages take types alone from tsconfig.json: JSX is said here, once for both.
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: join(import.meta.dirname, 'dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    // The polyfill would be another script, and every browser that we aim at has modules.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
});
