/** An annotator's session in one tab: the item in front, those loaded ahead, answers on their way, and the way back. */
import { Problem } from '../api/call.ts';
import type { Outbox, Waiting, WaitingAnswer } from './outbox.ts';
import { createSender, type SendingState } from './sender.ts';
import type { OwnAnswer, Saved, Work, WorkApi, WorkItem } from './work-api.ts';

/** The item that the page shows. */
export interface Front {
  item: string;
  shown: unknown;
  stage: WorkItem['stage'];
  /** Where the fields depend on the item. */
  form?: WorkItem['form'];
  /** null where an earlier answer is changed. */
  lease: string | null;
  /** An earlier or refused answer, or one that was begun. */
  value?: unknown;
  /** Why the server refused the answer. */
  reasons?: readonly string[];
}

export interface Notice {
  id: string;
  kind: 'bad' | 'good';
  text: string;
  /** The answer that was not saved, so that its text is not lost. */
  answer?: unknown;
}

export interface SessionState {
  work: Work | null;
  /** The server could not be reached when the session began. */
  problem: Problem | null;
  front: Front | null;
  /** The person has gone back to an answer. */
  changing: boolean;
  sending: SendingState;
  /** Answers that the server has saved since the page was opened. */
  saved: number;
  lasting: boolean;
  /** Nothing waits for this person now. */
  empty: boolean;
  notices: readonly Notice[];
}

export interface SessionWorld {
  api: WorkApi;
  outbox: Outbox;
  makeId(): string;
  /** Milliseconds of a clock that never jumps. */
  clock(): number;
  later(callback: () => void, ms: number): void;
  changed(): void;
  /** Tells the other tabs. */
  announce?(item: string): void;
}

/** Items beside the one in front. */
const AHEAD = 3;
/** As many as the route takes. */
const MOST_HOLDING = 10;
const MOST_WANTED = 5;
/** A lease is renewed when less is left of it. */
const RENEW_BEFORE = 3 * 60_000;

export type WorkSession = ReturnType<typeof createWorkSession>;

