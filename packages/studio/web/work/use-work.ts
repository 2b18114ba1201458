/** The work session as a page uses it: the device's store, the browser's clock, other tabs, and a lost connection. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { type DeviceStore, openDeviceStore } from './device-store.ts';
import { makeId } from './make-id.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { workApi } from './work-api.ts';
import { createWorkSession, type WorkSession } from './work-session.ts';

const TEND_EVERY = 30_000;
const DRAFT_PAUSE = 300;

export interface OpenWork {
  session: WorkSession;
  /** Keeps an answer that is begun, so that it outlives the page. */
  keepDraft(item: string, value: unknown): void;
  /** Forgets all that this device keeps of the person. */
  forget(): Promise<void>;
}

export function useWork(person: string): OpenWork | null {
  const [open, setOpen] = useState<OpenWork | null>(null);
  const [, setVersion] = useState(0);
  const version = useRef(0);
  useEffect(() => {
    let closed = false;
    const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel(`sensebench-work/${person}`) : null;
    const ends: (() => void)[] = [() => channel?.close()];
    void openDeviceStore('sensebench-studio').then(async (store) => {
      if (closed) return;
      const outbox = createOutbox(store, person);
      const session = createWorkSession({
        api: workApi,
        outbox,
        makeId,
        clock: () => performance.now(),
        later: (callback, ms) => setTimeout(() => closed || callback(), ms),
        changed: () => closed || setVersion(++version.current),
        announce: (item) => channel?.postMessage(item),
      });
      await restoreDraft(store, person, session);
      if (channel) channel.onmessage = ({ data }) => typeof data === 'string' && session.answeredElsewhere(data);
      ends.push(...listen(session));
      setOpen({ session, keepDraft: draftKeeper(store, person, session), forget: () => forget(store, outbox, person) });
      await session.start();
    });
    return () => {
      closed = true;
      for (const end of ends) end();
    };
  }, [person]);
  return open;
}

function listen(session: WorkSession): (() => void)[] {
  const online = () => {
    void session.kick();
    void session.tend(Date.now());
  };
  let resume: (() => void) | null = null;
  const looked = () => {
    if (document.hidden) resume ??= session.pause();
    else {
      resume?.();
      resume = null;
      online();
    }
  };
  const leaving = (event: BeforeUnloadEvent) => {
    // What the device keeps is sent when the page is opened again; only what it could not keep would be lost.
    if (session.state.sending.waiting > 0 && !session.state.lasting) event.preventDefault();
  };
  const timer = setInterval(() => document.hidden || void session.tend(Date.now()), TEND_EVERY);
  window.addEventListener('online', online);
  window.addEventListener('beforeunload', leaving);
  document.addEventListener('visibilitychange', looked);
  return [
    () => clearInterval(timer),
    () => window.removeEventListener('online', online),
    () => window.removeEventListener('beforeunload', leaving),
    () => document.removeEventListener('visibilitychange', looked),
  ];
}

function draftKeeper(store: DeviceStore, person: string, session: WorkSession): OpenWork['keepDraft'] {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (item, value) => {
    session.draft(item, value);
    clearTimeout(timer);
    timer = setTimeout(() => void store.write(`draft/${person}`, { item, value }).catch(() => undefined), DRAFT_PAUSE);
  };
}

async function restoreDraft(store: DeviceStore, person: string, session: WorkSession): Promise<void> {
  const kept: unknown = await store.read(`draft/${person}`).catch(() => undefined);
  if (typeof kept === 'object' && kept !== null && 'item' in kept && 'value' in kept && typeof kept.item === 'string')
    session.restore(kept.item, kept.value);
}

async function forget(store: DeviceStore, outbox: Outbox, person: string): Promise<void> {
  await outbox.clear();
  await store.remove(`draft/${person}`).catch(() => undefined);
}
