/** Reads a bundle back and checks it: every file by its hash, every value by its schema, the gold by the commitment. */
import { z } from 'zod';
import { InputError } from '../../core/index.ts';
import { parseJson, parseWith, readArchive, sha256 } from '../../files/index.ts';
import type { Board } from '../board.ts';
import { parsePhases } from '../phases.ts';
import { type ScoredSubmission, scoredSchema } from '../score-submission.ts';
import { submissionSchema } from '../submission.ts';
import { commitmentSchema, type Opening, openingSchema, verifyOpening } from './commitment.ts';
import { type BundleContent, bundleManifestSchema } from './content.ts';
import { MOST_FILES, OPENING } from './export-bundle.ts';
import { openGold } from './seal.ts';

const MOST_BYTES = 1024 * 1024 * 1024;

const referenceSchema = z.strictObject({ phase: z.string(), name: z.string(), note: z.string().optional(), scored: scoredSchema });

/** Of a board only what tells boards apart is looked at: the rest is made again from the scores. */
const boardSchema = z.looseObject({ phase: z.string(), at: z.string(), rows: z.array(z.looseObject({ id: z.string() })) });

export interface ImportOptions {
  /** For messages. */
  file?: string;
  /** What the exporter published: another bundle is refused. */
  digest?: string;
}

export interface ImportedBundle {
  content: BundleContent;
  digest: string;
  /** Encrypted gold, for `openBundleGold`. */
  sealed?: Uint8Array;
  /** The version that made it. */
  sensebench: string;
}

export async function importBundle(
  archive: Uint8Array,
  { file = 'bundle', digest: expected }: ImportOptions = {},
): Promise<ImportedBundle> {
  const files = await readArchive(archive, { file, mostBytes: MOST_BYTES, mostFiles: MOST_FILES });
  const text = (name: string) => {
    const bytes = files.get(name);
    if (!bytes) throw new InputError(`has no ${name}`, { file });
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  };
  const place = (name: string, line?: number) => ({ file: `${file}/${name}`, ...(line === undefined ? {} : { line }) });
  const read = <Schema extends z.ZodType>(name: string, schema: Schema) =>
    parseWith(schema, parseJson(text(name), place(name)), place(name));
  const rows = <Schema extends z.ZodType>(name: string, schema: Schema) =>
    text(name)
      .split('\n')
      .flatMap((line, i) => (line === '' ? [] : [parseWith(schema, parseJson(line, place(name, i + 1)), place(name, i + 1))]));
  const digest = sha256(text('bundle.json'));
  if (expected !== undefined && digest !== expected) throw new InputError(`has the digest ${digest}`, { file, expected });
  const manifest = read('bundle.json', bundleManifestSchema);
  checkFiles(files, manifest.files, file);
  const submissions = rows('submissions.jsonl', submissionSchema);
  const predictions = new Map<string, string>();
  const scores = new Map<string, ScoredSubmission>();
  for (const { id, sha256: stored } of submissions) {
    const [lines, scored] = [`predictions/${id}.jsonl`, `scores/${id}.json`];
    if (files.has(lines)) predictions.set(id, text(lines));
    if (files.has(scored)) scores.set(id, read(scored, scoredSchema));
    if (stored !== undefined && predictions.has(id) && sha256(predictions.get(id) ?? '') !== stored)
      throw new InputError('is not what was submitted', place(lines));
    if (scores.has(id) && scores.get(id)?.submission !== id) throw new InputError('has the scores of another submission', place(scored));
  }
  return {
    content: {
      benchmark: manifest.benchmark,
      dataset: manifest.dataset,
      competition: parsePhases(parseJson(text('competition.json'), place('competition.json')), place('competition.json')),
      submissions,
      predictions,
      scores,
      references: rows('references.jsonl', referenceSchema),
      boards: read('board.json', z.array(z.custom<Board>((value) => boardSchema.safeParse(value).success, 'is not a board'))),
      commitment: read('commitment.json', commitmentSchema),
    },
    digest,
    sensebench: manifest.sensebench,
    ...(manifest.gold === 'age' ? { sealed: files.get('gold.zip.age') } : {}),
  };
}

function checkFiles(files: ReadonlyMap<string, Uint8Array>, listed: z.infer<typeof bundleManifestSchema>['files'], file: string): void {
  for (const [name, bytes] of files) {
    if (name === 'bundle.json') continue;
    if (!Object.hasOwn(listed, name)) throw new InputError('is not listed in bundle.json', { file: `${file}/${name}` });
    if (sha256(bytes) !== listed[name].sha256)
      throw new InputError('was changed: its hash is not the one in bundle.json', { file: `${file}/${name}` });
  }
  const missing = Object.keys(listed).find((name) => !files.has(name));
  if (missing !== undefined) throw new InputError('is listed in bundle.json and missing', { file: `${file}/${missing}` });
}

/** The gold files, checked against the commitment that was published at the start. */
export async function openBundleGold(
  imported: Pick<ImportedBundle, 'sealed' | 'content'>,
  passphrase: string,
): Promise<Record<string, Uint8Array>> {
  return (await openBundleSeal(imported, passphrase)).files;
}

/** The same with the salts, for a host that goes on with the competition. */
export async function openBundleSeal(
  { sealed, content }: Pick<ImportedBundle, 'sealed' | 'content'>,
  passphrase: string,
): Promise<{ files: Record<string, Uint8Array>; opening: Opening }> {
  if (!sealed) throw new InputError('the bundle has no gold, only its commitment');
  const { [OPENING]: salts, ...files } = await openGold(sealed, passphrase);
  if (!salts) throw new InputError(`has no ${OPENING}`, { file: 'gold.zip.age' });
  const opening = parseWith(openingSchema, parseJson(new TextDecoder().decode(salts), { file: OPENING }), { file: OPENING });
  verifyOpening(content.commitment, files, opening);
  return { files, opening };
}
