/** Exports a whole competition as one archive. Except for the sealed part, the same content gives the same bytes. */
import { InputError, version } from 'sensebench/internal/core';
import { sha256, stableJson, writeArchive } from 'sensebench/internal/files';
import type { Competition } from '../phases.ts';
import {
  BUNDLE_FORMAT,
  DATASET,
  GOLD,
  MOST_FILES,
  OPENING,
  type PublicContent,
  SEALED,
  type SealedContent,
  verifyOpening,
} from './content.ts';
import { sealFiles } from './seal.ts';

export interface SealOptions {
  content: SealedContent;
  passphrase: string;
  /** The work factor of scrypt. */
  workFactor?: number;
}

/** `digest`: the SHA-256 of bundle.json, which lists the hashes of all files, so it detects any change. */
export async function exportBundle(content: PublicContent, seal?: SealOptions): Promise<{ archive: Uint8Array; digest: string }> {
  const files: Record<string, string | Uint8Array> = {
    'competition.json': json(withoutSeeds(content.competition)),
    'board.json': json(content.boards),
    'commitment.json': json(content.commitment),
  };
  if (seal) {
    verifyOpening(content.commitment, seal.content.gold, seal.content.opening);
    files[SEALED] = await sealFiles(sealedFiles(seal.content), seal.passphrase, { workFactor: seal.workFactor });
  }
  const manifest = json({
    format: BUNDLE_FORMAT,
    sensebench: version,
    benchmark: content.benchmark,
    files: Object.fromEntries(
      Object.entries(files).map(([name, file]) => [name, { sha256: sha256(file), bytes: Buffer.byteLength(file) }]),
    ),
  });
  return { archive: writeArchive({ ...files, 'bundle.json': manifest }), digest: sha256(manifest) };
}

/** Seeds reveal which items are in the public part, so only owners may see them. */
function withoutSeeds(competition: Competition): Competition {
  return { ...competition, phases: competition.phases.map((phase) => ({ ...phase, public: { ...phase.public, seed: 1 } })) };
}

function sealedFiles(content: SealedContent): Record<string, Uint8Array> {
  const { dataset, competition, submissions, predictions, scores, references, gold, opening } = content;
  const unknown = [...predictions.keys(), ...scores.keys()].find((id) => !submissions.some((submission) => submission.id === id));
  if (unknown !== undefined) throw new InputError(`there is no submission "${unknown}"`);
  const texts: Record<string, string> = {
    [DATASET]: json({ sha256: dataset }),
    'competition.json': json(competition),
    'submissions.jsonl': lines(submissions),
    'references.jsonl': lines(references),
    [OPENING]: json(opening),
    ...Object.fromEntries(Array.from(predictions, ([id, text]) => [`predictions/${id}.jsonl`, text])),
    ...Object.fromEntries(Array.from(scores, ([id, scored]) => [`scores/${id}.json`, json(scored)])),
  };
  const encoder = new TextEncoder();
  const files = {
    ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, encoder.encode(text)])),
    ...Object.fromEntries(Object.entries(gold).map(([name, bytes]) => [`${GOLD}${name}`, bytes])),
  };
  const count = Object.keys(files).length;
  if (count > MOST_FILES) throw new InputError(`a bundle holds at most ${MOST_FILES} files, and this one has ${count}`);
  return files;
}

/** Sorted keys, so that equal content gives equal bytes. */
function json(value: unknown): string {
  return `${stableJson(value)}\n`;
}

function lines(values: readonly unknown[]): string {
  return values.map(json).join('');
}
