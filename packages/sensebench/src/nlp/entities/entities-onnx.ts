/** Entities by any ONNX token-classification folder (model.onnx, tokenizer.json, config.json); a word's first piece decides. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ENTITY_TYPES, type EntityType, SetupError, type TextEntity } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { openModelFolder } from '../embeddings/model-folder.ts';
import type { EntityRecognizer, EntitySentence } from './entities.ts';

const Config = z.looseObject({
  id2label: z.record(z.string(), z.string()),
  max_position_embeddings: z.number().int().positive().optional(),
});

/** CoNLL-2003's short names. */
const TYPE_NAMES: Record<string, EntityType> = { PER: 'PERSON', GEO: 'GPE' };

export interface WordLabel {
  /** B, I, L or U; E and S of other schemes are L and U. */
  part: string;
  type: EntityType | null;
}

export function parseLabel(label: string): WordLabel {
  const match = /^([BIELSUO])[-_](.+)$/.exec(label);
  const name = match ? match[2].toUpperCase() : label.toUpperCase();
  const type = TYPE_NAMES[name] ?? (ENTITY_TYPES as readonly string[]).find((known) => known === name);
  const part = match ? ({ E: 'L', S: 'U' }[match[1]] ?? match[1]) : 'I';
  return { part, type: (type as EntityType | undefined) ?? null };
}

/** Entities from one label per token, forgiving towards illegal sequences: a new type begins a new entity. */
export function entitiesOf({ text, tokens }: Pick<EntitySentence, 'text' | 'tokens'>, labels: readonly WordLabel[]): TextEntity[] {
  const entities: TextEntity[] = [];
  let open = false;
  labels.forEach(({ part, type }, i) => {
    const { start, end } = tokens[i];
    if (type === null) {
      open = false;
      return;
    }
    const last = entities.at(-1);
    if (open && last && last.type === type && (part === 'I' || part === 'L')) {
      last.end = end;
      last.text = text.slice(last.start, end);
    } else entities.push({ text: text.slice(start, end), type, start, end });
    open = part !== 'L' && part !== 'U';
  });
  return entities;
}

export async function loadOnnxRecognizer(folder: string, { threads = 0 } = {}): Promise<EntityRecognizer> {
  const model = await openModelFolder(folder, { threads });
  const config = Config.safeParse(JSON.parse(await readFile(join(folder, 'config.json'), 'utf8')));
  if (!config.success) throw new SetupError(`${folder}/config.json has no id2label`, 'export the model as a token classifier');
  const { id2label, max_position_embeddings: positions = 512 } = config.data;
  const labels = Object.entries(id2label)
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([, label]) => parseLabel(label));
  const output = model.outputs.find((name) => name === 'logits') ?? model.outputs[0];
  const { tokenizer } = model;
  const [first, last] = [tokenizer.encode('').ids.slice(0, 1), tokenizer.encode('').ids.slice(1)];
  const room = Math.max(8, Math.min(positions, 512) - first.length - last.length);
  const pieces = (text: string) => {
    const ids = tokenizer.encode(text).ids.filter((id) => !tokenizer.special.has(id));
    return ids.length === 0 ? [tokenizer.padId] : ids.slice(0, room);
  };

  /** Words are read in windows that the model has room for. */
  async function labelsOfWords(sentence: EntitySentence): Promise<WordLabel[]> {
    const result: WordLabel[] = [];
    let ids = [...first];
    let starts: number[] = [];
    const flush = async () => {
      if (starts.length === 0) return;
      const { data } = await model.run([[...ids, ...last]], output);
      for (const at of starts) {
        let best = 0;
        for (let k = 1; k < labels.length; k++) if (data[at * labels.length + k] > data[at * labels.length + best]) best = k;
        result.push(labels[best]);
      }
      ids = [...first];
      starts = [];
    };
    for (const { text, start } of sentence.tokens) {
      // Byte-level vocabularies tell a word after a space from one that is glued on.
      const next = pieces(start > 0 && /\s/.test(sentence.text[start - 1]) ? ` ${text}` : text);
      if (ids.length + next.length > room + first.length) await flush();
      starts.push(ids.length);
      ids.push(...next);
    }
    await flush();
    return result;
  }

  return {
    // The content is part of the name: other weights are another recognizer.
    id: `${model.id}#${(await model.hash()).slice(0, 8)}`,
    async recognize(sentences) {
      const found: TextEntity[][] = [];
      for (const sentence of sentences) found.push(entitiesOf(sentence, await labelsOfWords(sentence)));
      return found;
    },
  };
}
