/** Reads captions (Lin et al. 2020, section 3.1): lines, COCO, Flickr30k, Conceptual Captions, LSMDC, ActivityNet, VATEX, CSV, text. */
import { basename } from 'node:path';
import { InputError, type LedgerRow } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { createTextNumbers, nameOf, openFile, parseJson, readCsv, readLines, readText } from '../../../files/index.ts';
import { readSentences } from '../../../statements/text/index.ts';

export const CAPTION_LAYOUTS = ['lines', 'coco', 'flickr30k', 'conceptual', 'lsmdc', 'activitynet', 'vatex', 'csv', 'text'] as const;
export type CaptionLayout = (typeof CAPTION_LAYOUTS)[number];

export interface ReadCaptionsOptions {
  /** Receives a message about sentences of running text that are left out. */
  drop?(row: LedgerRow): void;
  /** Default: recognized by the content. */
  layout?: CaptionLayout;
  /** Column of a CSV file (default: `caption`, `sentence` or `text`). */
  column?: string;
}

const JSON_LAYOUTS = {
  coco: {
    expected: '{ annotations: [{ caption }] }',
    captions: z
      .looseObject({ annotations: z.array(z.looseObject({ caption: z.string() })) })
      .transform(({ annotations }) => annotations.map(({ caption }) => caption)),
  },
  activitynet: {
    expected: '{ video: { sentences: [] } }',
    captions: z
      .record(z.string(), z.looseObject({ sentences: z.array(z.string()) }))
      .transform((videos) => Object.values(videos).flatMap(({ sentences }) => sentences)),
  },
  vatex: {
    expected: '[{ enCap: [] }]',
    captions: z.array(z.looseObject({ enCap: z.array(z.string()) })).transform((videos) => videos.flatMap(({ enCap }) => enCap)),
  },
} as const;
const COLUMNS = ['caption', 'sentence', 'text', 'comment'];
const FLICKR_HEADER = /^image_name\s*\|/;
const HEAD_BYTES = 1 << 12;
/** COCO's captions of the training images are 91 MB of JSON. */
const MOST_BYTES = 256 * 1024 * 1024;

/** Captions are sentences. A file without line breaks would be a single caption, whose concepts have too many combinations. */
const MOST_CHARACTERS = 600;

/** Yields captions with collapsed white space, and skips blank ones. */
export async function* readCaptions(path: string, options: ReadCaptionsOptions = {}): AsyncGenerator<string> {
  const { layout, column } = options;
  let any = false;
  for await (const caption of read(path, layout ?? (await detectLayout(path, column)), options)) {
    const text = caption.replace(/\s+/g, ' ').trim();
    if (text === '') continue;
    if (text.length > MOST_CHARACTERS)
      throw new InputError(`has a caption of ${text.length.toLocaleString('en')} characters`, {
        file: nameOf(path),
        expected: `one caption per line, of at most ${MOST_CHARACTERS.toLocaleString('en')}`,
      });
    any = true;
    yield text;
  }
  if (!any) throw new InputError('has no captions', { file: nameOf(path) });
}

/** The distinct captions of all files, which take twenty to forty bytes of memory each. */
export async function* readAllCaptions(paths: readonly string[], options: ReadCaptionsOptions = {}): AsyncGenerator<string> {
  const seen = createTextNumbers();
  for (const path of paths) for await (const caption of readCaptions(path, options)) if (seen.isNew(caption)) yield caption;
}

async function* read(path: string, layout: CaptionLayout, { column, drop }: ReadCaptionsOptions): AsyncGenerator<string> {
  switch (layout) {
    case 'lines':
      for await (const { text } of readLines(path)) yield text;
      return;
    case 'text':
      for await (const sentence of readSentences(path, drop ?? (() => undefined), { idOf: (number) => `${basename(path)}::${number}` }))
        if (sentence && sentence.text.length <= MOST_CHARACTERS) yield sentence.text;
      return;
    case 'csv':
      yield* readColumn(path, column);
      return;
    case 'flickr30k':
      for await (const { line, text } of readLines(path)) if (!FLICKR_HEADER.test(text)) yield flickrCaption(text, { path, line });
      return;
    case 'conceptual':
      for await (const { text } of readLines(path)) yield text.split('\t')[0];
      return;
    case 'lsmdc':
      for await (const { line, text } of readLines(path)) {
        const fields = text.split('\t');
        if (fields.length < 2)
          throw new InputError('has one field', { file: nameOf(path), line, expected: 'a clip and its sentence, divided by tabs' });
        yield fields[fields.length - 1];
      }
      return;
    default:
      yield* readJsonCaptions(path, layout);
  }
}

/**
 * Both releases: `name.jpg#0`, a tab and the caption, or `name.jpg| 0| caption`. The second one has quotation marks that are not CSV quotes,
 * and a row without its last mark.
 */
function flickrCaption(text: string, { path, line }: { path: string; line: number }): string {
  const caption = /^[^\t|]+#\d+\t(.*)$/.exec(text)?.[1] ?? /^[^|]+\|\s*\d+\s*(?:\||\s)(.*)$/.exec(text)?.[1];
  if (caption !== undefined || text.trim() === '') return caption ?? '';
  throw new InputError('is not in the flickr30k layout', {
    file: nameOf(path),
    line,
    expected: 'an image with a number and its caption: name.jpg#0, a tab, caption; or name.jpg| 0| caption',
  });
}

async function* readColumn(path: string, wanted: string | undefined): AsyncGenerator<string> {
  let column: string | undefined = wanted;
  for await (const { line, record } of readCsv(path)) {
    column ??= COLUMNS.find((name) => name in record);
    if (column === undefined || !(column in record)) {
      const expected = wanted ? `a column "${wanted}"` : 'a column caption, sentence or text, or --column';
      throw new InputError(`has the columns ${Object.keys(record).join(', ')}`, { file: nameOf(path), line, expected });
    }
    yield record[column];
  }
}

async function* readJsonCaptions(path: string, layout: keyof typeof JSON_LAYOUTS): AsyncGenerator<string> {
  const value = parseJson(await readText(path, { bytes: MOST_BYTES }), { file: nameOf(path) });
  const { expected, captions } = JSON_LAYOUTS[layout];
  const found = captions.safeParse(value);
  if (!found.success) throw new InputError(`is not in the ${layout} layout`, { file: nameOf(path), expected });
  yield* found.data;
}

/** Recognizes JSON by its first character and fields, and tables by their first line. Everything else is one caption per line. */
async function detectLayout(path: string, column: string | undefined): Promise<CaptionLayout> {
  if (column !== undefined) return 'csv';
  if (path === '-') return 'lines';
  const head = await readHead(path);
  if (/^\s*\[/.test(head)) return 'vatex';
  if (/^\s*\{/.test(head)) return /"sentences"\s*:/.test(head) ? 'activitynet' : 'coco';
  const [first = ''] = head.split('\n');
  if (FLICKR_HEADER.test(first) || /^[^\t|]+#\d+\t/.test(first)) return 'flickr30k';
  if (/\.csv(\.gz)?$/.test(path) && !first.includes('\t')) return 'csv';
  const fields = first.split('\t');
  if (fields.length === 2 && /^https?:/.test(fields[1])) return 'conceptual';
  if (fields.length >= 2) return 'lsmdc';
  return 'lines';
}

async function readHead(path: string): Promise<string> {
  for await (const chunk of openFile(path)) return new TextDecoder().decode(chunk.subarray(0, HEAD_BYTES)).replace(/^\uFEFF/, '');
  throw new InputError('is empty', { file: nameOf(path), expected: 'captions' });
}
