/** A store of this device that is written through to the disk; in memory where the browser has none. */
import { del, get, promisifyRequest, set, type UseStore, update } from 'idb-keyval';

export interface DeviceStore {
  /** False: what is kept is lost with the page. */
  readonly lasting: boolean;
  read(key: string): Promise<unknown>;
  write(key: string, value: unknown): Promise<void>;
  /** Reads and writes in one transaction, so that two tabs cannot lose each other's change. */
  change(key: string, updater: (old: unknown) => unknown): Promise<void>;
  remove(key: string): Promise<void>;
}

export async function openDeviceStore(name: string): Promise<DeviceStore> {
  try {
    const store = await openStrict(name);
    return {
      lasting: true,
      read: (key) => get(key, store),
      write: (key, value) => set(key, value, store),
      change: (key, updater) => update(key, updater, store),
      remove: (key) => del(key, store),
    };
  } catch {
    return memoryStore();
  }
}

/** idb-keyval's own store does not ask for `strict`: a browser may then call a write done that a power cut takes back. */
async function openStrict(name: string): Promise<UseStore> {
  const opening = indexedDB.open(name);
  opening.onupgradeneeded = () => opening.result.createObjectStore('kept');
  const database = await promisifyRequest(opening);
  return async (mode, callback) => callback(database.transaction('kept', mode, { durability: 'strict' }).objectStore('kept'));
}

export function memoryStore(): DeviceStore {
  const kept = new Map<string, unknown>();
  return {
    lasting: false,
    read: async (key) => kept.get(key),
    write: async (key, value) => void kept.set(key, value),
    change: async (key, updater) => void kept.set(key, updater(kept.get(key))),
    remove: async (key) => void kept.delete(key),
  };
}
