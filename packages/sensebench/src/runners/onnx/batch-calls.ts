/** Collects simultaneous calls and answers them in one batch, in the order of their arrival. */

export interface BatchOptions<Call, Answer> {
  /** The largest batch. */
  most: number;
  run(calls: readonly Call[]): Promise<readonly Answer[]>;
}

interface Waiting<Call, Answer> {
  call: Call;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** One batch runs at a time. A batch starts when it is full, or when a turn of the event loop brings no further call. */
export function batchCalls<Call, Answer>({ most, run }: BatchOptions<Call, Answer>): (call: Call) => Promise<Answer> {
  const waiting: Waiting<Call, Answer>[] = [];
  let busy = false;

  async function work(): Promise<void> {
    busy = true;
    let seen = -1;
    while (waiting.length > 0) {
      if (waiting.length < most && waiting.length !== seen) {
        seen = waiting.length;
        await new Promise((resolve) => setTimeout(resolve, 2));
        continue;
      }
      const batch = waiting.splice(0, most);
      seen = -1;
      try {
        const answers = await run(batch.map(({ call }) => call));
        for (const [i, { resolve }] of batch.entries()) resolve(answers[i]);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    busy = false;
  }

  return (call) =>
    new Promise((resolve, reject) => {
      waiting.push({ call, resolve, reject });
      if (!busy) void work();
    });
}
