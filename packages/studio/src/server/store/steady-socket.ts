/** A socket that lets postgres.js 3.4.9 survive a lost connection: it emits "close" a moment after "error". */
import { Socket } from 'node:net';

/**
 * When a connection is lost during a transaction, postgres.js drops its socket and then writes ROLLBACK to it, which throws an
 * exception that cannot be caught and ends the process (porsager/postgres issues 1154 and 1208). Here the error is emitted first,
 * later writes fail with the same error, and the socket closes only after that.
 */
const REST_MS = 20;

type Done = (error?: Error | null) => void;

class SteadySocket extends Socket {
  #gone = false;

  override emit(event: string | symbol, ...values: unknown[]): boolean {
    if (event !== 'close' || this.#gone) return super.emit(event, ...values);
    this.#gone = true;
    this.#fail();
    setTimeout(() => super.emit('close', ...values), REST_MS);
    return true;
  }

  override write(chunk: Uint8Array | string, encoding?: BufferEncoding | Done, done?: Done): boolean {
    if (!this.#gone) return typeof encoding === 'function' ? super.write(chunk, encoding) : super.write(chunk as string, encoding, done);
    process.nextTick(() => this.#fail());
    return true;
  }

  #fail(): void {
    // TLS removes these listeners and adds its own.
    if (this.listenerCount('error') > 0)
      super.emit('error', Object.assign(new Error('the connection was closed'), { code: 'CONNECTION_CLOSED' }));
  }
}

/** Starts connecting; data written before that is sent once connected. */
export function openSocket({ path, host, port }: { path?: string | false; host: readonly string[]; port: readonly number[] }): Socket {
  const socket = new SteadySocket();
  return path ? socket.connect(path) : socket.connect(port[0], host[0]);
}
