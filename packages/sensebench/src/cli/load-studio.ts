/** Loads @sensebench/studio, which is added by name. Commands that need it say how where it is missing. */
import { SetupError, version } from '@sensebench/metrics/internal/core';

type Studio = typeof import('@sensebench/studio');

export type { Boards } from '@sensebench/studio';

export function loadStudio(): Promise<Studio> {
  return orSayHow(() => import('@sensebench/studio'));
}

export function loadStore(): Promise<typeof import('@sensebench/studio/store')> {
  return orSayHow(() => import('@sensebench/studio/store'));
}

/** Exported for its test. */
export async function orSayHow<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    // Another package may be missing inside of it: that is not for the user to add.
    const isMissing =
      error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND' && error.message.includes("'@sensebench/studio'");
    if (!isMissing) throw error;
    throw new SetupError('@sensebench/studio is not installed', `npm install --ignore-scripts @sensebench/studio@${version}`);
  }
}
