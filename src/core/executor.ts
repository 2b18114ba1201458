/** The contract of where work runs: in this process now, in workers later. Results come in the order of the parts. */
export interface Executor {
  map<Part, Result>(
    task: (part: Part, signal: AbortSignal) => Promise<Result>,
    parts: Iterable<Part>,
    options: { signal: AbortSignal },
  ): AsyncIterable<Result>;
}
