import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { answerNext, type Caller, CONCEPT_ROWS, makeDataset, makeRun, testStudio } from '../../../../../test/studio.ts';

const world = testStudio();

/** Words that must not reach an annotator; none of them is in a text that is shown. */
const SYSTEMS = ['zebrafish-large', 'quokka-small'];
const CATEGORY = 'Hidden-Category-Of-Time';
const GOLD_RATIONALE = 'a secret known rationale';

const PAIRS = Array.from({ length: 6 }, (_, i) => ({
  id: `garden/${1 + (i % 2)}/${1 + i}`,
  context: 'garden',
  category: CATEGORY,
  theme: 'Neighbours share a garden.',
  questionID: String(1 + (i % 2)),
  question: `What happens in month ${1 + (i % 2)}?`,
  answerID: String(1 + i),
  answer: `thing ${i}`,
  label: 'yes',
}));

let compare = '';
let rate = '';

beforeAll(async () => {
  const { sha256 } = makeDataset(world.folder, 'sets', { benchmark: 'commongen', rows: CONCEPT_ROWS });
  makeDataset(world.folder, 'pairs', { benchmark: 'tgcsr', rows: PAIRS });
  const runs = SYSTEMS.map((name, place) =>
    makeRun(world.folder, name, {
      benchmark: 'commongen',
      sha256,
      outputs: Object.fromEntries(CONCEPT_ROWS.map((_, i) => [String(i), `Output ${i} of kind ${place}.`])),
    }),
  );
  compare = await world.makeStudy({ dataset: 'sets', task: 'commongen/compare', runs, people: 12 });
  rate = await world.makeStudy({ dataset: 'pairs', task: 'tgcsr/rate', people: 12 });
});

const byLetter = (shown: { outputs: { letter: string; text: string }[] }) => ({
  places: Object.fromEntries(shown.outputs.map(({ letter, text }) => [letter, text.includes('kind 0') ? 1 : 2])),
});