export function createWorkSession(world: SessionWorld) {
  const { api, outbox } = world;
  const state: SessionState = {
    work: null,
    problem: null,
    front: null,
    changing: false,
    sending: { waiting: 0, kept: 'no' },
    saved: 0,
    lasting: true,
    empty: false,
    notices: [],
  };
  let held: (WorkItem & Pick<Front, 'value' | 'reasons'>)[] = [];
  /** Own answers, the last first: those of this page, then those that the server told. */
  let history: Pick<OwnAnswer, 'item' | 'shown' | 'value'>[] = [];
  let place = -1;
  let wholeHistory = false;
  /** Items whose answers are on their way: the server may still think that the person has them. */
  const leaving = new Map<string, number>();
  const drafts = new Map<string, unknown>();
  let refilling = false;
  let begun = world.clock();

  const sender = createSender<Saved | null>(outbox, {
    send: (entry) => api.send(entry),
    saved: onSaved,
    refused: onRefused,
    changed(sending) {
      state.sending = sending;
      state.lasting = outbox.lasting();
      world.changed();
    },
    later: world.later,
  });

  function show(front: Front | null, changing = false): void {
    const value = front && drafts.has(front.item) ? drafts.get(front.item) : front?.value;
    state.front = front && { ...front, value };
    state.changing = changing;
    begun = world.clock();
    world.changed();
  }

  function showNext(): void {
    place = -1;
    const [first] = held;
    show(first ?? null);
  }

  function left(item: string, change: 1 | -1): void {
    const count = (leaving.get(item) ?? 0) + change;
    if (count > 0) leaving.set(item, count);
    else leaving.delete(item);
  }

  function keep(entry: Waiting): void {
    left(entry.item, 1);
    state.sending = { ...state.sending, waiting: state.sending.waiting + 1 };
    void outbox.add(entry).then(() => sender.kick());
  }

  function onSaved(entry: Waiting, saved: Saved | null): void {
    left(entry.item, -1);
    if (saved) state.saved++;
    if (state.work && entry.kind === 'skip') {
      const { completion, left: open } = state.work;
      state.work = { ...state.work, completion: { ...completion, skipped: completion.skipped + 1 }, left: Math.max(0, open - 1) };
    }
    if (state.work && entry.kind === 'answer' && entry.lease !== null && entry.stage === 'work')
      state.work = { ...state.work, answered: state.work.answered + (saved?.known ? 0 : 1), left: Math.max(0, state.work.left - 1) };
    if (saved?.qualification) void endAttempt(saved.qualification);
    else void refill();
    world.changed();
  }

  function onRefused(entry: Waiting, problem: Problem): void {
    left(entry.item, -1);
    if (entry.kind === 'answer' && problem.status === 422) bringBack(entry, problem);
    else if (entry.kind === 'answer') note({ kind: 'bad', text: `Not saved: ${problem.message}`, answer: entry.value });
    // As many as the study allows are skipped: the item comes back.
    else if (problem.status === 422) note({ kind: 'bad', text: `Not skipped: ${problem.message}.` });
    void refill();
  }

  function bringBack(entry: WaitingAnswer, { message, reasons }: Problem): void {
    const front: Front = { ...entry, reasons: reasons.length > 0 ? reasons : [message] };
    drafts.delete(entry.item);
    if (entry.lease === null) {
      show(front, true);
      return;
    }
    held = [{ ...front, lease: entry.lease, expires: '', group: null }, ...held.filter(({ item }) => item !== entry.item)];
    note({ kind: 'bad', text: 'An answer was refused and is not saved. Its item is here again.' });
    showNext();
  }

  async function endAttempt(result: 'passed' | 'failed' | 'again'): Promise<void> {
    held = held.filter(({ stage }) => stage === 'work');
    await reload();
    const tried = state.work?.qualification;
    const right = tried?.right === null || tried?.right === undefined ? '' : ` ${tried.right} of ${tried.items} were right.`;
    if (result === 'passed') note({ kind: 'good', text: `You passed the qualification.${right}` });
    if (result === 'again') note({ kind: 'bad', text: `The qualification was not passed.${right} You may try once more.` });
    showNext();
    await refill();
  }

  function note(notice: Omit<Notice, 'id'>): void {
    state.notices = [...state.notices, { ...notice, id: world.makeId() }];
    world.changed();
  }

  async function reload(): Promise<void> {
    try {
      state.work = await api.read();
      state.problem = null;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      state.problem = error;
      if (error.passing) world.later(() => void start(), 3000);
    }
    world.changed();
  }

  /** Loads items ahead, and renews the leases of those that are here. */
  async function refill({ renew = false } = {}): Promise<void> {
    const mayWork = state.work?.state === 'working' && state.work.before.consent === null && state.work.before.background.length === 0;
    const wanted = Math.min(MOST_WANTED, AHEAD + 1 - held.length);
    const holding = [...held.map(({ item }) => item), ...leaving.keys()];
    // Without a connection answers pile up: they must be sent before there is room for more.
    if (!mayWork || refilling || (wanted < 1 && !renew) || holding.length > MOST_HOLDING) return;
    refilling = true;
    try {
      const { items, renewed } = await api.next(holding, Math.max(1, wanted));
      const until = new Map(renewed.map(({ item, expires }) => [item, expires]));
      held = held.map((one) => ({ ...one, expires: until.get(one.item) ?? one.expires }));
      const fresh = items.filter(({ item }) => !leaving.has(item) && !held.some((one) => one.item === item));
      held = [...held, ...fresh];
      state.empty = held.length === 0 && leaving.size === 0;
      if (state.empty) await reload();
      if (!state.changing && (!state.front || state.front.item !== held[0]?.item)) showNext();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      state.sending = { ...state.sending, kept: error.status === 401 ? 'session' : 'connection' };
      if (error.passing) world.later(() => void refill(), 3000);
      else await reload();
    } finally {
      refilling = false;
    }
    if (state.sending.waiting === 0 && held.length > 0) state.sending = { waiting: 0, kept: 'no' };
    world.changed();
  }

  /** Back to the items that the person has skipped. */
  async function reopen(): Promise<void> {
    state.work = await api.reopen();
    await refill();
  }

  async function start(): Promise<void> {
    for (const entry of await outbox.list()) if (!leaving.has(entry.item)) left(entry.item, 1);
    await reload();
    void sender.kick();
    await refill();
  }

  /** Shows the next item at once; the answer is kept on this device and sent. */
  function answer(value: unknown): void {
    const { front } = state;
    if (!front) return;
    const { item, lease, shown, stage } = front;
    const ms = Math.min(86_400_000, Math.max(0, Math.round(world.clock() - begun)));
    drafts.delete(item);
    history = [{ item, shown, value }, ...history.filter((one) => one.item !== item)];
    held = held.filter((one) => one.item !== item);
    keep({ kind: 'answer', id: world.makeId(), item, lease, value, ms, shown, stage });
    world.announce?.(item);
    showNext();
    void refill();
  }

  function skip(): void {
    const { front } = state;
    if (!front || front.lease === null) return;
    held = held.filter(({ item }) => item !== front.item);
    drafts.delete(front.item);
    keep({ kind: 'skip', id: world.makeId(), item: front.item, lease: front.lease });
    showNext();
    void refill();
  }

  /** To the answer before; false: there is none. */
  async function back(): Promise<boolean> {
    if (place + 1 >= history.length && !wholeHistory) await loadHistory();
    if (place + 1 >= history.length) return false;
    openAnswer(history[place + 1].item);
    return true;
  }

  async function loadHistory(): Promise<void> {
    try {
      const told = await api.answers(history.at(-1)?.item);
      const fresh = told.filter(({ item }) => !history.some((one) => one.item === item));
      wholeHistory = fresh.length === 0;
      history = [...history, ...fresh];
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
  }

  function openAnswer(item: string): void {
    const found = history.findIndex((one) => one.item === item);
    if (found < 0) return;
    place = found;
    const { shown, value } = history[found];
    show({ item, shown, value, lease: null, stage: 'work' }, true);
  }

  return {
    state,
    start,
    reload,
    refill,
    reopen,
    answer,
    skip,
    back,
    openAnswer,
    /** Away from an earlier answer, to the item in front. */
    forward: showNext,
    async history(): Promise<readonly Pick<OwnAnswer, 'item' | 'shown' | 'value'>[]> {
      if (!wholeHistory) await loadHistory();
      return history;
    },
    draft(item: string, value: unknown): void {
      drafts.set(item, value);
    },
    /** An answer that is begun but not sent; it is shown again with its item. */
    restore(item: string, value: unknown): void {
      if (!drafts.has(item)) drafts.set(item, value);
    },
    dismiss(id: string): void {
      state.notices = state.notices.filter((notice) => notice.id !== id);
      world.changed();
    },
    /** Another tab answered this item. */
    answeredElsewhere(item: string): void {
      if (!held.some((one) => one.item === item)) return;
      held = held.filter((one) => one.item !== item);
      if (state.front?.item === item && !state.changing) {
        note({ kind: 'good', text: 'You answered this item in another tab. Here is the next one.' });
        showNext();
      }
      void refill();
    },
    /** Time during which nobody looks does not count. */
    pause(): () => void {
      const from = world.clock();
      return () => {
        begun += world.clock() - from;
      };
    },
    /** `now` is the time of day, as that of leases. */
    async tend(now: number): Promise<void> {
      const ending = held.some(({ expires }) => expires !== '' && Date.parse(expires) - now < RENEW_BEFORE);
      if (ending || held.length === 0) await refill({ renew: ending });
    },
    kick: () => sender.kick(),
  };
}
