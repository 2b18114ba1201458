/** Adam with decoupled weight decay (Loshchilov and Hutter, 2019), gradients cut to a largest norm. */

export interface AdamOptions {
  decay?: number;
  largestNorm?: number;
}

export class Adam {
  private readonly moments = new Map<string, { first: Float32Array; second: Float32Array }>();
  private readonly decay: number;
  private readonly largestNorm: number;
  private time = 0;

  constructor({ decay = 0.01, largestNorm = 1 }: AdamOptions = {}) {
    this.decay = decay;
    this.largestNorm = largestNorm;
  }

  /** Changes the parameters in place; each has its own rate. */
  step(
    parameters: ReadonlyMap<string, Float32Array>,
    gradients: ReadonlyMap<string, Float32Array>,
    rateOf: (name: string) => number,
  ): void {
    this.time++;
    let squares = 0;
    for (const gradient of gradients.values()) for (let i = 0; i < gradient.length; i++) squares += gradient[i] * gradient[i];
    const cut = Math.min(1, this.largestNorm / (Math.sqrt(squares) + 1e-6));
    const correct1 = 1 - BETA1 ** this.time;
    const correct2 = 1 - BETA2 ** this.time;
    for (const [name, values] of parameters) {
      const gradient = gradients.get(name);
      if (!gradient) continue;
      const { first, second } = this.momentsOf(name, values.length);
      const rate = rateOf(name);
      for (let i = 0; i < values.length; i++) {
        const g = gradient[i] * cut;
        first[i] = BETA1 * first[i] + (1 - BETA1) * g;
        second[i] = BETA2 * second[i] + (1 - BETA2) * g * g;
        const direction = first[i] / correct1 / (Math.sqrt(second[i] / correct2) + 1e-8);
        values[i] -= rate * (direction + this.decay * values[i]);
      }
    }
  }

  private momentsOf(name: string, length: number): { first: Float32Array; second: Float32Array } {
    const known = this.moments.get(name) ?? { first: new Float32Array(length), second: new Float32Array(length) };
    this.moments.set(name, known);
    return known;
  }
}

const BETA1 = 0.9;
const BETA2 = 0.95;
