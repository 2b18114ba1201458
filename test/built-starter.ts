/** What the tour's build of the starter dataset keeps, computed once for all tests: whoever comes first builds, the others wait. */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { inject } from 'vitest';
import { createToolbox } from '../packages/sensebench/src/app/tools.ts';
import { build } from '../packages/sensebench/src/benchmarks/situatedgen/commands/build.ts';
import { quietContext } from './quiet-context.ts';

/** `home` has the vectors, `steps` the finished steps. */
export async function builtStarter(): Promise<{ home: string; steps: string }> {
  const folder = inject('starterFolder');
  const [home, steps, done] = ['home', 'steps', 'done'].map((name) => join(folder, name));
  const first = await mkdir(join(folder, 'begun')).then(
    () => true,
    () => false,
  );
  if (first) {
    try {
      const tools = createToolbox({ environment: { SENSEBENCH_HOME: home }, say: () => undefined });
      await build.run(build.options.parse({ out: join(folder, 'dataset'), cache: steps }), quietContext({ tools }));
    } finally {
      // Also after a failure: then each test finds out for itself.
      await writeFile(done, '');
    }
  }
  while (!existsSync(done)) await wait(100);
  return { home, steps };
}
