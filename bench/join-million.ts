/** A slice of the join of a million vectors in fixed memory; the whole is computed from it. `npx tsx bench/join-million.ts [--vectors 1000000] [--rows 4096] [--partners 8]` */
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { createBestPartners, fileVectors, joinBlocks } from '../packages/sensebench/src/build/pairs/index.ts';
import { openScratch } from '../packages/sensebench/src/files/index.ts';
import { loadTileGraph } from '../packages/sensebench/src/nlp/embeddings/tile-graph.ts';
import { madeVectors } from './made-vectors.ts';

const { values } = parseArgs({
  options: {
    vectors: { type: 'string', default: '1000000' },
    rows: { type: 'string', default: '4096' },
    partners: { type: 'string', default: '8' },
  },
});
const [count, rows, partners] = [Number(values.vectors), Number(values.rows), Number(values.partners)];
const [dimensions, part] = [384, 10_000];
const file = openScratch();
for (let from = 0; from < count; from += part) {
  const made = madeVectors(Math.min(part, count - from), dimensions, { part: from / part });
  file.append(new Uint8Array(made.buffer, made.byteOffset, made.byteLength));
}
const [threshold, best] = [0.8, createBestPartners(count, partners, { least: 0.8 })];
const tiles = (await loadTileGraph()) ?? undefined;
const start = performance.now();
const before = process.cpuUsage();
let near = 0;
const options = { threshold, whole: true, tiles, size: rows, until: 1, bounds: best.bounds };
for await (const { firsts, seconds, similarities, count: found } of joinBlocks(fileVectors(file, dimensions), options)) {
  near += found;
  for (let i = 0; i < found; i++) if (similarities[i] >= threshold) best.add(firsts[i], seconds[i], similarities[i]);
}
const seconds = (performance.now() - start) / 1000;
const { user, system } = process.cpuUsage(before);
file.close();
const peak = Number(/VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1000;
// The slice is one row of blocks; all later ones have fewer columns.
const share = (rows * (count - rows / 2)) / (count ** 2 / 2);
const row = [count, rows, near, seconds.toFixed(1), ((user + system) / 1e6).toFixed(1), peak.toFixed(0), loadavg()[0].toFixed(1)];
console.log(
  '| vectors | rows joined | near pairs | seconds | processor seconds | peak MB | load | whole, hours | whole, processor hours |',
);
console.log('|---:|---:|---:|---:|---:|---:|---:|---:|---:|');
console.log(`| ${[...row, (seconds / share / 3600).toFixed(2), ((user + system) / 1e6 / share / 3600).toFixed(2)].join(' | ')} |`);
