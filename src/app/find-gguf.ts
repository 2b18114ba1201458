/** A GGUF file by its path, or by the name under which `sensebench data add` keeps it. */
import { existsSync } from 'node:fs';
import { InputError, SetupError } from '../core/index.ts';
import { dataPath, type Environment, OPTIONAL_DATA } from './start/index.ts';

export function findGguf(file: string, environment: Environment = process.env): { path: string; name?: string } {
  if (file !== 'smollm2') return { path: file };
  const path = dataPath('smollm2', environment);
  if (!existsSync(path)) throw new SetupError('SmolLM2 is not here', OPTIONAL_DATA.smollm2.get);
  return { path, name: file };
}

/** The file of a language model's spec. */
export function findLanguageModel(spec: string, environment?: Environment): { path: string; name?: string } {
  const [, file] = /^gguf:(.+)$/.exec(spec) ?? [];
  if (!file) throw new InputError(`there is no language model "${spec}"`, { expected: 'gguf:smollm2 or gguf:FILE' });
  return findGguf(file, environment);
}
