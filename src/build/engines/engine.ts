/** The contract of an engine: it starts `sensebench work PLAN STAGE SHARDS STORE` somewhere, and is not believed: only the store counts. */

/** Units of one stage of a plan, numbered from 0. */
export interface EngineWork {
  plan: string;
  stage: string;
  units: number;
  store: string;
  signal: AbortSignal;
  /** Told of each unit that a worker says is done, for the progress bar. */
  done(index: number): void;
}

export interface Engine {
  name: string;
  /** For fewer units it does not pay. */
  fewest: number;
  /** Ends when nothing runs any more. What could not be computed is missing in the store; an error says why the engine itself does not work. */
  run(work: EngineWork): Promise<void>;
  /** Ends what it has started. */
  close(): Promise<void>;
}
