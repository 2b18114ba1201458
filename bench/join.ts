/** The exact join of vectors against tiles of numpy (OpenBLAS). `npx tsx bench/join.ts [--python path] [--sizes 3876,20000] [--rounds 5]` */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { similarPairs } from '../packages/sensebench/src/build/pairs/index.ts';
import { loadTileGraph } from '../packages/sensebench/src/nlp/embeddings/tile-graph.ts';
import { keepResult } from './bench-result.ts';
import { madeVectors } from './made-vectors.ts';
import { median } from './median.ts';

const { values } = parseArgs({
  options: {
    python: { type: 'string', default: 'python3' },
    sizes: { type: 'string', default: '3876,20000' },
    rounds: { type: 'string', default: '5' },
  },
});
const [dimensions, threshold] = [384, 0.8];
const onnx = (await loadTileGraph()) ?? undefined;
const folder = mkdtempSync(join(tmpdir(), 'sensebench-join-'));
const script = fileURLToPath(new URL('join-openblas.py', import.meta.url));
try {
  // Processor seconds do not depend on what else the machine does, wall-clock seconds do.
  console.log('| vectors | pairs | ONNX Runtime | WebAssembly | numpy | ONNX Runtime / numpy, seconds | processor seconds |');
  console.log('|---:|---:|---:|---:|---:|---:|---:|');
  for (const count of values.sizes.split(',').map(Number)) {
    const vectors = madeVectors(count, dimensions);
    const file = join(folder, 'vectors.f32');
    writeFileSync(file, vectors);
    const seconds: Record<string, number[]> = { onnx: [], wasm: [], numpy: [], onnxCpu: [], wasmCpu: [], numpyCpu: [] };
    let pairs = 0;
    // In turns, so that what else the machine does falls on all of them. The first round warms up and is left out.
    for (let round = 0; round <= Number(values.rounds); round++) {
      for (const [name, tiles] of Object.entries({ onnx, wasm: undefined })) {
        // As numpy does: few vectors are searched twice, and the second search counts.
        if (count < 10_000) await similarPairs(vectors, { dimensions, threshold, tiles });
        const start = performance.now();
        const before = process.cpuUsage();
        pairs = (await similarPairs(vectors, { dimensions, threshold, tiles })).length;
        if (round === 0) continue;
        const { user, system } = process.cpuUsage(before);
        seconds[name].push((performance.now() - start) / 1000);
        seconds[`${name}Cpu`].push((user + system) / 1e6);
      }
      const { status, stdout } = spawnSync(values.python, [script, file, `${dimensions}`, `${threshold}`], { encoding: 'utf8' });
      if (status !== 0) continue;
      const theirs = JSON.parse(stdout) as { seconds: number; cpu: number; pairs: number };
      if (round > 0) seconds.numpy.push(theirs.seconds);
      if (round > 0) seconds.numpyCpu.push(theirs.cpu);
      if (Math.abs(theirs.pairs - pairs) > pairs / 1e3) throw new Error(`numpy finds ${theirs.pairs} pairs, not ${pairs}`);
    }
    const of = (name: string) => (seconds[name].length > 0 ? median(seconds[name]) : Number.NaN);
    const show = (name: string) => `${of(name).toFixed(3)} (${of(`${name}Cpu`).toFixed(2)})`;
    const ratios = [of('onnx') / of('numpy'), of('onnxCpu') / of('numpyCpu')].map((ratio) => ratio.toFixed(2));
    keepResult({
      bench: 'join',
      what: `pairs of ${count.toLocaleString('en')} vectors above ${threshold}`,
      rounds: Number(values.rounds),
      ours: { seconds: of('onnx'), processorSeconds: of('onnxCpu') },
      peer: {
        name: 'numpy tiles (OpenBLAS)',
        measured: seconds.numpy.length > 0 ? { seconds: of('numpy'), processorSeconds: of('numpyCpu') } : null,
      },
      // Within 1.2 times of OpenBLAS.
      goal: count < 10_000 ? { seconds: 0.13 } : { times: 0.83 },
      note: `${pairs.toLocaleString('en')} pairs; without ONNX Runtime (WebAssembly) ${of('wasm').toFixed(2)} s`,
    });
    console.log(`| ${[count, pairs, show('onnx'), show('wasm'), show('numpy'), ...ratios].join(' | ')} |`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
