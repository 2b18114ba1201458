/**
 * Connectivity of CommonGen's concept-sets on a synthetic ConceptNet of the real one's size: time and memory of reading and of the three figures.
 * `npx tsx bench/conceptnet.ts [--lines 34000000] [--english 0.1] [--sets 2490]`
 */
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createGzip } from 'node:zlib';
import { createRandom } from '../packages/metrics/src/core/index.ts';
import { analyseGraph, readGraph } from '../packages/sensebench/src/benchmarks/commongen/analysis/analyse-graph.ts';

const { values } = parseArgs({
  options: {
    lines: { type: 'string', default: '34000000' },
    /** ConceptNet 5.7 has 34 million assertions, 3.4 million of them between two English words. */
    english: { type: 'string', default: '0.1' },
    sets: { type: 'string', default: '2490' },
  },
});

const WORDS = 400_000;
const CONCEPTS = 1_600;
const RELATIONS = [
  'RelatedTo',
  'RelatedTo',
  'RelatedTo',
  'IsA',
  'AtLocation',
  'UsedFor',
  'HasContext',
  'Synonym',
  'HasSubevent',
  'CapableOf',
];
const random = createRandom('17/conceptnet');
/** Squared twice: few words have most of the edges, as in the real graph. */
const word = () => `w${Math.floor(WORDS * random.next() ** 4)}`;

const folder = mkdtempSync(join(tmpdir(), 'sensebench-bench-'));
try {
  const path = join(folder, 'assertions.csv.gz');
  await writeAssertions(path, Number(values.lines));
  const sets = Array.from({ length: Number(values.sets) }, () =>
    Array.from({ length: 5 }, () => `w${Math.floor(CONCEPTS * random.next())}`),
  );
  const before = process.cpuUsage();
  const started = performance.now();
  const graph = await readGraph(path, sets);
  const read = performance.now();
  const figures = analyseGraph({ test: sets }, graph);
  const done = performance.now();
  const { user, system } = process.cpuUsage(before);
  console.log(
    JSON.stringify({
      lines: Number(values.lines),
      packedMegabytes: Math.round(statSync(path).size / 1e6),
      readSeconds: (read - started) / 1000,
      figuresSeconds: (done - read) / 1000,
      processorSeconds: (user + system) / 1e6,
      megabytes: Math.round(process.resourceUsage().maxRSS / 1000),
      oneHopConnections: figures.test.relations.oneHop.connections,
      twoHopConnections: figures.test.relations.twoHop.connections,
    }),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function writeAssertions(path: string, lines: number): Promise<void> {
  const zip = createGzip({ level: 1 });
  const file = zip.pipe(createWriteStream(path));
  const english = Number(values.english);
  const block = 10_000;
  for (let at = 0; at < lines; at += block) {
    const rows = Array.from({ length: Math.min(block, lines - at) }, () => {
      const language = random.next() < english ? 'en' : 'fr';
      const [relation, start, end] = [random.choice(RELATIONS), `/c/${language}/${word()}`, `/c/${language}/${word()}/n`];
      return `/a/[/r/${relation}/,${start}/,${end}/]\t/r/${relation}\t${start}\t${end}\t{"dataset": "/d/wiktionary/en", "weight": 1.0}\n`;
    });
    if (!zip.write(rows.join(''))) await once(zip, 'drain');
  }
  zip.end();
  await once(file, 'finish');
}
