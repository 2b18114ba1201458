/** Path of a shipped model or table: in the folder `weights` of the package, whether the code runs from src/ or dist/. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SetupError } from '../../core/index.ts';

/** The path of a file under weights/, for example `weightsPath('wordnet/wordnet.bin.gz')`. */
export function weightsPath(file: string): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const path = join(folder, 'weights', file);
    if (existsSync(path)) return path;
    const parent = dirname(folder);
    if (parent === folder) throw new SetupError(`weights/${file} is missing`, 'install the package again');
    folder = parent;
  }
}
