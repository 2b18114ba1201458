/** MeanPooling-CopyNet (Lin et al. 2020, section 4) in plain TypeScript: an LSTM that writes words, or copies them from the concepts. */

import { InputError } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { decodeSafetensors, type Tensor } from '../embeddings/safetensors.ts';
import type { NextTokenScorer } from './constrained-beam.ts';

const PAD = '<pad>';
const START = '<s>';
const END = '</s>';
const UNKNOWN = '<unk>';

const metadataSchema = z.object({
  kind: z.literal('mean'),
  words: z.string().transform((text) => text.split('\n')),
  layers: z.coerce.number().int().positive(),
});

export interface CopyNet {
  words: readonly string[];
  /** Log-probabilities of the words of a sentence about these concepts. Concepts outside the vocabulary can be copied. `reluctance` to copy: 0 is the model's own. */
  scorer(concepts: readonly string[], options?: { reluctance?: number }): NextTokenScorer;
}

/** One vector of hidden values and one of memory cells for each layer. */
type State = readonly { hidden: Float32Array; cell: Float32Array }[];

interface Linear {
  weight: Float32Array;
  bias: Float32Array | null;
  columns: number;
}

interface Network {
  words: readonly string[];
  ids: ReadonlyMap<string, number>;
  /** The id of words outside the vocabulary. */
  unknown: number;
  /** Hidden units. */
  size: number;
  layers: number;
  vectorOf(word: string): Float32Array;
  reader: Linear;
  begin: Linear;
  cells: readonly { input: Linear; hidden: Linear }[];
  attention: { query: Linear; key: Linear; energy: Linear; join: Linear };
  gate: Linear;
  /** The output layer: `head` scores the frequent words and the class of all others, which `narrow` and `tail` score. */
  output: { head: Linear; narrow: Linear; tail: Linear };
}

/** `bytes` are a safetensors file of recipes/pack_small.py. */
export function openCopyNet(bytes: Uint8Array, file: string): CopyNet {
  const network = readNetwork(bytes, file);
  return { words: network.words, scorer: (concepts, options) => createScorer(network, concepts, options) };
}

function readNetwork(bytes: Uint8Array, file: string): Network {
  const { tensors, metadata } = decodeSafetensors(bytes, file);
  const parsed = metadataSchema.safeParse(metadata);
  if (!parsed.success) throw new InputError('not a packed CopyNet', { file });
  const { words, layers } = parsed.data;
  const linear = (name: string): Linear => readLinear(tensors, name, file);
  const embed = linear('embed');
  const size = embed.columns;
  const ids = new Map(words.map((word, id) => [word, id]));
  const unknown = ids.get(UNKNOWN) ?? 0;
  return {
    words,
    ids,
    unknown,
    size,
    layers,
    vectorOf(word) {
      const id = ids.get(word) ?? unknown;
      return embed.weight.subarray(id * size, (id + 1) * size);
    },
    reader: linear('reader.0'),
    begin: linear('begin'),
    cells: Array.from({ length: layers }, (_, i) => ({ input: linear(`cells.${i}.ih`), hidden: linear(`cells.${i}.hh`) })),
    attention: { query: linear('query'), key: linear('key'), energy: linear('energy'), join: linear('join') },
    gate: linear('gate'),
    output: { head: linear('output.head'), narrow: linear('output.narrow'), tail: linear('output.tail') },
  };
}

function createScorer(network: Network, concepts: readonly string[], { reluctance = 0 }: { reluctance?: number } = {}): NextTokenScorer {
  const { words, ids, unknown, layers, gate } = network;
  const source = concepts.length > 0 ? concepts : [UNKNOWN];
  const outside = [...new Set(source.filter((word) => !ids.has(word)))];
  const vocabulary = [...words, ...outside];
  const column = new Map(vocabulary.map((word, id) => [word, id]));
  const encoded = encodeConcepts(network, source);
  const states = new Map<string, State>();
  const stateAfter = (prefix: readonly string[]): State => {
    const name = prefix.join('\u0000');
    const known = states.get(name);
    if (known) return known;
    const before = prefix.length === 0 ? encoded.state : stateAfter(prefix.slice(0, -1));
    const state = feed(network, before, prefix.at(-1) ?? START);
    states.set(name, state);
    return state;
  };
  return {
    vocabulary,
    end: END,
    hidden: new Set([PAD, START, UNKNOWN]),
    unknown,
    score: async (prefixes) =>
      prefixes.map((prefix) => {
        const { weights, joined } = attend(network, stateAfter(prefix)[layers - 1].hidden, encoded);
        const open = apply(gate, joined)[0] - reluctance;
        const row = new Float32Array(vocabulary.length).fill(Number.NEGATIVE_INFINITY);
        writeLogprobs(network, joined, row, logSigmoid(-open));
        for (const [s, word] of source.entries()) {
          const id = column.get(word) ?? unknown;
          row[id] = logAdd(row[id], weights[s] + logSigmoid(open));
        }
        return row;
      }),
  };
}

