/** Builds on SLURM and Spark with kills: the folder has the bytes of a build in one process. Needs dist/ (`npm run build`). */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentOf, isInstalled, shardsOf, startBuild, until, workersOf, writeCorpus } from './shard-world.ts';
import { type SlurmCluster, startSlurm } from './slurm-cluster.ts';
import { type SparkCluster, startSpark } from './spark-cluster.ts';

const folder = mkdtempSync(join(tmpdir(), 'shards-'));
const corpus = join(folder, 'corpus.txt');
/** SPARK_BIN names the bin folder of pyspark 4.3.0, where it is not on PATH. */
const sparkBin = process.env.SPARK_BIN ?? '';
const hasSpark = isInstalled('java') && (existsSync(join(sparkBin, 'spark-class')) || isInstalled('spark-class'));
const hasSlurm = isInstalled('munged', 'slurmctld', 'slurmd', 'sbatch') && process.getuid?.() === 0;
let expected: Record<string, string>;

beforeAll(async () => {
  writeCorpus(corpus);
  const build = startBuild(corpus, join(folder, 'alone/set'), ['--threads', '1']);
  expect(await build.ended, build.said()).toBe(0);
  expected = contentOf(join(folder, 'alone/set'));
}, 1_800_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('in two processes has the same bytes', async () => {
  const build = startBuild(corpus, join(folder, 'two/set'), ['--threads', '2']);
  expect(await build.ended, build.said()).toBe(0);
  expect(contentOf(join(folder, 'two/set'))).toEqual(expected);
});

describe('a build on SLURM', () => {
  if (!hasSlurm) return it.skip('slurm-wlm and munge are not installed, or this is not root', () => undefined);
  let cluster: SlurmCluster;
  beforeAll(async () => {
    cluster = await startSlurm(join(folder, 'slurm'));
  }, 300_000);
  afterAll(() => cluster?.stop());

  it('has the same bytes, though a task is killed and sent again', async () => {
    const store = join(folder, 'slurm-store');
    const build = startBuild(corpus, join(folder, 'by-slurm/set'), ['--engine', 'slurm', '--cache', store], cluster.environment);
    const worker = await until(() => workersOf(store, 'analyse ')[0], 1800, 'a worker of the second step');
    process.kill(worker, 'SIGKILL');
    expect(await build.ended, build.said()).toBe(0);
    expect(build.said()).toMatch(/shards are missing; they are sent again/);
    expect(contentOf(join(folder, 'by-slurm/set'))).toEqual(expected);
    expect(workersOf(store)).toEqual([]);
  });
});

describe('a build on Spark', () => {
  if (!hasSpark) return it.skip('Java or pyspark is not installed (SPARK_BIN names its bin folder)', () => undefined);
  let cluster: SparkCluster;
  beforeAll(async () => {
    cluster = await startSpark(join(folder, 'spark'), sparkBin);
  }, 1_800_000);
  afterAll(() => cluster?.stop());
  const store = join(folder, 'spark-store');
  const start = (out: string) => startBuild(corpus, join(folder, out), ['--engine', cluster.master, '--cache', store], cluster.environment);

  it('leaves no worker ten seconds after its driver was killed, and the next one computes only what is missing', async () => {
    const killed = start('by-spark/set');
    await until(() => workersOf(store, 'analyse ')[0], 1800, 'a worker of the second step');
    killed.process.kill('SIGKILL');
    await killed.ended;
    await new Promise((resolve) => setTimeout(resolve, 10_000));
    expect(workersOf(store)).toEqual([]);
    const before = new Map(shardsOf(store).map((name) => [name, statSync(join(store, name)).mtimeMs]));
    const executor = until(() => workersOf(store, 'analyse ')[0], 1800, 'a worker').then((worker) => {
      // The executor, in the middle of a shard.
      const parent = Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${worker}/status`, 'utf8'))?.[1]);
      process.kill(parent, 'SIGKILL');
    });
    const again = start('by-spark/set');
    const starts = new Set<number>();
    const watch = setInterval(() => {
      for (const worker of workersOf(store, 'analyse ')) starts.add(worker);
    }, 200);
    await executor;
    expect(await again.ended, again.said()).toBe(0);
    clearInterval(watch);
    // One shard was begun and lost: more starts than shards.
    expect(starts.size).toBeGreaterThan(shardsOf(store, 'analyse').filter((name) => !before.has(name)).length);
    for (const [name, time] of before) expect(statSync(join(store, name)).mtimeMs, name).toBe(time);
    expect(contentOf(join(folder, 'by-spark/set'))).toEqual(expected);
    expect(workersOf(store)).toEqual([]);
    expect(readdirSync(store).filter((name) => name.includes('.partial-')).length).toBeLessThan(5);
  });

  it('shows why a shard cannot be computed', async () => {
    const bad = join(folder, 'bad-store');
    // A folder is where a result of the second step should be: its key is that of the build alone.
    const [blocked] = shardsOf(join(folder, 'alone/.sensebench-cache'), 'analyse');
    mkdirSync(join(bad, blocked), { recursive: true });
    const build = startBuild(corpus, join(folder, 'bad/set'), ['--engine', cluster.master, '--cache', bad], cluster.environment);
    expect(await build.ended).toBe(2);
    expect(build.said()).toContain(`${join(bad, blocked)}: is a folder`);
  });
});

it('leaves no process behind', () => {
  expect(
    execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line.includes(folder) && / work /.test(line)),
  ).toEqual([]);
});
