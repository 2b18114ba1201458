import { version } from '@sensebench/metrics/internal/core';
import { expect, it } from 'vitest';
import { loadStore, loadStudio, orSayHow } from './load-studio.ts';

it('loads the studio and its store', async () => {
  expect(await loadStudio()).toHaveProperty('startStudio');
  expect(await loadStore()).toHaveProperty('backup');
});

it('says how to add the studio where it is missing, and nothing of a package that it misses itself', async () => {
  const missing = (name: string) => () =>
    Promise.reject(Object.assign(new Error(`Cannot find package '${name}' imported from /x.js`), { code: 'ERR_MODULE_NOT_FOUND' }));
  await expect(orSayHow(missing('@sensebench/studio'))).rejects.toMatchObject({
    name: 'SetupError',
    message: expect.stringContaining(`npm install --ignore-scripts @sensebench/studio@${version}`),
  });
  await expect(orSayHow(missing('hono'))).rejects.toMatchObject({ name: 'Error', message: expect.stringContaining("'hono'") });
});
