/** What commands leave behind in a new home, and whom they call: ONNX Runtime would write a device id there and send usage data. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findOnnxRuntime } from '../../src/nlp/embeddings/onnx-runtime.ts';
import { builtStarter } from '../built-starter.ts';

const root = join(import.meta.dirname, '../..');
/** The library opens its connections without Node, so only the kernel can tell. */
const traced = spawnSync('strace', ['-f', '-o', '/dev/null', 'true']).status === 0;
if (!traced) console.log('strace is not here: connections are not watched, only files');

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'sensebench-home-'));
  for (const folder of ['tmp', 'work']) mkdirSync(join(home, folder));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

describe.runIf((await findOnnxRuntime()) !== null)('in a new home', () => {
  it('nlp embed writes the vectors that it keeps, and calls nobody', () => {
    writeFileSync(join(home, 'lines.txt'), 'Snow falls in Canada.\nIt is hot in Egypt.\n');
    const vectors = expect.stringMatching(/^\.cache\/sensebench\/embeddings\/\w+\.vectors$/);
    expect(run('nlp', 'embed', '../lines.txt', '--output', 'vectors.jsonl')).toEqual({
      files: [vectors, 'lines.txt', 'work/vectors.jsonl'],
      calls: [],
    });
  });

  // Its steps are done, so that the time goes to the models; long enough for the library to send what it has gathered.
  it('tour writes into its own folder and keeps vectors, and calls nobody', async () => {
    mkdirSync(join(home, 'work', 'tour'));
    cpSync((await builtStarter()).steps, join(home, 'work', 'tour', '.sensebench-cache'), { recursive: true });
    const { files, calls } = run('tour', '--items', '20');
    expect(files).toContain('work/tour/report.html');
    const elsewhere = files.filter((file) => !/^(work\/tour|\.cache\/sensebench\/embeddings)\//.test(file));
    expect({ elsewhere, calls }).toEqual({ elsewhere: [], calls: [] });
  });
});

/** Runs a command of the source; TypeScript's loader keeps what it compiled in the temporary folder. */
function run(...words: string[]): { files: string[]; calls: string[] } {
  const trace = join(home, 'tmp', 'trace');
  const tracer = ['strace', '-f', '--seccomp-bpf', '-e', 'trace=connect,sendto,openat', '-o', trace];
  const node = [process.execPath, '--import', import.meta.resolve('tsx'), join(root, 'src/cli/main.ts'), ...words];
  const [command, ...rest] = traced ? [...tracer, ...node] : node;
  const { ORT_DISABLE_TELEMETRY: _unset, SENSEBENCH_HOME: _elsewhere, ...inherited } = process.env;
  const env = { ...inherited, HOME: home, XDG_CACHE_HOME: join(home, '.cache'), TMPDIR: join(home, 'tmp') };
  const { status, stderr } = spawnSync(command, rest, { cwd: join(home, 'work'), env, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  const called = existsSync(trace) ? readFileSync(trace, 'utf8').split('\n') : [];
  return {
    files: readdirSync(home, { recursive: true, withFileTypes: true, encoding: 'utf8' })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name).slice(home.length + 1))
      .filter((file) => !file.startsWith('tmp/'))
      .sort(),
    // Connections, and the id of the machine. The loader calls a socket of its own in the temporary folder.
    calls: called.filter((line) => /connect\(|sendto\(|machine-id/.test(line) && !line.includes(home)),
  };
}
