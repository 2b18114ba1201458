/** Reads what `packJson` wrote: base64, deflated JSON. */
/*! Unpacked by fflate: Copyright (c) Arjun Barrett, MIT License. */
import { inflateSync } from 'fflate';

const decoder = new TextDecoder();

/** Not by the browser's own DecompressionStream, which is asynchronous: a list draws its rows at once. */
export function unpackJson(packed: string): unknown {
  const characters = atob(packed);
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = characters.charCodeAt(i);
  return JSON.parse(decoder.decode(inflateSync(bytes)));
}
