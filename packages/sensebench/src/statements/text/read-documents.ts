/** Reads the documents of a file one by one: plain text, JSON Lines with a field `text`, or Wikipedia extracts. */

import { InputError } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { nameOf, parseJson, parseWith, readLines } from '../../files/index.ts';

export interface TextDocument {
  /** Its number in the file, from 0. */
  number: number;
  /** Its title, id or address in the file, or else its first line number. */
  name: string;
  text: string;
}

export const DOCUMENT_LAYOUT =
  'plain text, JSON Lines with a field "text", or extracts of Wikipedia (JSON Lines, or <doc id="…" title="…"> … </doc>); gzip too';

const recordSchema = z.looseObject({
  text: z.string(),
  id: z.union([z.string(), z.number()]).optional(),
  title: z.string().optional(),
  url: z.string().optional(),
});

/** Plain text has no documents, so that this many lines count as one. */
const LINES = 1000;

export async function* readDocuments(path: string): AsyncGenerator<TextDocument> {
  let number = 0;
  let kind: 'json' | 'doc' | 'plain' | undefined;
  let open: { name: string; lines: string[] } | undefined;
  const close = (): TextDocument | undefined => {
    const done = open;
    open = undefined;
    return done && { number: number++, name: done.name, text: done.lines.join('\n') };
  };
  for await (const { line, text } of readLines(path)) {
    if (kind === undefined && text.trim() === '') continue;
    kind ??= text.startsWith('{') ? 'json' : /^<doc\b/.test(text) ? 'doc' : 'plain';
    if (kind === 'json') {
      if (text.trim() !== '') yield toDocument(text, number++, { file: nameOf(path), line });
    } else if (kind === 'doc' && /^<doc\b.*>$/.test(text))
      open = { name: attribute(text, 'title') ?? attribute(text, 'id') ?? `line ${line}`, lines: [] };
    else if (kind === 'doc' && text.trim() === '</doc>') {
      const done = close();
      if (done) yield done;
    } else {
      open ??= { name: `line ${line}`, lines: [] };
      open.lines.push(text);
      if (kind !== 'plain' || open.lines.length < LINES) continue;
      const done = close();
      if (done) yield done;
    }
  }
  const rest = close();
  if (rest) yield rest;
}

function toDocument(text: string, number: number, place: { file: string; line: number }): TextDocument {
  const value = parseJson(text, place);
  if (typeof value === 'object' && value !== null && !('text' in value))
    throw new InputError('has no text', { ...place, expected: 'a field "text"' });
  const { text: content, title, id, url } = parseWith(recordSchema, value, place);
  return { number, name: title ?? (id === undefined ? (url ?? `line ${place.line}`) : String(id)), text: content };
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] || undefined;
}
