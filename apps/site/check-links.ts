/** Finds links of a built site whose page or heading does not exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** `base`: the path that the site is served from, `/` or like `/sensebench/`. */
export function brokenLinks(dist: string, base: string): string[] {
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.html'));
  const html = new Map(files.map((file) => [file, readFileSync(join(dist, file), 'utf8')]));
  const ids = new Map(
    [...html].map(([file, text]) => [file, new Set(Array.from(text.matchAll(/ id="([^"]+)"/g), ([, id]) => decode(id)))]),
  );
  return files.flatMap((file) => {
    const links = new Set(Array.from((html.get(file) ?? '').matchAll(/<a [^>]*?href="([^"]+)"/g), ([, href]) => decode(href)));
    return [...links]
      .filter((href) => !/^[a-z]+:/.test(href))
      .filter((href) => !exists(href, { file, dist, base, ids }))
      .map((href) => `${file}: ${href}`);
  });
}

interface Site {
  file: string;
  dist: string;
  base: string;
  ids: ReadonlyMap<string, ReadonlySet<string>>;
}

function exists(href: string, { file, dist, base, ids }: Site): boolean {
  const [path, hash = ''] = href.split('#');
  if (path.startsWith('/') && !path.startsWith(base)) return false;
  const target = path === '' ? file : path.startsWith('/') ? path.slice(base.length) : posix.join(posix.dirname(file), path);
  const page = [target, `${target}.html`, posix.join(target, 'index.html')].find((name) => ids.has(name));
  if (page === undefined) return target !== '' && existsSync(join(dist, target));
  return hash === '' || ids.get(page)?.has(decodeURIComponent(hash)) === true;
}

function decode(text: string): string {
  return text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'");
}
