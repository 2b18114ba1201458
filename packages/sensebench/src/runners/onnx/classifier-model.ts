/** A classifier whose labels are the choices of the items (`kind: "classifier"`): log-probabilities, no text. */
import { join } from 'node:path';
import { type Choice, InputError } from '@sensebench/metrics/internal/core';
import { requireOnnxRuntime } from '../../nlp/embeddings/index.ts';
import { idTensor, openGraph, padRows } from './graph.ts';
import { logSoftmaxInPlace } from './log-softmax.ts';
import { loadOwnWords, type OwnFolder } from './own-folder.ts';

export interface ClassifierModel {
  maxInputTokens?: number;
  /** Log-probabilities of the choices of each prompt. */
  score(prompts: readonly { prompt: string; choices: readonly Choice[] }[], options: { maxInputTokens: number }): Promise<number[][]>;
  close(): Promise<void>;
}

export async function loadClassifier(folder: string, own: OwnFolder): Promise<ClassifierModel> {
  const { labels, ids } = own;
  if (!labels || labels.length < 2)
    throw new InputError('names no labels', { file: join(folder, 'sensebench.json'), expected: 'two or more' });
  const runtime = await requireOnnxRuntime();
  const words = await loadOwnWords(folder, own);
  const file = join(folder, 'model.onnx');
  const graph = await openGraph(runtime, file);
  const places = new Map(labels.map((label, place) => [label.toLowerCase(), place]));
  const placeOf = ({ label, text }: Choice) => {
    const place = places.get(label.toLowerCase()) ?? places.get(text.toLowerCase());
    if (place === undefined) throw new InputError(`has no label for the choice "${text}"`, { file: folder, expected: labels.join(', ') });
    return place;
  };
  return {
    maxInputTokens: own.maxInputTokens,
    async score(asked, { maxInputTokens }) {
      const rows = asked.map(({ prompt }) => words.encode(prompt).ids.slice(0, maxInputTokens));
      const padded = padRows(rows, ids.pad, 'right');
      const { logits } = await graph.run({ input_ids: idTensor(runtime, padded.ids), attention_mask: idTensor(runtime, padded.mask) });
      const width = logits?.dims.at(-1);
      if (!(logits?.data instanceof Float32Array) || width !== labels.length)
        throw new InputError(`gives ${width ?? 'no'} scores for ${labels.length} labels`, { file });
      const { data } = logits;
      return asked.map(({ choices }, row) => {
        const scores = logSoftmaxInPlace(data.slice(row * width, (row + 1) * width));
        return choices.map((choice) => scores[placeOf(choice)]);
      });
    },
    close: () => graph.close(),
  };
}
