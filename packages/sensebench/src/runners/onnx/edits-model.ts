/** Levenshtein transformers (Gu et al., 2019; Susanto et al., 2020), which delete, insert and fill in rounds (`kind: "edits"`). */
import { join } from 'node:path';
import { InputError } from '@sensebench/metrics/internal/core';
import type { Tensor } from 'onnxruntime-node';
import { requireOnnxRuntime } from '../../nlp/embeddings/index.ts';
import { type Graph, idTensor, openGraph, type Tensors } from './graph.ts';
import { indexOfMost } from './log-softmax.ts';
import { loadOwnWords, type OwnFolder } from './own-folder.ts';

export interface EditsModel {
  maxInputTokens?: number;
  write(
    prompt: string,
    options: { maxInputTokens: number; maxTokens: number; signal: AbortSignal },
  ): Promise<{ text: string; read: number; written: number }>;
  close(): Promise<void>;
}

/** A token of the draft. Words of the input keep their text and their position. */
interface Token {
  id: number;
  word?: string;
}

export async function loadEditsModel(folder: string, own: OwnFolder): Promise<EditsModel> {
  const runtime = await requireOnnxRuntime();
  const words = await loadOwnWords(folder, own);
  const { ids, edits } = own;
  const { placeholder } = ids;
  if (placeholder === undefined) throw new InputError('names no ids.placeholder', { file: join(folder, 'sensebench.json') });
  const open = (name: string) => openGraph(runtime, join(folder, `${name}.onnx`));
  const graphs = { encoder: await open('encoder'), delete: await open('delete'), insert: await open('insert'), fill: await open('fill') };

  return {
    maxInputTokens: own.maxInputTokens,
    async write(prompt, { maxInputTokens, maxTokens, signal }) {
      const read = words.encode(prompt);
      const source = read.ids.slice(0, maxInputTokens);
      const given: Tensors = { input_ids: idTensor(runtime, [source]), attention_mask: idTensor(runtime, [source.map(() => 1)]) };
      const memory: Tensors = { ...given, ...(await graphs.encoder.run(given)) };
      const score = async (graph: Graph, draft: readonly Token[]) =>
        rowsOf((await graph.run({ ...memory, tokens: idTensor(runtime, [draft.map(({ id }) => id)]) })).logits);
      const kept: Token[] = edits.constrained ? source.map((id, i) => ({ id, word: read.words[i] ?? words.wordOf(id) })) : [];
      let draft: Token[] = [{ id: ids.start }, ...kept, { id: ids.end }];
      for (let round = 0; round < edits.rounds; round++) {
        signal.throwIfAborted();
        const before = draft.map(({ id }) => id).join(' ');
        if (round > 0) draft = deleted(draft, await score(graphs.delete, draft));
        draft = inserted(draft, await score(graphs.insert, draft), { placeholder, most: maxTokens + 2 });
        if (draft.some(({ id }) => id === placeholder))
          draft = filled(draft, await score(graphs.fill, draft), {
            placeholder,
            never: [ids.pad, ids.start, ids.end, placeholder, ids.unknown],
          });
        if (draft.map(({ id }) => id).join(' ') === before) break;
      }
      const inside = draft.slice(1, -1);
      const text =
        words.size === Number.POSITIVE_INFINITY
          ? words.decode(inside.map(({ id }) => id))
          : inside.map(({ id, word }) => word ?? words.wordOf(id)).join(' ');
      return { text, read: source.length, written: inside.length };
    },
    close: async () => {
      for (const graph of Object.values(graphs)) await graph.close();
    },
  };
}

/** The rows of a 1 × length × width tensor. */
function rowsOf(tensor: Tensor): Float32Array[] {
  const data = tensor.data as Float32Array;
  const width = tensor.dims[tensor.dims.length - 1];
  return Array.from({ length: data.length / width }, (_, row) => data.subarray(row * width, (row + 1) * width));
}

/** Keeps the start and end tokens and the words of the input. */
function deleted(draft: readonly Token[], scores: readonly Float32Array[]): Token[] {
  return draft.filter((token, i) => i === 0 || i === draft.length - 1 || token.word !== undefined || scores[i][1] <= scores[i][0]);
}

function inserted(
  draft: readonly Token[],
  scores: readonly Float32Array[],
  { placeholder, most }: { placeholder: number; most: number },
): Token[] {
  let room = Math.max(0, most - draft.length);
  return draft.flatMap((token, i) => {
    const count = i < draft.length - 1 ? Math.min(room, indexOfMost(scores[i])) : 0;
    room -= count;
    return [token, ...Array.from({ length: count }, () => ({ id: placeholder }))];
  });
}

function filled(
  draft: readonly Token[],
  scores: readonly Float32Array[],
  { placeholder, never }: { placeholder: number; never: readonly number[] },
): Token[] {
  return draft.map((token, i) => {
    if (token.id !== placeholder) return token;
    for (const id of never) scores[i][id] = Number.NEGATIVE_INFINITY;
    return { id: indexOfMost(scores[i]) };
  });
}
