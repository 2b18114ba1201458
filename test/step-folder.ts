/** Writes a folder with an encoder graph and a step graph that counts its steps and copies words: for tests of `kind: "steps"`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { INT64, OnnxGraph } from '../packages/sensebench/src/nlp/embeddings/onnx-model.ts';

const STEP_WORDS = ['<pad>', '<s>', '</s>', '<unk>', 'a', 'dog'];

/** After any token "a" has -2, "dog" -3, the end -12 and 3 more with each step; a place of the input -1, and -10 where the word was just written. */
export function writeStepFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const ids = [
    { name: 'input_ids', type: INT64, dims: ['batch', 'source'] },
    { name: 'attention_mask', type: INT64, dims: ['batch', 'source'] },
  ];
  const encoder = new OnnxGraph();
  const real = encoder.node('Cast', ['attention_mask'], 'real', { attributes: { to: { i: 1 } } });
  const sum = encoder.node('ReduceSum', [real, encoder.integers([1])], 'sum', { attributes: { keepdims: { i: 1 } } });
  encoder.node('Mul', [sum, encoder.number(0)], 'state.count');
  encoder.node('Identity', ['real'], 'places');
  const count = { name: 'state.count', dims: ['batch', 1] };
  const places = { name: 'places', dims: ['batch', 'source'] };
  writeFileSync(join(folder, 'encoder.onnx'), encoder.encode(ids, [count, places]));

  const step = new OnnxGraph();
  const float = (values: number[], shape: number[]) => ({ type: 'F32', shape, data: new Uint8Array(Float32Array.from(values).buffer) });
  const table = STEP_WORDS.flatMap(() => [-99, -99, -12, -99, -2, -3]);
  const tensors = new Map([
    ['table', float(table, [6, 6])],
    ['isEnd', float([0, 0, 3, 0, 0, 0], [1, 6])],
  ]);
  const rows = step.node('Gather', [step.weight(tensors, 'table'), 'token'], 'rows');
  const known = step.node('Add', [rows, step.node('MatMul', ['state.count', step.weight(tensors, 'isEnd')], 'ending')], 'known');
  // Padding has 0 in `places`, and so a score far below all others.
  const again = step.node('Mul', ['same', step.number(-9)], 'again');
  const hidden = step.node('Mul', [step.node('Sub', ['places', step.number(1)], 'less'), step.number(90)], 'hidden');
  const copied = step.node('Add', [step.node('Add', [again, hidden], 'both'), step.number(-1)], 'copied');
  step.node('Concat', [known, copied], 'logprobs', { attributes: { axis: { i: 1 } } });
  step.node('Add', ['state.count', step.number(1)], 'next.count');
  const inputs = [{ name: 'token', type: INT64, dims: ['batch'] }, { name: 'same', dims: ['batch', 'source'] }, places, count];
  const outputs = [
    { name: 'logprobs', dims: ['batch', 'width'] },
    { name: 'next.count', dims: ['batch', 1] },
  ];
  writeFileSync(join(folder, 'step.onnx'), step.encode(inputs, outputs));
  writeFileSync(join(folder, 'vocabulary.json'), JSON.stringify(STEP_WORDS));
  writeFileSync(
    join(folder, 'sensebench.json'),
    JSON.stringify({
      format: 1,
      kind: 'steps',
      name: 'counter',
      ids: { pad: 0, start: 1, end: 2, unknown: 3 },
      decoding: { beams: 1, maxLength: 9 },
    }),
  );
}
