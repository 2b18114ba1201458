/** A socket that lets postgres.js 3.4.9 survive the end of a connection: its "close" comes a moment after its "error". */
import { Socket } from 'node:net';

/**
 * When a connection ends inside a transaction, postgres.js forgets its socket and then writes ROLLBACK to it: an exception
 * that nobody can catch ends the process (porsager/postgres issues 1154 and 1208). Here the error comes first, what is
 * written after it fails with the same error, and the socket is forgotten when all of that is over.
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
    // TLS takes the listeners away and has its own.
    if (this.listenerCount('error') > 0)
      super.emit('error', Object.assign(new Error('the connection was closed'), { code: 'CONNECTION_CLOSED' }));
  }
}

/** Connecting: what is written is sent when it is connected. */
export function openSocket({ path, host, port }: { path?: string | false; host: readonly string[]; port: readonly number[] }): Socket {
  const socket = new SteadySocket();
  return path ? socket.connect(path) : socket.connect(port[0], host[0]);
}
