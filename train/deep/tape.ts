/** Reverse-mode differentiation over an ONNX graph; the gradients become nodes of the same graph. */
import type { OnnxGraph } from '../../packages/sensebench/src/nlp/embeddings/onnx-model.ts';

/** A value of the graph; `rank` is its number of dimensions. */
export interface Value {
  name: string;
  rank: number;
  /** Does it depend on a parameter? */
  learns: boolean;
}

interface Step {
  /** Null for a loss, which starts the flow. */
  output: Value | null;
  back(gradient: string): void;
}

const keepLast = { attributes: { keepdims: { i: 1 } } };

export class Tape {
  private readonly graph: OnnxGraph;
  private readonly steps: Step[] = [];
  private readonly flows = new Map<string, string[]>();
  private readonly parameters: Value[] = [];
  private count = 0;

  constructor(graph: OnnxGraph) {
    this.graph = graph;
  }

  given(name: string, rank: number): Value {
    return { name, rank, learns: false };
  }

  parameter(name: string, rank: number): Value {
    const value = { name, rank, learns: true };
    this.parameters.push(value);
    return value;
  }

  /** a · b, where b is a matrix or has as many dimensions as a; `transposed` reads b's last two dimensions the other way round. */
  matmul(a: Value, b: Value, { transposed = false, scale = 1 } = {}): Value {
    const product = (x: string, y: string, transA: boolean, transB: boolean) =>
      this.graph.fused('FusedMatMul', [x, y], this.fresh('product'), {
        transA: { i: Number(transA) },
        transB: { i: Number(transB) },
        alpha: { f: scale },
      });
    const output = this.value(product(a.name, b.name, false, transposed), a.rank, a, b);
    return this.record(output, (gradient) => {
      if (a.learns) this.flow(a, product(gradient, b.name, false, !transposed));
      if (!b.learns) return;
      const [x, dy] = b.rank === 2 && a.rank > 2 ? [this.rows(a.name), this.rows(gradient)] : [a.name, gradient];
      this.flow(b, transposed ? product(dy, x, true, false) : product(x, dy, true, false));
    });
  }

  /** a + b; b may be a vector over a's last dimension. */
  add(a: Value, b: Value): Value {
    const output = this.value(this.op('Add', [a.name, b.name]), a.rank, a, b);
    return this.record(output, (gradient) => {
      if (a.learns) this.flow(a, gradient);
      if (b.learns) this.flow(b, b.rank < a.rank ? this.sumOver(gradient, a.rank - b.rank) : gradient);
    });
  }

  /** a times something that does not learn, such as a dropout mask. */
  scaled(a: Value, factor: string): Value {
    const output = this.value(this.op('Mul', [a.name, factor]), a.rank, a);
    return this.record(output, (gradient) => this.flow(a, this.op('Mul', [gradient, factor])));
  }

  /** Σ over the last dimension of a[…, k, n] · b[…, n], for every k. */
  dotEach(a: Value, b: Value): Value {
    const spread = this.op('Unsqueeze', [b.name, this.graph.integers([b.rank - 1])]);
    const product = this.op('Mul', [a.name, spread]);
    const sum = (name: string, axis: number) =>
      this.graph.node('ReduceSum', [name, this.graph.integers([axis])], this.fresh('sum'), { attributes: { keepdims: { i: 0 } } });
    const output = this.value(sum(product, a.rank - 1), a.rank - 1, a, b);
    return this.record(output, (gradient) => {
      const wide = this.op('Unsqueeze', [gradient, this.graph.integers([a.rank - 1])]);
      if (a.learns) this.flow(a, this.op('Mul', [wide, spread]));
      if (b.learns) this.flow(b, sum(this.op('Mul', [wide, a.name]), a.rank - 2));
    });
  }

  relu(a: Value): Value {
    const output = this.value(this.op('Relu', [a.name]), a.rank, a);
    return this.record(output, (gradient) => {
      const sign = this.op('Sign', [output.name]);
      this.flow(a, this.op('Mul', [gradient, sign]));
    });
  }

  /** x · Φ(x) with the error function, as BERT has it. */
  gelu(a: Value): Value {
    const output = this.value(this.graph.fused('Gelu', [a.name], this.fresh('gelu')), a.rank, a);
    return this.record(output, (gradient) => {
      const number = (value: number) => this.graph.number(value);
      const erf = this.op('Erf', [this.op('Mul', [a.name, number(Math.SQRT1_2)])]);
      const phi = this.op('Mul', [this.op('Add', [erf, number(1)]), number(0.5)]);
      const density = this.op('Exp', [this.op('Mul', [this.op('Mul', [a.name, a.name]), number(-0.5)])]);
      const slope = this.op('Mul', [this.op('Mul', [a.name, density]), number(1 / Math.sqrt(2 * Math.PI))]);
      this.flow(a, this.op('Mul', [gradient, this.op('Add', [phi, slope])]));
    });
  }

