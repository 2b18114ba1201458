/** Readers of caption corpora (paper 003, section 3.1): plain lines, COCO, Flickr30k, Conceptual Captions, LSMDC, ActivityNet, VATEX, CSV. */
import { z } from 'zod';
import { InputError } from '../../../core/index.ts';
import { nameOf, openFile, parseJson, readCsv, readLines, readText } from '../../../files/index.ts';

export const CAPTION_LAYOUTS = ['lines', 'coco', 'flickr30k', 'conceptual', 'lsmdc', 'activitynet', 'vatex', 'csv'] as const;
export type CaptionLayout = (typeof CAPTION_LAYOUTS)[number];

export interface ReadCaptionsOptions {
  /** Told from the content unless given. */
  layout?: CaptionLayout;
  /** Of a CSV file; `caption`, `sentence` or `text` unless given. */
  column?: string;
}

const cocoSchema = z.looseObject({ annotations: z.array(z.looseObject({ caption: z.string() })) });
const activityNetSchema = z.record(z.string(), z.looseObject({ sentences: z.array(z.string()) }));
const vatexSchema = z.array(z.looseObject({ enCap: z.array(z.string()) }));
const COLUMNS = ['caption', 'sentence', 'text', ' comment', 'comment'];
const HEAD_BYTES = 1 << 12;

/** Captions with white space folded; blank ones are passed over. */
export async function* readCaptions(path: string, { layout, column }: ReadCaptionsOptions = {}): AsyncGenerator<string> {
  let any = false;
  for await (const caption of read(path, layout ?? (await detectLayout(path, column)), column)) {
    const text = caption.replace(/\s+/g, ' ').trim();
    if (text === '') continue;
    any = true;
    yield text;
  }
  if (!any) throw new InputError('has no captions', { file: nameOf(path) });
}

async function* read(path: string, layout: CaptionLayout, column: string | undefined): AsyncGenerator<string> {
  switch (layout) {
    case 'lines':
      for await (const { text } of readLines(path)) yield text;
      return;
    case 'csv':
    case 'flickr30k':
      yield* readColumn(path, layout === 'csv' ? ',' : '|', column);
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

async function* readColumn(path: string, delimiter: string, wanted: string | undefined): AsyncGenerator<string> {
  let column: string | undefined = wanted;
  for await (const { line, record } of readCsv(path, { delimiter })) {
    column ??= COLUMNS.find((name) => name in record);
    if (column === undefined || !(column in record)) {
      const expected = wanted ? `a column "${wanted}"` : 'a column caption, sentence or text, or --column';
      throw new InputError(`has the columns ${Object.keys(record).join(', ')}`, { file: nameOf(path), line, expected });
    }
    yield record[column];
  }
}

async function* readJsonCaptions(path: string, layout: CaptionLayout): AsyncGenerator<string> {
  const value = parseJson(await readText(path), { file: nameOf(path) });
  const [coco, activityNet, vatex] = [cocoSchema, activityNetSchema, vatexSchema].map((schema) => schema.safeParse(value));
  if (layout === 'coco' && coco.success) for (const { caption } of (coco.data as z.infer<typeof cocoSchema>).annotations) yield caption;
  else if (layout === 'activitynet' && activityNet.success)
    for (const { sentences } of Object.values(activityNet.data as z.infer<typeof activityNetSchema>)) yield* sentences;
  else if (layout === 'vatex' && vatex.success) for (const { enCap } of vatex.data as z.infer<typeof vatexSchema>) yield* enCap;
  else throw new InputError(`is not in the ${layout} layout`, { file: nameOf(path) });
}

/** JSON by its first mark and fields, tables by their first line, everything else is one caption a line. */
async function detectLayout(path: string, column: string | undefined): Promise<CaptionLayout> {
  if (column !== undefined) return 'csv';
  if (path === '-') return 'lines';
  const head = await readHead(path);
  if (/^\s*\[/.test(head)) return 'vatex';
  if (/^\s*\{/.test(head)) return /"sentences"\s*:/.test(head) ? 'activitynet' : 'coco';
  const [first = ''] = head.split('\n');
  if (/^image_name\s*\|/.test(first)) return 'flickr30k';
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
