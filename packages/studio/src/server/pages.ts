/** Serves the built pages of the studio from memory; every page address is answered by the same index.html. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

interface PageFile {
  body: Uint8Array<ArrayBuffer>;
  type: string;
  etag: string;
  /** Its name contains a hash of the content, so it never changes. */
  immutable: boolean;
}

export interface Pages {
  /** null if the address is neither a page nor a file. */
  answer(path: string, ifNoneMatch: string | undefined): Response | null;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** Addresses answered by index.html. */
const ADDRESSES =
  /^\/(?:join|work|owners|studies\/new|studies\/[^/]+(?:\/(?:people|items|adjudicate|notes|results))?|boards(?:\/[^/]+(?:\/[^/]+){0,2})?)?$/;
const HASHED = /^\/assets\/.+[-.][A-Za-z0-9_-]{8,}\.\w+$/;

export function loadPages(folder: string): Pages {
  const files = new Map<string, PageFile>();
  if (existsSync(folder)) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = join(entry.parentPath, entry.name);
      const path = file.slice(folder.length).replaceAll('\\', '/');
      const body = new Uint8Array(readFileSync(file));
      const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
      files.set(path, { body, etag, type: TYPES[extname(path)] ?? 'application/octet-stream', immutable: HASHED.test(path) });
    }
  }
  const index = files.get('/index.html');
  return {
    answer(path, ifNoneMatch) {
      const page = ADDRESSES.test(path);
      const file = page ? index : files.get(path);
      if (!file) return page ? missing() : null;
      const headers = {
        'Content-Type': file.type,
        ETag: file.etag,
        'Cache-Control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
      };
      return ifNoneMatch === file.etag ? new Response(null, { status: 304, headers }) : new Response(file.body, { headers });
    },
  };
}

function missing(): Response {
  return new Response('The pages of the studio are not built here: run `npm run build`. The API answers under /api.\n', {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-cache' },
  });
}
