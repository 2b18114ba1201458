import { beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '../api/call.ts';
import { memoryStore } from './device-store.ts';
import { createOutbox, type Waiting } from './outbox.ts';
import { describeState } from './state-line.tsx';
import type { Saved, Work, WorkApi } from './work-api.ts';
import { createWorkSession, type WorkSession } from './work-session.ts';

const WORK: Work = {
  study: 's',
  title: 'Study',
  task: 'x/filter',
  summary: '',
  guideline: '',
  form: { fields: [], lacking: [] },
  annotator: 'A',
  before: { consent: null, background: [] },
  qualification: null,
  answered: 0,
  left: 6,
  state: 'working',
  completion: { mustAnswer: 0.8, skipped: 0, needed: 0, reopen: 0 },
  code: null,
  pay: null,
  notes: 0,
};
const SAVED: Saved = { saved: true, revision: 1, known: false, advice: [], qualification: null };

/** A server with six items that knows which are answered; `fail` is thrown by the next calls. */
function fakeServer() {
  const answered = new Map<string, unknown>();
  const ids = new Set<string>();
  const sent: string[] = [];
  const server = {
    answered,
    sent,
    fail: null as Problem | null,
    mostSkips: 100,
    refuse: new Map<unknown, Problem>(),
    api: {
      read: async () => {
        if (server.fail) throw server.fail;
        return { ...WORK, answered: answered.size, left: 6 - answered.size, state: answered.size === 6 ? 'done' : 'working' };
      },
      next: async (holding, want) => {
        if (server.fail) throw server.fail;
        const free = ['1', '2', '3', '4', '5', '6'].filter((item) => !answered.has(item) && !holding.includes(item));
        const items = free
          .slice(0, want)
          .map((item) => ({ item, lease: `l${item}`, expires: '', group: null, shown: `item ${item}`, stage: 'work' as const }));
        return { items, renewed: [] };
      },
      send: async (entry: Waiting) => {
        if (server.fail) throw server.fail;
        if (entry.kind === 'skip') {
          if (server.mostSkips-- <= 0) throw new Problem(422, 'you have skipped 1 of 1 items');
          return null;
        }
        const refused = server.refuse.get(entry.value);
        if (refused) throw refused;
        sent.push(`${entry.item}=${entry.value}`);
        const known = ids.has(entry.id);
        ids.add(entry.id);
        answered.set(entry.item, entry.value);
        return { ...SAVED, known };
      },
      answers: async () => [...answered].reverse().map(([item, value]) => ({ item, value, shown: `item ${item}`, at: '', revision: 1 })),
      reopen: async () => WORK,
    } satisfies WorkApi as WorkApi,
  };
  return server;
}

let server: ReturnType<typeof fakeServer>;
let session: WorkSession;
let later: (() => void)[];
let store: ReturnType<typeof memoryStore>;
let ids = 0;

function openTab(): WorkSession {
  return createWorkSession({
    api: server.api,
    outbox: createOutbox(store, 'person'),
    makeId: () => `id${ids++}`,
    clock: () => 0,
    later: (callback) => later.push(callback),
    changed: () => undefined,
  });
}

const settle = async () => {
  for (let i = 0; i < 50; i++) await Promise.resolve();
};
const runLater = async () => {
  for (const callback of later.splice(0)) callback();
  await settle();
};

beforeEach(async () => {
  server = fakeServer();
  later = [];
  store = { ...memoryStore(), lasting: true };
  session = openTab();
  await session.start();
});

describe('a session', () => {
  it('shows the next item in the same turn as the answer, and says saved only when the server did', async () => {
    expect(session.state.front?.item).toBe('1');
    session.answer('yes');
    expect(session.state.front?.item).toBe('2');
    expect(describeState(session.state).text).toBe('saving…');
    await settle();
    expect(describeState(session.state).text).toBe('all answers saved');
    expect(server.sent).toEqual(['1=yes']);
  });

  it('gives every item once, then is done', async () => {
    for (let i = 0; i < 6; i++) {
      session.answer(`v${i}`);
      await settle();
    }
    expect(server.sent).toEqual(['1=v0', '2=v1', '3=v2', '4=v3', '5=v4', '6=v5']);
    expect(session.state).toMatchObject({ front: null, empty: true, work: { state: 'done' } });
  });

  it('keeps answers through a lost connection, in order, and never calls them saved', async () => {
    server.fail = new Problem(0, 'gone');
    for (const value of ['a', 'b', 'c', 'd']) {
      session.answer(value);
      await settle();
    }
    expect(session.state.front).toBeNull();
    expect(describeState(session.state)).toMatchObject({
      kind: 'bad',
      text: expect.stringMatching(/^4 answers kept on this device, not yet saved/),
    });
    expect(server.sent).toEqual([]);
    server.fail = null;
    await runLater();
    await runLater();
    expect(server.sent).toEqual(['1=a', '2=b', '3=c', '4=d']);
    expect(describeState(session.state).text).toBe('all answers saved');
    expect(session.state.front?.item).toBe('5');
  });

  it('sends what an earlier page left behind, and does not show those items again', async () => {
    server.fail = new Problem(503, 'down');
    session.answer('a');
    await settle();
    server.fail = null;
    const second = openTab();
    await second.start();
    await settle();
    expect(server.sent).toEqual(['1=a']);
    expect(second.state.front?.item).toBe('2');
  });

  it('sends the same answer twice under one id where two tabs do it', async () => {
    server.fail = new Problem(0, 'gone');
    session.answer('a');
    await settle();
    server.fail = null;
    await Promise.all([openTab().start(), runLater()]);
    await settle();
    expect(new Set(server.sent)).toEqual(new Set(['1=a']));
    expect(await createOutbox(store, 'person').list()).toEqual([]);
  });

  it('says what was not saved after a 409, with the answer, and goes on', async () => {
    server.refuse.set('late', new Problem(409, 'somebody else was first'));
    session.answer('late');
    session.answer('fine');
    await settle();
    expect(session.state.notices).toMatchObject([{ kind: 'bad', text: 'Not saved: somebody else was first', answer: 'late' }]);
    expect(server.sent).toEqual(['2=fine']);
  });

  it('brings an item back whose answer was refused, with the reasons, and keeps what was begun', async () => {
    server.refuse.set('short', new Problem(422, 'refused', { reasons: ['"dog" is missing'] }));
    session.answer('short');
    session.draft('2', 'begun');
    await settle();
    expect(session.state.front).toMatchObject({ item: '1', value: 'short', reasons: ['"dog" is missing'], lease: 'l1' });
    session.answer('with a dog');
    expect(session.state.front).toMatchObject({ item: '2', value: 'begun' });
    await settle();
    expect(server.sent).toEqual(['1=with a dog']);
  });

  it('keeps answers when the session has ended, and says what to do', async () => {
    server.fail = new Problem(401, 'no session');
    session.answer('a');
    await settle();
    expect(describeState(session.state).text).toBe(
      '1 answer kept on this device, not yet saved. Your session has ended: open your link again.',
    );
  });

  it('goes back to answers, changes one, and returns to the item in front', async () => {
    session.answer('a');
    session.answer('b');
    await settle();
    expect(await session.back()).toBe(true);
    expect(session.state.front).toMatchObject({ item: '2', value: 'b', lease: null });
    expect(await session.back()).toBe(true);
    expect(session.state.front).toMatchObject({ item: '1', value: 'a' });
    expect(await session.back()).toBe(false);
    session.answer('A');
    await settle();
    expect(session.state.front?.item).toBe('3');
    expect(server.sent).toEqual(['1=a', '2=b', '1=A']);
  });

  it('brings an item back that may not be skipped, and says why', async () => {
    server.mostSkips = 1;
    session.skip();
    await settle();
    expect([session.state.front?.item, session.state.work?.completion.skipped]).toEqual(['2', 1]);
    session.skip();
    await settle();
    expect(session.state.notices).toMatchObject([{ kind: 'bad', text: 'Not skipped: you have skipped 1 of 1 items.' }]);
    expect(session.state.work?.completion.skipped).toBe(1);
    for (const item of ['3', '4', '5', '6']) {
      session.answer(item);
      await settle();
    }
    expect(server.sent).not.toContain('2=2');
    expect(['1', '2']).toContain(session.state.front?.item);
  });

  it('takes an item away that another tab answered', () => {
    session.answeredElsewhere('1');
    expect(session.state.front?.item).toBe('2');
  });
});

describe('the line about answers', () => {
  it('warns where the device cannot keep them', () => {
    const { text } = describeState({ sending: { waiting: 2, kept: 'connection' }, saved: 0, lasting: false });
    expect(text).toContain('do not close this page');
  });
});
