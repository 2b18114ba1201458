/** The site's configuration. `SITE_BASE` is the path that it is served from, `SITE_SOURCE` the address of the source on the web. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DefaultTheme, defineConfig } from 'vitepress';
import { LISTED_FOLDERS, SECTIONS } from '../sections.ts';

const pages = join(import.meta.dirname, '../pages');

export default defineConfig({
  title: 'sensebench',
  description: 'A workbench for commonsense benchmarks: build, annotate, evaluate, host.',
  lang: 'en',
  base: process.env.SITE_BASE ?? '/',
  srcDir: 'pages',
  outDir: 'dist',
  // Works on any static host: links end in .html.
  cleanUrls: false,
  vite: { build: { chunkSizeWarningLimit: 4000 } },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Guides', link: '/start' },
      {
        text: 'Reference',
        items: [
          { text: 'Commands', link: '/reference/commands' },
          { text: 'Models', link: '/reference/models' },
          { text: 'Metrics', link: '/reference/metrics' },
          { text: 'API', link: '/reference/api/index' },
          { text: 'File formats', link: '/file-formats' },
        ],
      },
      { text: 'Changelog', link: '/changelog' },
    ],
    sidebar: [...SECTIONS.map(section), ...Object.entries(LISTED_FOLDERS).map(([folder, text]) => listed(folder, text))],
  },
});

function section({ text, pages: items, folded }: (typeof SECTIONS)[number]): DefaultTheme.SidebarItem {
  return { text, collapsed: folded, items: items.map(({ text: label, page }) => ({ text: label, link: `/${page}` })) };
}

function listed(folder: string, text: string): DefaultTheme.SidebarItem {
  const files = existsSync(join(pages, folder)) ? readdirSync(join(pages, folder)).sort() : [];
  const items = files.map((file) => ({ text: titleOf(join(pages, folder, file)), link: `/${folder}/${file.replace(/\.md$/, '')}` }));
  return { text, collapsed: true, items };
}

function titleOf(file: string): string {
  return /^# (.+)$/m.exec(readFileSync(file, 'utf8'))?.[1].replaceAll('`', '') ?? file;
}
