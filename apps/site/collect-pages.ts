/** Copies the Markdown files of the repository into the folder that VitePress builds, and turns their links into links of the site. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';

/** Pages outside docs/, by their path in the repository. */
const SINGLE_PAGES: Readonly<Record<string, string>> = {
  'README.md': 'start.md',
  'CHANGELOG.md': 'changelog.md',
  'CONTRIBUTING.md': 'contributing.md',
  'SECURITY.md': 'security-policy.md',
  'THIRD-PARTY-NOTICES.md': 'third-party-notices.md',
  'packages/metrics/README.md': 'metrics-package.md',
  'corpus/README.md': 'cards/starter-corpus.md',
  'recipes/README.md': 'cards/recipes.md',
  'oracles/README.md': 'cards/oracles.md',
};

/** Folders whose folders have a README each, and the site's folder for them. */
const README_FOLDERS: Readonly<Record<string, string>> = {
  'packages/sensebench/src/benchmarks': 'benchmark-cards',
  'packages/metrics/weights': 'cards',
  'packages/sensebench/weights': 'cards',
};

/** Files that pages show or offer for download, copied as they are. */
const ASSETS = ['docs/images', 'docs/examples'];

export interface CollectOptions {
  /** The repository. */
  root: string;
  /** The folder that is written. */
  out: string;
  /** Where the source can be read on the web, like `https://example.org/sensebench/blob/main`; without it, links to source files become plain text. */
  source?: string;
}

/** Page of the site by path in the repository. */
export function findPages(root: string): Map<string, string> {
  const pages = new Map(Object.entries(SINGLE_PAGES).filter(([path]) => existsSync(join(root, path))));
  for (const path of filesIn(root, 'docs')) if (path.endsWith('.md')) pages.set(path, path.slice('docs/'.length));
  for (const [parent, folder] of Object.entries(README_FOLDERS))
    for (const path of filesIn(root, parent))
      if (basename(path) === 'README.md') pages.set(path, `${folder}/${basename(dirname(path))}.md`);
  return pages;
}

export function collectPages({ root, out, source }: CollectOptions): void {
  const pages = findPages(root);
  for (const [path, page] of pages) {
    const target = join(out, page);
    mkdirSync(dirname(target), { recursive: true });
    const link = (href: string) => siteLink(href, { path, page, pages, source });
    writeFileSync(target, escapeTags(convertBlocks(rewriteLinks(readFileSync(join(root, path), 'utf8'), link))));
  }
  for (const folder of ASSETS)
    for (const file of filesIn(root, folder)) {
      const shown = /\.(png|svg)$/.test(file);
      const target = join(out, shown ? '' : 'public', file.slice('docs/'.length));
      if (!/\.mts$/.test(file)) cpSync(join(root, file), target);
    }
}

interface LinkContext {
  path: string;
  page: string;
  pages: ReadonlyMap<string, string>;
  source?: string;
}

/** The address on the site; null where the file is not part of the site. */
function siteLink(href: string, { path, page, pages, source }: LinkContext): string | null {
  if (/^([a-z]+:|#)/.test(href)) return href;
  const [file, anchor] = href.split('#');
  const target = posix.join(dirname(path), file).replace(/\/$/, '');
  const hash = anchor === undefined ? '' : `#${anchor}`;
  const other = pages.get(target) ?? pages.get(`${target}/README.md`);
  if (other !== undefined) return relativeLink(page, other) + hash;
  if (/^docs\/images\//.test(target)) return relativeLink(page, target.slice('docs/'.length));
  if (/^docs\/examples\//.test(target)) return `/${target.slice('docs/'.length)}`;
  if (target === 'docs/metrics') return relativeLink(page, 'reference/metrics.md');
  if (target === 'docs/decisions') return relativeLink(page, 'decisions/0001-rooms.md');
  return source === undefined ? null : `${source}/${target}${hash}`;
}

function relativeLink(from: string, to: string): string {
  const link = posix.relative(dirname(from), to);
  return link.startsWith('.') ? link : `./${link}`;
}

/** Links in text and images, but not in blocks of code. `link` gives null where only the words stay. */
export function rewriteLinks(markdown: string, link: (href: string) => string | null): string {
  return mapOutsideFences(markdown, (text) =>
    text.replace(/(?<!`)\[((?:[^[\]]|!\[[^\]]*\]\([^)]*\))*)\]\(([^()\s]+)\)/g, (_, words: string, href: string) => {
      const target = link(href);
      return target === null ? words : `[${words}](${target})`;
    }),
  );
}

/** Indented blocks become fences, so that they are coloured and can be copied; a file's name in a fence becomes its caption. */
export function convertBlocks(markdown: string): string {
  const indented = mapOutsideFences(markdown, (text) =>
    text.replace(/(?<=^|\n\n)((?: {4}.*\n+)+)/g, (block: string, _: string, offset: number) =>
      followsList(text.slice(0, offset)) ? block : fence(block),
    ),
  );
  return indented.replace(/^```(\w+) ([\w./-]+)$/gm, (_, language: string, file: string) => `\`${file}\`\n\n\`\`\`${language}`);
}

function fence(block: string): string {
  const code = block.replace(/^ {4}/gm, '').trimEnd();
  const language = /^(npx|npm|node|curl|pip|python|cd|mkdir|oracles\/)/.test(code) ? 'sh' : 'text';
  return `\`\`\`${language}\n${code}\n\`\`\`\n\n`;
}

function followsList(before: string): boolean {
  const lines = before.trimEnd().split('\n');
  return /^( *([-*]|\d+\.) | {2}\S)/.test(lines.at(-1) ?? '');
}

/** Our pages have no HTML, but placeholders like `<benchmark>`, which Vue would take for components. */
export function escapeTags(markdown: string): string {
  return mapOutsideFences(markdown, (text) =>
    text
      .split(/(`+[^`]*`+)/)
      .map((part, i) => (i % 2 === 0 ? part.replace(/<(?=[a-zA-Z/])(?!https?:)/g, '&lt;').replaceAll('{{', '&#123;{') : part))
      .join(''),
  );
}

function mapOutsideFences(markdown: string, change: (text: string) => string): string {
  return markdown
    .split(/(^```[^\n]*\n[\s\S]*?^```$)/m)
    .map((part, i) => (i % 2 === 0 ? change(part) : part))
    .join('');
}

/** Files in a folder and its folders, as paths in the repository. */
function filesIn(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => posix.relative(toPosix(root), posix.join(toPosix(entry.parentPath), entry.name)))
    .sort();
}

function toPosix(path: string): string {
  return path.replaceAll('\\', '/');
}
