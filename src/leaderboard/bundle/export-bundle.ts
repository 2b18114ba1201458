/** One archive of a whole competition; but for encrypted gold the same content gives the same bytes. */
import { InputError, version } from '../../core/index.ts';
import { sha256, stableJson, writeArchive } from '../../files/index.ts';
import { type GoldFiles, type Opening, verifyOpening } from './commitment.ts';
import { BUNDLE_FORMAT, type BundleContent } from './content.ts';
import { sealGold } from './seal.ts';

/** Without gold only the commitment is inside. `opening` goes under the same passphrase. */
export interface SealOptions {
  gold?: { files: GoldFiles; opening: Opening; passphrase: string; workFactor?: number };
}

/** `digest`: SHA-256 of bundle.json, which names the hashes of all files; whoever knows it notices any change. */
export async function exportBundle(content: BundleContent, { gold }: SealOptions = {}): Promise<{ archive: Uint8Array; digest: string }> {
  if (gold) verifyOpening(content.commitment, gold.files, gold.opening);
  const files: Record<string, string | Uint8Array> = {
    'competition.json': json(content.competition),
    'submissions.jsonl': lines(content.submissions),
    'references.jsonl': lines(content.references),
    'board.json': json(content.boards),
    'commitment.json': json(content.commitment),
  };
  for (const { id } of content.submissions) {
    const predictions = content.predictions.get(id);
    const scores = content.scores.get(id);
    if (predictions !== undefined) files[`predictions/${id}.jsonl`] = predictions;
    if (scores) files[`scores/${id}.json`] = json(scores);
  }
  const unknown = [...content.predictions.keys(), ...content.scores.keys()].find((id) => !content.submissions.some((own) => own.id === id));
  if (unknown !== undefined) throw new InputError(`there is no submission "${unknown}"`);
  if (gold) {
    const opening = new TextEncoder().encode(json(gold.opening));
    files['gold.zip.age'] = await sealGold({ ...gold.files, [OPENING]: opening }, gold.passphrase, { workFactor: gold.workFactor });
  }
  if (Object.keys(files).length >= MOST_FILES)
    throw new InputError(`a bundle holds at most ${MOST_FILES} files, and this one has ${Object.keys(files).length}`);
  const manifest = json({
    format: BUNDLE_FORMAT,
    sensebench: version,
    benchmark: content.benchmark,
    dataset: content.dataset,
    gold: gold ? 'age' : 'commitment',
    files: Object.fromEntries(Object.entries(files).map(([name, own]) => [name, { sha256: sha256(own), bytes: Buffer.byteLength(own) }])),
  });
  return { archive: writeArchive({ ...files, 'bundle.json': manifest }), digest: sha256(manifest) };
}

/** A plain zip numbers its files with 16 bits. */
export const MOST_FILES = 65_000;

/** The name of the salts beside the gold files. */
export const OPENING = 'opening.json';

/** Sorted keys, so that equal content gives equal bytes. */
function json(value: unknown): string {
  return `${stableJson(value)}\n`;
}

function lines(values: readonly unknown[]): string {
  return values.map(json).join('');
}
