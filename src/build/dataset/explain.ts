/** Why a row is in a dataset or out of it: what the ledger and the splits say of an id or a text. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { InputError, type LedgerRow } from '../../core/index.ts';
import { readDatasetManifest, readJsonl } from '../../files/index.ts';
import { readLedger } from './ledger.ts';

/** What is asked, by the command and by every benchmark's own explanation alike. */
export const EXPLAIN_ARGUMENTS = [
  { name: 'dataset', summary: 'the dataset folder' },
  { name: 'statement', summary: 'an id, or the text of a statement' },
] as const;

export const explainOptionsSchema = z.object({
  dataset: z.string(),
  statement: z.string(),
  with: z.string().optional().describe('another statement: do they belong together, and if not, why?'),
  nearest: z.boolean().default(true).describe('look for the most similar statement'),
});

export interface Explanation {
  id: string;
  text: string | null;
  /** It stands in at least one split. */
  in: boolean;
  /** Where it stands, and with which partners. */
  splits: { split: string; row: number; with: string[] }[];
  /** What was dropped of it: the row itself, or pairs it was part of. */
  ledger: LedgerRow[];
}

const rowSchema = z.looseObject({ id: z.string().optional(), ids: z.array(z.string()).optional(), text: z.string().optional() });

/** `wanted` is an id, or the text of a statement in any case. */
export async function explainRow(folder: string, wanted: string): Promise<Explanation> {
  const manifest = await readDatasetManifest(folder);
  const ledger = await readLedger(join(folder, 'ledger.jsonl'));
  const texts = await readTexts(join(folder, 'statements.jsonl'));
  const id = findId(wanted, texts, ledger);
  if (id === null)
    throw new InputError(`knows no statement "${wanted}"`, {
      file: folder,
      expected: 'an id like creak::train::12, or the text of a statement',
    });
  const splits: Explanation['splits'] = [];
  for (const split of Object.keys(manifest.splits)) {
    let row = 0;
    for await (const { value } of readJsonl(join(folder, `${split}.jsonl`), rowSchema)) {
      const ids = value.ids ?? (value.id === undefined ? [] : [value.id]);
      if (ids.includes(id)) splits.push({ split, row, with: ids.filter((other) => other !== id) });
      row++;
    }
  }
  const rows = ledger.filter(({ ids }) => ids.includes(id));
  return {
    id,
    text: texts.get(id) ?? rows.find(({ text }) => text !== undefined)?.text ?? null,
    in: splits.length > 0,
    splits,
    ledger: rows,
  };
}

async function readTexts(path: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  if (!existsSync(path)) return texts;
  for await (const { value } of readJsonl(path, rowSchema)) if (value.id && value.text) texts.set(value.id, value.text);
  return texts;
}

function findId(wanted: string, texts: ReadonlyMap<string, string>, ledger: readonly LedgerRow[]): string | null {
  if (texts.has(wanted) || ledger.some(({ ids }) => ids.includes(wanted))) return wanted;
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  const sought = plain(wanted);
  if (sought === '') return null;
  for (const [id, text] of texts) if (plain(text) === sought) return id;
  return ledger.find(({ ids, text }) => ids.length === 1 && text !== undefined && plain(text) === sought)?.ids[0] ?? null;
}
