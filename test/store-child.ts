/** A process that opens the store of a folder as `serve` does, says so, and waits: to be killed by tests. */
import { openStore } from '../packages/studio/src/server/store/open-store.ts';

const [data, command = 'serve'] = process.argv.slice(2);
try {
  const store = await openStore({ data, command, owner: command === 'serve', say: (line) => process.stderr.write(`${line}\n`) });
  process.stdout.write(`open ${store.postgresPid()}\n`);
  process.on('SIGTERM', () => store.close().then(() => process.exit(0)));
  setInterval(() => undefined, 1000);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}\n`);
  process.exit(2);
}
