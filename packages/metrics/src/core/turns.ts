/** Long computations yield to other events now and then, so that Ctrl-C takes effect within a tenth of a second. */

const MS_BETWEEN = 50;

/** A computation in rounds: a generator that yields after each of them. */
export type Rounds<T> = Generator<undefined, T>;

/** All rounds without a pause. */
export function atOnce<T>(rounds: Rounds<T>): T {
  let step = rounds.next();
  while (!step.done) step = rounds.next();
  return step.value;
}

/** All rounds, with pauses; throws the signal's reason when it is aborted. */
export async function inTurns<T>(rounds: Rounds<T>, signal?: AbortSignal): Promise<T> {
  const turn = createTurns(signal);
  for (let step = rounds.next(); ; step = rounds.next()) {
    if (step.done) return step.value;
    const pause = turn();
    if (pause) await pause;
  }
}

/** The returned function returns null, or a pause to await if the last one was too long ago. */
export function createTurns(signal?: AbortSignal): () => Promise<void> | null {
  let last = performance.now();
  const pause = async () => {
    await new Promise((resolve) => setTimeout(resolve, 0));
    signal?.throwIfAborted();
    last = performance.now();
  };
  return () => (performance.now() - last < MS_BETWEEN ? null : pause());
}
