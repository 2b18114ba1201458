/** Runs one step on given shards, with the tools that it needs. Errors keep their class and name the step. */
import type { BuildStep, Shard, ShardReaders, StepTools, StreamStep, ToolNeeds, Tools } from '@sensebench/metrics/internal/core';

/** The name of a tool's id, by the need. */
const ID_OF = {
  analyse: 'analyser',
  embedder: 'embedder',
  encoder: 'encoder',
  wordnet: 'wordnet',
  truecaser: 'truecaser',
  languageModel: 'languageModel',
  model: 'model',
} as const satisfies Record<Exclude<keyof ToolNeeds, 'tiles'>, string>;
const NEEDS = Object.keys(ID_OF) as (keyof typeof ID_OF)[];

export async function runStep<In, Out, Options>(
  step: BuildStep<In, Out, Options>,
  shards: readonly Shard<In>[],
  options: Options,
  tools: StepTools,
): Promise<Shard<Out>> {
  try {
    const shard = await step.run(shards, options, tools);
    demandShard(shard);
    return shard;
  } catch (error) {
    throw tools.signal.aborted ? error : sayStep(error, step.name);
  }
}

/** Runs a step that yields its shards one by one. */
export async function* streamStep<In, Out, Options>(
  step: StreamStep<In, Out, Options>,
  input: ShardReaders<In>,
  options: Options,
  tools: StepTools,
): AsyncGenerator<Shard<Out>> {
  try {
    for await (const shard of step.run(input, options, tools)) {
      demandShard(shard);
      tools.signal.throwIfAborted();
      yield shard;
    }
  } catch (error) {
    throw tools.signal.aborted ? error : sayStep(error, step.name);
  }
}

/** Parses the options of a step, which must be plain JSON because they are part of a key. */
export function readOptions<Options>(step: Pick<BuildStep<never, unknown, Options>, 'name' | 'options'>, given: unknown): Options {
  const parsed = step.options.safeParse(given);
  if (!parsed.success) throw new Error(`step ${step.name}: wrong options: ${parsed.error.message}`);
  demandJson(parsed.data, `step ${step.name}: options`);
  return parsed.data;
}

/**
 * Checks the result of a step.
 * Throws unless it is a shard.
 */
function demandShard(value: unknown): asserts value is Shard {
  const { rows, dropped, vectors } = (typeof value === 'object' && value !== null ? value : {}) as Partial<Record<keyof Shard, unknown>>;
  if (!Array.isArray(rows) || !Array.isArray(dropped))
    throw new TypeError(`a step gives { rows: [], dropped: [] }, but this one gave ${describe(value)}`);
  const hole = rows.indexOf(undefined);
  if (hole >= 0) throw new TypeError(`row ${hole} is undefined`);
  if (vectors === undefined) return;
  if (!(vectors instanceof Float32Array)) throw new TypeError('vectors are a Float32Array');
  if (rows.length === 0 ? vectors.length > 0 : vectors.length % rows.length !== 0)
    throw new TypeError(`${vectors.length} numbers of vectors do not fit ${rows.length} rows`);
}

function describe(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return Array.isArray(value) ? 'a list' : `an object with ${Object.keys(value).join(', ') || 'nothing'}`;
}

/** Throws unless a value is plain JSON, because a Set or a Date would be lost in the key. Absent fields are allowed. */
function demandJson(value: unknown, place: string): void {
  if (value === undefined || value === null || typeof value === 'string' || typeof value === 'boolean') return;
  if (typeof value === 'number' && Number.isFinite(value)) return;
  if (Array.isArray(value)) {
    for (const [i, inner] of value.entries()) demandJson(inner, `${place}.${i}`);
    return;
  }
  if (typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype) {
    for (const [name, inner] of Object.entries(value)) demandJson(inner, `${place}.${name}`);
    return;
  }
  throw new TypeError(`${place} is not plain JSON`);
}

/** Adds the name of the step to the message of an error. */
function sayStep(error: unknown, step: string): unknown {
  if (!(error instanceof Error)) return new Error(`${String(error)} (step ${step})`);
  const { message, stack } = error;
  error.message = `${message} (step ${step})`;
  // The stack still contains the old message.
  if (stack?.includes(message)) error.stack = stack.replace(message, () => error.message);
  return error;
}

/** A missing tool has an id too, because results differ with and without it. */
export function toolIds(step: string, needs: ToolNeeds, tools: Tools): Record<string, string> {
  const asked = NEEDS.filter((need) => needs[need]);
  return Object.fromEntries(
    asked.map((need) => {
      const name = ID_OF[need];
      const id = tools[need] === undefined ? 'none' : tools.ids?.[name];
      if (id === undefined) throw new Error(`step ${step} needs the ${name}, which has no id`);
      // Keys name the processor too. Datasets do not, so that machines of one kind write the same bytes.
      return [name, need === 'embedder' && tools.ids?.vectors ? `${id} (${tools.ids.vectors})` : id];
    }),
  );
}

/** Gives a step the tools that it needs, whose ids are part of its key. */
export function toolsFor(step: string, needs: ToolNeeds, tools: Tools, own: Pick<StepTools, 'signal' | 'progress'>): StepTools {
  const { tokens, analyse, embedder, tiles, encoder, wordnet, truecaser, languageModel, model, ids } = tools;
  return {
    tokens,
    analyse: needs.analyse
      ? analyse
      : () => {
          throw new Error(`step ${step} analyses text without naming it in "needs"`);
        },
    ...(needs.embedder && embedder ? { embedder } : {}),
    ...(needs.tiles && tiles ? { tiles } : {}),
    ...(needs.encoder && encoder ? { encoder } : {}),
    ...(needs.wordnet && wordnet ? { wordnet } : {}),
    ...(needs.truecaser && truecaser ? { truecaser } : {}),
    ...(needs.languageModel && languageModel ? { languageModel } : {}),
    ...(needs.model && model ? { model } : {}),
    ...(ids ? { ids } : {}),
    ...own,
  };
}