describe('an annotator', () => {
  it('compares blind; the server knows which system was meant', async () => {
    const annotator = await world.join(compare, 'annotator');
    const done = await answerNext(annotator, byLetter);
    expect(done?.answer.body).toMatchObject({ saved: true, revision: 1, known: false });
    const lines = (await world.owner.call('GET', `/api/studies/${compare}/decisions.jsonl`)).text.trim().split('\n');
    expect(JSON.parse(lines[0])).toMatchObject({
      task: 'commongen/compare',
      annotator: 'A',
      value: { places: { [SYSTEMS[0]]: 1, [SYSTEMS[1]]: 2 } },
      ms: 4000,
    });
  });

  it('never receives names of systems, categories, known answers, the ids of the dataset, or what others answered', async () => {
    const gold = { item: PAIRS[0].id, value: { rating: 1, comment: GOLD_RATIONALE } };
    const added = await world.owner.call('POST', `/api/studies/${rate}/gold`, { text: JSON.stringify(gold), format: 'jsonl' });
    expect(added.body).toMatchObject({ items: 1, unknown: 0 });
    await world.owner.call('PATCH', `/api/studies/${rate}`, { goldRate: 0.5 });
    const bytes: string[] = [];
    for (const [study, value] of [
      [compare, byLetter],
      [rate, () => ({ rating: 3, comment: 'somebody-said-this' })],
    ] as const) {
      const other = await world.join(study, 'annotator');
      while (await answerNext(other, value)) bytes.push('');
      const annotator = spying(await world.join(study, 'annotator'), bytes);
      await annotator.call('GET', '/api/session');
      await annotator.call('GET', '/api/work');
      for (let i = 0; i < 8; i++) {
        const done = await answerNext(annotator, study === compare ? byLetter : () => ({ rating: 2 }));
        if (!done) break;
        await annotator.call('POST', '/api/work/check', { item: done.item.item, value: { nonsense: 1 } });
      }
      await annotator.call('GET', '/api/work/answers?limit=100');
      await annotator.call('POST', '/api/work/notes', { text: 'a question' });
      await annotator.call('GET', '/api/work/notes');
      await annotator.call('GET', '/api/work');
    }
    const all = bytes.join('\n');
    expect(all).toContain('What happens in month');
    expect(all).toContain('Output 1 of kind');
    for (const secret of [...SYSTEMS, CATEGORY, GOLD_RATIONALE, 'somebody-said-this', 'gold', 'garden/1', '"dog#throw#ball"', 'sha256'])
      expect(all, secret).not.toContain(secret);
  });

  it('goes back and changes an answer; every version is kept', async () => {
    const annotator = await world.join(compare, 'annotator', { label: 'Zoe' });
    const done = await answerNext(annotator, byLetter);
    const { item } = done!.item;
    const before = await annotator.call('GET', '/api/work/answers');
    expect(before.body.answers).toMatchObject([{ item, value: byLetter(done!.item.shown), revision: 1, shown: done!.item.shown }]);
    const turned = { places: { A: 1, B: 1 } };
    const changed = await annotator.call('PUT', `/api/work/answers/${randomUUID()}`, { item, lease: null, value: turned, ms: 10 });
    expect(changed.body).toMatchObject({ saved: true, revision: 2 });
    const lines = (await world.owner.call('GET', `/api/studies/${compare}/decisions.jsonl`)).text.trim().split('\n');
    const own = lines.map((line) => JSON.parse(line)).filter((line) => line.annotator === 'Zoe');
    expect(own.map(({ value }) => value.places[SYSTEMS[1]])).toEqual([2, 1]);
  });

  it('sends an answer twice and it is saved once; another content under the id is refused', async () => {
    const annotator = await world.join(rate, 'annotator');
    const next = await annotator.call('POST', '/api/work/next', { want: 2 });
    const [item] = next.body.items;
    const id = randomUUID();
    const send = (rating: number) =>
      annotator.call('PUT', `/api/work/answers/${id}`, { item: item.item, lease: item.lease, value: { rating }, ms: 1 });
    expect((await send(2)).body).toMatchObject({ known: false, revision: 1 });
    expect((await send(2)).body).toMatchObject({ known: true, revision: 1 });
    expect((await send(3)).status).toBe(409);
  });

  it('cannot answer what is not theirs: no lease, another person’s lease, an item of another study', async () => {
    const [mine, theirs, elsewhere] = [
      await world.join(rate, 'annotator'),
      await world.join(rate, 'annotator'),
      await world.join(compare, 'annotator'),
    ];
    const [item] = (await theirs.call('POST', '/api/work/next', { want: 1 })).body.items;
    const put = (caller: Caller, lease: string | null) =>
      caller.call('PUT', `/api/work/answers/${randomUUID()}`, { item: item.item, lease, value: { rating: 2 }, ms: 1 });
    expect((await put(mine, null)).status).toBe(409);
    expect((await put(mine, item.lease)).status).toBe(409);
    expect((await put(mine, randomUUID())).status).toBe(409);
    expect((await put(elsewhere, item.lease)).status).toBe(404);
    expect((await put(theirs, item.lease)).status).toBe(200);
  });

  it('is told what the schema or the task refuses, and nothing is saved', async () => {
    const annotator = await world.join(rate, 'annotator');
    const [item] = (await annotator.call('POST', '/api/work/next', { want: 1 })).body.items;
    for (const value of [{ rating: 9 }, { rating: 'x' }, 'text', null, {}]) {
      const { status, body } = await annotator.call('PUT', `/api/work/answers/${randomUUID()}`, {
        item: item.item,
        lease: item.lease,
        value,
        ms: 1,
      });
      expect(status, JSON.stringify(value)).toBe(422);
      expect(body.field).toBe('value');
      expect(body.reasons.length).toBeGreaterThan(0);
    }
    expect((await annotator.call('GET', '/api/work/answers')).body.answers).toEqual([]);
  });

  it('gets no completion code for one answer and 29 skips: skipping ends where the study says so', async () => {
    const rows = Array.from({ length: 30 }, (_, i) => ({ ...PAIRS[0], id: `many/1/${i}`, answerID: String(i), answer: `thing ${i}` }));
    makeDataset(world.folder, 'many', { benchmark: 'tgcsr', rows });
    const study = await world.makeStudy({ dataset: 'many', task: 'tgcsr/rate', people: 1 });
    const annotator = await world.join(study, 'annotator');
    const stand = async () => (await annotator.call('GET', '/api/work')).body;
    const skipNext = async () => {
      const [{ item, lease }] = (await annotator.call('POST', '/api/work/next', { want: 1 })).body.items;
      return annotator.call('POST', '/api/work/skip', { item, lease });
    };
    await answerNext(annotator, () => ({ rating: 3 }));
    expect([(await skipNext()).status, (await skipNext()).status, (await skipNext()).status]).toEqual([200, 200, 200]);
    const refused = await skipNext();
    expect([refused.status, refused.body.problem]).toEqual([422, expect.stringContaining('you have skipped 3 of 4 items')]);
    // The refused item is still this person's; more answers allow more skips.
    for (let i = 0; i < 17; i++) await answerNext(annotator, () => ({ rating: 3 }));
    expect([(await skipNext()).status, (await skipNext()).status]).toEqual([200, 422]);
    while (await answerNext(annotator, () => ({ rating: 3 }))) expect((await stand()).code).toBeDefined();
    expect(await stand()).toMatchObject({
      state: 'done',
      answered: 26,
      completion: { mustAnswer: 0.8, skipped: 4, needed: 0, reopen: 4 },
      code: expect.stringMatching(/^[A-Z2-9]{8}$/),
    });
  });

  it('who has skipped too much gets the code after answering some of the skipped items', async () => {
    const study = await world.makeStudy({ dataset: 'pairs', task: 'tgcsr/rate', people: 1, mustAnswer: 0.5 });
    const annotator = await world.join(study, 'annotator');
    const stand = async () => (await annotator.call('GET', '/api/work')).body;
    for (let i = 0; i < 3; i++) {
      const [{ item, lease }] = (await annotator.call('POST', '/api/work/next', { want: 1 })).body.items;
      await annotator.call('POST', '/api/work/skip', { item, lease });
    }
    while (await answerNext(annotator, () => ({ rating: 3 }))) expect((await stand()).completion.skipped).toBe(3);
    expect((await stand()).code).not.toBeNull();
    // The owner asks for more.
    await world.owner.call('PATCH', `/api/studies/${study}`, { mustAnswer: 1 });
    expect(await stand()).toMatchObject({ state: 'done', answered: 3, completion: { needed: 3, reopen: 3 }, code: null });
    const again = await annotator.call('POST', '/api/work/skipped');
    expect(again.body).toMatchObject({ state: 'working', left: 3, completion: { skipped: 0 } });
    const [{ item, lease }] = (await annotator.call('POST', '/api/work/next', { want: 1 })).body.items;
    expect((await annotator.call('POST', '/api/work/skip', { item, lease })).status).toBe(422);
    while (await answerNext(annotator, () => ({ rating: 3 })));
    expect(await stand()).toMatchObject({ state: 'done', answered: 6, code: expect.any(String) });
  });

  it('skips, writes notes and reads the answers to them', async () => {
    const annotator = await world.join(rate, 'annotator', { label: 'Nora' });
    const [item] = (await annotator.call('POST', '/api/work/next', { want: 1 })).body.items;
    const skipped = await annotator.call('POST', '/api/work/skip', { item: item.item, lease: item.lease, reason: 'unclear' });
    expect(skipped.body).toEqual({ skipped: true });
    await annotator.call('POST', '/api/work/notes', { text: 'what is <b>meant</b>?', item: item.item });
    const { notes } = (await world.owner.call('GET', `/api/studies/${rate}/notes`)).body;
    const note = notes.find(({ annotator: name }: { annotator: string }) => name === 'Nora');
    expect(note.text).toBe('what is <b>meant</b>?');
    await world.owner.call('POST', `/api/studies/${rate}/notes`, { person: note.person, text: 'the month' });
    expect((await annotator.call('GET', '/api/work')).body.notes).toBe(1);
    expect((await annotator.call('GET', '/api/work/notes')).body.notes.map(({ text }: { text: string }) => text)).toEqual([
      'what is <b>meant</b>?',
      'the month',
    ]);
    expect((await annotator.call('GET', '/api/work')).body.notes).toBe(0);
  });

  it('withdraws: values are erased, the session ends, the fact stays in the export', async () => {
    const annotator = await world.join(rate, 'annotator', { label: 'Gone' });
    await answerNext(annotator, () => ({ rating: 4, comment: 'to be erased' }));
    expect((await annotator.call('POST', '/api/work/withdraw', { withdraw: true })).body).toEqual({ erased: 1 });
    expect((await annotator.call('GET', '/api/work')).status).toBe(401);
    const { text } = await world.owner.call('GET', `/api/studies/${rate}/decisions.jsonl`);
    expect(text).not.toContain('to be erased');
    expect(
      text
        .split('\n')
        .filter((line) => line.includes('"Gone"'))
        .map((line) => JSON.parse(line)),
    ).toMatchObject([{ value: null, withdrawn: true }]);
  });
});

