/** What the parity tests need beside the repository's own files: shared data, and the Python tools that oracles/setup.sh installs. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** How a line begins that says why tests are skipped; test/parity-reporter.ts repeats it at the end. */
export const SKIPPED = 'skipped: ';

/** The path of a shared file, or null (with a line that says so) where the folder is absent. */
export function sharedPath(file: string): string | null {
  return pathOrNull(`../../shared/${file}`, `../shared/${file} is not here`);
}

/** The interpreter with the original tools, or null (with a line that says so) where they are not installed. */
export function oraclePython(): string | null {
  return pathOrNull('../.oracles/venv/bin/python', 'the original tools are not here: oracles/setup.sh installs them');
}

/** The interpreter of the second environment: harnesses and readers that do not fit into the first, and bert-score. */
export function peerPython(): string | null {
  return pathOrNull('../.oracles/peers/bin/python', 'the peers are not here: oracles/setup.sh peers installs them');
}

/** The interpreter with torch, transformers and optimum, which make and decode the models of the ONNX tests. */
export function modelsPython(): string | null {
  return pathOrNull('../.oracles/models/bin/python', 'torch and optimum are not here: oracles/setup.sh models installs them');
}

/** The interpreter with servers of OpenAI's protocol: xllamacpp, transformers serve, litellm. */
export function serversPython(): string | null {
  return pathOrNull('../.oracles/servers/bin/python', 'the servers are not here: oracles/setup.sh models installs them');
}

/** The interpreter with ppi-python. */
export function ppiPython(): string | null {
  return pathOrNull('../.oracles/ppi/bin/python', 'ppi-python is not here: oracles/setup.sh ppi installs it');
}

function pathOrNull(relative: string, missing: string): string | null {
  const path = fileURLToPath(new URL(relative, import.meta.url));
  if (existsSync(path)) return path;
  console.log(`${SKIPPED}${missing}`);
  return null;
}
