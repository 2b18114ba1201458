/** A Spark standalone cluster of a master and two workers on the loopback, ended by their numbers. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { until } from './shard-world.ts';

export interface SparkCluster {
  master: string;
  environment: Record<string, string>;
  stop(): void;
}

/** `bin` has spark-class: the pip package has no start scripts. */
export async function startSpark(folder: string, bin: string): Promise<SparkCluster> {
  const environment = { SPARK_LOCAL_IP: '127.0.0.1', PATH: `${bin}:${process.env.PATH}` };
  const started: ChildProcess[] = [];
  const said: string[] = [];
  const start = (...words: string[]) => {
    const child = spawn(join(bin, 'spark-class'), words, { env: { ...process.env, ...environment } });
    const place = said.push('') - 1;
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        said[place] += chunk;
      });
    started.push(child);
  };
  const stop = () => {
    for (const child of started) child.kill('SIGTERM');
  };
  try {
    return { master: await startAll(), environment, stop };
  } catch (error) {
    stop();
    throw error;
  }
  async function startAll(): Promise<string> {
    start('org.apache.spark.deploy.master.Master', '--host', '127.0.0.1', '--port', '0', '--webui-port', '0');
    const master = await until(() => /(spark:\/\/127\.0\.0\.1:\d+)/.exec(said[0])?.[1], 800, 'a Spark master');
    for (const name of ['one', 'two']) {
      const own = ['--host', '127.0.0.1', '-c', '1', '-m', '600m', '--webui-port', '0', '--work-dir', join(folder, name)];
      start('org.apache.spark.deploy.worker.Worker', ...own, master);
    }
    await until(() => said.slice(1).every((text) => text.includes('Successfully registered')), 800, 'two Spark workers');
    return master;
  }
}