describe('before the work', () => {
  it('nothing is shown until the person agrees; questions may be left unanswered', async () => {
    const background = [{ name: 'age', question: 'How old are you?' }];
    const study = await world.makeStudy({ dataset: 'sets', task: 'commongen/rationales', consent: 'Do you agree?', background });
    const annotator = await world.join(study, 'annotator');
    expect((await annotator.call('GET', '/api/work')).body.before).toEqual({ consent: 'Do you agree?', background });
    expect((await annotator.call('POST', '/api/work/next', {})).status).toBe(403);
    expect((await annotator.call('POST', '/api/work/consent', { agreed: false })).status).toBe(400);
    await annotator.call('POST', '/api/work/consent', { agreed: true });
    expect((await annotator.call('POST', '/api/work/next', {})).body.items.length).toBe(2);
    expect((await annotator.call('POST', '/api/work/background', { answers: { name: 'Ann' } })).status).toBe(422);
    expect((await annotator.call('POST', '/api/work/background', { answers: {} })).body.before).toEqual({ consent: null, background: [] });
  });

  it('a qualification lets in who knows the answers, and gives a second try', async () => {
    const study = await world.makeStudy({ dataset: 'pairs', task: 'tgcsr/rate', qualification: { items: 2, pass: 1, tries: 2 } });
    const known = PAIRS.slice(0, 4).map(({ id }) => JSON.stringify({ item: id, value: { rating: 4 } }));
    await world.owner.call('POST', `/api/studies/${study}/gold`, { text: known.join('\n'), format: 'jsonl' });
    const annotator = await world.join(study, 'annotator');
    const tries = [];
    for (const rating of [4, 1, 4, 4]) {
      const done = await answerNext(annotator, () => ({ rating }));
      tries.push({ stage: done?.item.stage, result: done?.answer.body.qualification });
    }
    expect(tries.map(({ stage }) => stage)).toEqual(Array(4).fill('qualification'));
    expect(tries.map(({ result }) => result)).toEqual([null, 'again', null, 'passed']);
    expect((await annotator.call('GET', '/api/work')).body).toMatchObject({
      qualification: { state: 'passed', attempt: 2, right: 2 },
      left: 2,
    });
    expect((await answerNext(annotator, () => ({ rating: 2 })))?.item.stage).toBe('work');
    await answerNext(annotator, () => ({ rating: 2 }));
    const { body } = await annotator.call('GET', '/api/work');
    const { completionCode } = (await world.owner.call('GET', `/api/studies/${study}`)).body;
    expect(body).toMatchObject({ state: 'done', code: completionCode });
  });

  it('a live check says what is missing in any inflection, with a budget', async () => {
    const study = await world.makeStudy({ dataset: 'sets', task: 'commongen/references' });
    const annotator = await world.join(study, 'annotator');
    const [item] = (await annotator.call('POST', '/api/work/next', { want: 1 })).body.items;
    const check = (sentence: string) => annotator.call('POST', '/api/work/check', { item: item.item, value: { sentence, rationale: '' } });
    const { concepts } = item.shown;
    const { body } = await check(`Nothing of ${concepts[0]} here.`);
    expect(body.advice.filter(({ refuse }: { refuse: boolean }) => refuse).map(({ text }: { text: string }) => text)).toEqual(
      concepts.slice(1).map((concept: string) => `"${concept}" is missing`),
    );
    const statuses = await Promise.all(Array.from({ length: 14 }, () => check('A sentence.').then(({ status }) => status)));
    expect(statuses).toContain(429);
  });
});

function spying(caller: Caller, bytes: string[]): Caller {
  return {
    ...caller,
    async call(...request) {
      const answer = await caller.call(...request);
      bytes.push(answer.text, JSON.stringify([...answer.headers]));
      return answer;
    },
  };
}