/** The concepts as the decoder reads them: a vector each, the keys of the attention, and the first state. */
function encodeConcepts({ size, layers, vectorOf, reader, begin, cells, attention }: Network, concepts: readonly string[]) {
  const memory = concepts.map((word) => apply(reader, vectorOf(word)).map(Math.tanh));
  const mean = new Float32Array(size);
  for (const vector of memory) for (let i = 0; i < size; i++) mean[i] += vector[i] / memory.length;
  const first = apply(begin, mean).map(Math.tanh);
  const part = (place: number) => first.slice(place * size, (place + 1) * size);
  return {
    memory,
    keys: memory.map((vector) => apply(attention.key, vector)),
    state: cells.map((_, i) => ({ hidden: part(i), cell: part(layers + i) })),
  };
}

function feed({ size, vectorOf, cells }: Network, state: State, word: string): State {
  let input = vectorOf(word);
  return cells.map((weights, i) => {
    const gates = apply(weights.input, input);
    const recurrent = apply(weights.hidden, state[i].hidden);
    const hidden = new Float32Array(size);
    const cell = new Float32Array(size);
    for (let j = 0; j < size; j++) {
      const into = sigmoid(gates[j] + recurrent[j]);
      const forget = sigmoid(gates[size + j] + recurrent[size + j]);
      const value = Math.tanh(gates[2 * size + j] + recurrent[2 * size + j]);
      const out = sigmoid(gates[3 * size + j] + recurrent[3 * size + j]);
      cell[j] = forget * state[i].cell[j] + into * value;
      hidden[j] = out * Math.tanh(cell[j]);
    }
    input = hidden;
    return { hidden, cell };
  });
}

/** Additive attention; its weights are the probabilities of copying. */
function attend(
  { size, attention: { query, energy, join } }: Network,
  hidden: Float32Array,
  { memory, keys }: ReturnType<typeof encodeConcepts>,
) {
  const asked = apply(query, hidden);
  const energies = keys.map((key) => {
    const sum = key.map((value, i) => Math.tanh(value + asked[i]));
    return apply(energy, sum)[0];
  });
  const all = logSum(Float32Array.from(energies));
  const weights = energies.map((value) => value - all);
  const joined = new Float32Array(2 * size);
  for (const [s, vector] of memory.entries()) for (let i = 0; i < size; i++) joined[i] += Math.exp(weights[s]) * vector[i];
  joined.set(hidden, size);
  return { weights, joined: apply(join, joined).map(Math.tanh) };
}

/** Log-probabilities of the vocabulary, plus `shift`: the frequent words, then the rare ones. */
function writeLogprobs({ output: { head, narrow, tail } }: Network, joined: Float32Array, row: Float32Array, shift: number): void {
  const frequent = head.weight.length / head.columns - 1;
  const common = apply(head, joined);
  const rare = apply(tail, apply(narrow, joined));
  const ofCommon = shift - logSum(common);
  const ofRare = ofCommon + common[frequent] - logSum(rare);
  for (let i = 0; i < frequent; i++) row[i] = common[i] + ofCommon;
  for (let i = 0; i < rare.length; i++) row[frequent + i] = rare[i] + ofRare;
}

/** Rows are stored as int8 with a scale for each row; biases as they are. */
function readLinear(tensors: ReadonlyMap<string, Tensor>, name: string, file: string): Linear {
  const packed = tensors.get(`${name}.weight`);
  const scales = tensors.get(`${name}.scale`);
  if (packed?.type !== 'I8' || scales?.type !== 'F32') throw new InputError(`the packed CopyNet has no weights "${name}"`, { file });
  const [rows, columns] = packed.shape;
  const scale = toFloats(scales);
  const values = new Int8Array(packed.data.buffer, packed.data.byteOffset, packed.data.length);
  const weight = new Float32Array(rows * columns);
  for (let r = 0; r < rows; r++) for (let c = 0; c < columns; c++) weight[r * columns + c] = values[r * columns + c] * scale[r];
  const bias = tensors.get(`${name}.bias`);
  return { weight, columns, bias: bias ? toFloats(bias) : null };
}

/** A copy: the bytes of a tensor need not begin at a multiple of four. */
function toFloats({ data }: Tensor): Float32Array {
  return new Float32Array(Uint8Array.from(data).buffer);
}

function apply({ weight, bias, columns }: Linear, input: Float32Array): Float32Array {
  const rows = weight.length / columns;
  const result = new Float32Array(rows);
  for (let row = 0, at = 0; row < rows; row++) {
    // Four sums side by side: the processor need not wait for one of them.
    let a = bias ? bias[row] : 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (let i = 0; i < columns; i += 4, at += 4) {
      a += weight[at] * input[i];
      b += weight[at + 1] * input[i + 1];
      c += weight[at + 2] * input[i + 2];
      d += weight[at + 3] * input[i + 3];
    }
    result[row] = a + b + c + d;
  }
  return result;
}

function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value));
}

function logSigmoid(value: number): number {
  return value < 0 ? value - Math.log1p(Math.exp(value)) : -Math.log1p(Math.exp(-value));
}

function logAdd(a: number, b: number): number {
  const most = Math.max(a, b);
  return most === Number.NEGATIVE_INFINITY ? most : most + Math.log(Math.exp(a - most) + Math.exp(b - most));
}

function logSum(values: Float32Array): number {
  let most = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < values.length; i++) if (values[i] > most) most = values[i];
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += Math.exp(values[i] - most);
  return most + Math.log(sum);
}
