/** Answers that wait on this device until the server has saved them: kept in order, by person, shared by all tabs. */
import type { DeviceStore } from './device-store.ts';

export interface WaitingAnswer {
  kind: 'answer';
  /** Made here, so that an answer that is sent twice is saved once. */
  id: string;
  item: string;
  lease: string | null;
  value: unknown;
  ms: number;
  /** As it was shown, to bring the item back if the server refuses the answer. */
  shown: unknown;
  stage: 'qualification' | 'work';
}

export interface WaitingSkip {
  kind: 'skip';
  id: string;
  item: string;
  lease: string;
}

export type Waiting = WaitingAnswer | WaitingSkip;

export interface Outbox {
  /** False: what waits is lost with the page. */
  lasting(): boolean;
  list(): Promise<Waiting[]>;
  add(entry: Waiting): Promise<void>;
  drop(id: string): Promise<void>;
  clear(): Promise<void>;
}

/** One list for a person: another person at the same device never sends it. */
export function createOutbox(store: DeviceStore, person: string): Outbox {
  const key = `waiting/${person}`;
  /** Entries that the device had no room for. */
  let unkept: Waiting[] = [];
  return {
    lasting: () => store.lasting && unkept.length === 0,
    list: async () => [...asList(await store.read(key).catch(() => [])), ...unkept],
    async add(entry) {
      try {
        if (unkept.length > 0) throw new Error('entries must stay in order');
        await store.change(key, (old) => [...asList(old), entry]);
      } catch {
        unkept.push(entry);
      }
    },
    async drop(id) {
      unkept = unkept.filter((entry) => entry.id !== id);
      await store.change(key, (old) => asList(old).filter((entry) => entry.id !== id)).catch(() => undefined);
    },
    async clear() {
      unkept = [];
      await store.remove(key).catch(() => undefined);
    },
  };
}

function asList(value: unknown): Waiting[] {
  return Array.isArray(value) ? value.filter(isWaiting) : [];
}

function isWaiting(value: unknown): value is Waiting {
  return typeof value === 'object' && value !== null && 'id' in value && 'item' in value && 'kind' in value;
}
