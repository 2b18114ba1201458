/** A SLURM cluster of one node on the loopback, in a folder of its own: munged, slurmctld and slurmd, ended by their numbers. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { until } from './shard-world.ts';

export interface SlurmCluster {
  environment: Record<string, string>;
  stop(): void;
}

export async function startSlurm(folder: string): Promise<SlurmCluster> {
  mkdirSync(join(folder, 'state'), { recursive: true });
  mkdirSync(join(folder, 'spool'));
  const at = (name: string) => join(folder, name);
  writeFileSync(at('munge.key'), randomBytes(1024), { mode: 0o600 });
  const [controller, node] = [await freePort(), await freePort()];
  writeFileSync(
    at('slurm.conf'),
    [
      'ClusterName=loop',
      'SlurmctldHost=localhost(127.0.0.1)',
      'SlurmUser=root',
      'SlurmdUser=root',
      `AuthInfo=socket=${at('munge.sock')}`,
      // Without these the daemons listen on every address.
      'CommunicationParameters=NoInAddrAny,NoCtldInAddrAny',
      `SlurmctldPort=${controller}`,
      `SlurmdPort=${node}`,
      `StateSaveLocation=${at('state')}`,
      `SlurmdSpoolDir=${at('spool')}`,
      `SlurmctldPidFile=${at('controller.pid')}`,
      `SlurmdPidFile=${at('node.pid')}`,
      `SlurmctldLogFile=${at('controller.log')}`,
      `SlurmdLogFile=${at('node.log')}`,
      'ProctrackType=proctrack/linuxproc',
      'TaskPlugin=task/none',
      'SelectType=select/cons_tres',
      'SelectTypeParameters=CR_Core',
      'ReturnToService=2',
      'MpiDefault=none',
      `NodeName=localhost NodeAddr=127.0.0.1 CPUs=${availableParallelism()} State=UNKNOWN`,
      'PartitionName=all Nodes=localhost Default=YES MaxTime=INFINITE State=UP',
    ].join('\n'),
  );
  const environment = { SLURM_CONF: at('slurm.conf') };
  const options = { env: { ...process.env, ...environment }, stdio: 'ignore' as const };
  const munge = ['socket=munge.sock', 'key-file=munge.key', 'pid-file=munge.pid', 'log-file=munge.log', 'seed-file=munge.seed'];
  execFileSync('munged', ['--force', ...munge.map((word) => `--${word.replace('=', `=${folder}/`)}`)], options);
  execFileSync('slurmctld', options);
  execFileSync('slurmd', options);
  const idle = () => {
    try {
      return /idle/.test(execFileSync('sinfo', { ...options, stdio: 'pipe', encoding: 'utf8' }));
    } catch {
      return false;
    }
  };
  await until(idle, 90, 'SLURM has an idle node');
  return {
    environment,
    stop() {
      for (const name of ['node.pid', 'controller.pid', 'munge.pid'])
        if (existsSync(at(name))) process.kill(Number(readFileSync(at(name), 'utf8')), 'SIGTERM');
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
