import { describe, expect, it } from 'vitest';
import { type GraphValue, OnnxGraph } from '../../packages/sensebench/src/nlp/embeddings/onnx-model.ts';
import { openSession, requireOnnxRuntime } from '../../packages/sensebench/src/nlp/embeddings/onnx-runtime.ts';
import { Tape, type Value } from './tape.ts';

/** Builds a network from parameters of given shapes, and compares its gradients with differences of its loss. */
async function check(
  shapes: Record<string, number[]>,
  given: Record<string, number[]>,
  build: (tape: Tape, values: Record<string, Value>) => Value,
) {
  const runtime = await requireOnnxRuntime();
  const graph = new OnnxGraph();
  const tape = new Tape(graph);
  const values = Object.fromEntries([
    ...Object.entries(shapes).map(([name, shape]) => [name, tape.parameter(name, shape.length)]),
    ...Object.entries(given).map(([name, shape]) => [name, tape.given(name, shape.length)]),
  ]);
  const loss = tape.crossEntropy(build(tape, values), 'target');
  const gradients = tape.gradients();
  const all: Record<string, number[]> = { ...shapes, ...given };
  const inputs: GraphValue[] = Object.entries(all).map(([name, dims]) => ({ name, dims }));
  const outputs: GraphValue[] = [
    { name: loss, dims: [] },
    ...[...gradients].map(([name, output]) => ({ name: output, dims: shapes[name] })),
  ];
  const session = await openSession(runtime, graph.encode(inputs, outputs), { threads: 1 });
  const size = (shape: number[]) => shape.reduce((a, b) => a * b, 1);
  let seed = 7;
  const next = () => {
    seed = (seed * 16807) % 2147483647;
    return seed / 2147483647 - 0.5;
  };
  const data = new Map(Object.entries(all).map(([name, shape]) => [name, Float32Array.from({ length: size(shape) }, next)]));
  const target = data.get('target');
  target?.forEach((_, i) => {
    target[i] = i % (all.target.at(-1) ?? 1) === 1 ? 0.5 + (i % 2) : 0;
  });
  const run = () =>
    session.run(
      Object.fromEntries(
        Object.entries(all).map(([name, shape]) => [name, new runtime.Tensor('float32', data.get(name) ?? new Float32Array(), shape)]),
      ),
    );
  const result = await run();
  for (const [name, output] of gradients) {
    const values = data.get(name) ?? new Float32Array();
    for (let i = 0; i < values.length; i += 1 + Math.floor(values.length / 7)) {
      const kept = values[i];
      const at = async (delta: number) => {
        values[i] = kept + delta;
        return ((await run())[loss].data as Float32Array)[0];
      };
      const slope = ((await at(1e-2)) - (await at(-1e-2))) / 2e-2;
      values[i] = kept;
      expect((result[output].data as Float32Array)[i], `${name}[${i}]`).toBeCloseTo(slope, 2);
    }
  }
  return gradients.size;
}

describe('Tape', () => {
  it('differentiates a dense network with a residual and a normalization', async () => {
    const shapes = { a: [4, 6], b: [6], c: [6, 4], d: [4, 3] };
    const given = { x: [2, 3, 4], scale: [4], offset: [4], keep: [6], target: [2, 3, 3] };
    const count = await check(shapes, given, (tape, { x, a, b, c, d }) => {
      const hidden = tape.scaled(tape.gelu(tape.add(tape.matmul(x, a), b)), 'keep');
      const out = tape.layerNorm(tape.add(tape.matmul(hidden, c), tape.relu(tape.matmul(hidden, c))), 'scale', 'offset', 1e-5);
      return tape.matmul(out, d);
    });
    expect(count).toBe(4);
  });

  it('differentiates attention over several heads', async () => {
    const shapes = { q: [4, 4], k: [4, 4], v: [4, 4] };
    const count = await check(shapes, { x: [2, 3, 4], target: [2, 3, 4] }, (tape, { x, q, k, v }) => {
      const split = (value: Value) => tape.transpose(tape.reshape(value, [0, 0, 2, 2], [0, 0, 4]), [0, 2, 1, 3]);
      const scores = tape.softmax(tape.matmul(split(tape.matmul(x, q)), split(tape.matmul(x, k)), { transposed: true, scale: 0.7 }));
      const mixed = tape.transpose(tape.matmul(scores, split(tape.matmul(x, v))), [0, 2, 1, 3]);
      return tape.reshape(mixed, [0, 0, 4], [0, 0, 2, 2]);
    });
    expect(count).toBe(3);
  });

  it('differentiates a biaffine score of every label', async () => {
    const shapes = { d: [4, 3], h: [4, 3], pair: [3, 6], lean: [6] };
    const count = await check(shapes, { x: [2, 3, 4], attach: [2, 3, 3], target: [2, 3, 2] }, (tape, { x, attach, d, h, pair, lean }) => {
      const head = tape.matmul(attach, tape.matmul(x, h));
      const pairs = tape.add(tape.matmul(tape.matmul(x, d), pair), lean);
      return tape.dotEach(tape.reshape(pairs, [0, 0, 2, 3], [0, 0, 6]), head);
    });
    expect(count).toBe(4);
  });
});