  softmax(a: Value): Value {
    const output = this.value(this.graph.node('Softmax', [a.name], this.fresh('softmax'), { attributes: { axis: { i: -1 } } }), a.rank, a);
    return this.record(output, (gradient) => {
      const weighted = this.op('Mul', [gradient, output.name]);
      const sum = this.graph.node('ReduceSum', [weighted, this.graph.integers([-1])], this.fresh('sum'), keepLast);
      this.flow(a, this.op('Sub', [weighted, this.op('Mul', [output.name, sum])]));
    });
  }

  /** Normalization over the last dimension with a fixed scale and offset. */
  layerNorm(a: Value, scale: string, offset: string, epsilon: number): Value {
    const names = [this.fresh('norm'), this.fresh('mean'), this.fresh('inverse')];
    const attributes = { axis: { i: -1 }, epsilon: { f: epsilon } };
    const output = this.value(this.graph.node('LayerNormalization', [a.name, scale, offset], names, { attributes }), a.rank, a);
    const [, mean, inverse] = names;
    return this.record(output, (gradient) => {
      const average = (name: string) =>
        this.graph.node('ReduceMean', [name], this.fresh('average'), { attributes: { axes: { ints: [-1] }, keepdims: { i: 1 } } });
      const standard = this.op('Mul', [this.op('Sub', [a.name, mean]), inverse]);
      const dy = this.op('Mul', [gradient, scale]);
      const along = this.op('Mul', [standard, average(this.op('Mul', [dy, standard]))]);
      this.flow(a, this.op('Mul', [this.op('Sub', [this.op('Sub', [dy, average(dy)]), along]), inverse]));
    });
  }

  /** `shape` as ONNX has it (0 keeps a dimension); `before` is the shape to go back to. */
  reshape(a: Value, shape: readonly number[], before: readonly number[]): Value {
    const output = this.value(this.op('Reshape', [a.name, this.graph.integers(shape)]), shape.length, a);
    return this.record(output, (gradient) => this.flow(a, this.op('Reshape', [gradient, this.graph.integers(before)])));
  }

  transpose(a: Value, perm: readonly number[]): Value {
    const turn = (name: string, ints: number[]) =>
      this.graph.node('Transpose', [name], this.fresh('transposed'), { attributes: { perm: { ints } } });
    const output = this.value(turn(a.name, [...perm]), a.rank, a);
    return this.record(output, (gradient) =>
      this.flow(
        a,
        turn(
          gradient,
          perm.map((_, axis) => perm.indexOf(axis)),
        ),
      ),
    );
  }

  /** −Σ target · log softmax(a); targets sum to the weight of their row, 0 where a row does not count. Gives back the name of the loss. */
  crossEntropy(a: Value, target: string): string {
    const log = this.graph.node('LogSoftmax', [a.name], this.fresh('log'), { attributes: { axis: { i: -1 } } });
    const all = this.graph.node('ReduceSum', [this.op('Mul', [log, target])], this.fresh('loss'), { attributes: { keepdims: { i: 0 } } });
    this.steps.push({
      output: null,
      back: () => {
        const weight = this.graph.node('ReduceSum', [target, this.graph.integers([-1])], this.fresh('weight'), keepLast);
        const expected = this.op('Mul', [this.op('Exp', [log]), weight]);
        this.flow(a, this.op('Sub', [expected, target]));
      },
    });
    return this.op('Neg', [all]);
  }

  /** Writes the gradients into the graph: the name of each parameter's gradient. */
  gradients(): Map<string, string> {
    for (const { output, back } of [...this.steps].reverse()) {
      if (output === null) back('');
      else if (this.flows.has(output.name)) back(this.collected(output));
    }
    return new Map(this.parameters.filter(({ name }) => this.flows.has(name)).map((value) => [value.name, this.collected(value)]));
  }

  private fresh(what: string): string {
    return `${what}.${this.count++}`;
  }

  private op(opType: string, input: readonly string[]): string {
    return this.graph.node(opType, input, this.fresh(opType));
  }

  private value(name: string, rank: number, ...inputs: Value[]): Value {
    return { name, rank, learns: inputs.some(({ learns }) => learns) };
  }

  private record(output: Value, back: (gradient: string) => void): Value {
    if (output.learns) this.steps.push({ output, back });
    return output;
  }

  private flow(into: Value, gradient: string): void {
    this.flows.set(into.name, [...(this.flows.get(into.name) ?? []), gradient]);
  }

  private collected({ name }: Value): string {
    const [first, ...others] = this.flows.get(name) ?? [];
    return others.reduce((sum, other) => this.op('Add', [sum, other]), first);
  }

  /** All but the last dimension in one. */
  private rows(name: string): string {
    return this.graph.node('Flatten', [name], this.fresh('rows'), { attributes: { axis: { i: -1 } } });
  }

  private sumOver(name: string, dimensions: number): string {
    const axes = this.graph.integers(Array.from({ length: dimensions }, (_, axis) => axis));
    return this.graph.node('ReduceSum', [name, axes], this.fresh('sum'), { attributes: { keepdims: { i: 0 } } });
  }
}
