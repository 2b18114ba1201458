/** The routes of an annotator's work, as the session of the page uses them. */
import { call, type Reply } from '../api/call.ts';
import type { Waiting, WaitingAnswer } from './outbox.ts';

export type Work = Reply<'get', '/api/work'>;
export type WorkItem = Reply<'post', '/api/work/next'>['items'][number];
export type OwnAnswer = Reply<'get', '/api/work/answers'>['answers'][number];
export type Saved = Reply<'put', '/api/work/answers/{answer}'>;
export type Advice = Saved['advice'][number];

export interface WorkApi {
  read(): Promise<Work>;
  next(holding: readonly string[], want: number): Promise<Reply<'post', '/api/work/next'>>;
  /** null: it was no answer but a skip. */
  send(entry: Waiting): Promise<Saved | null>;
  answers(before?: string): Promise<OwnAnswer[]>;
  /** Shows the skipped items again. */
  reopen(): Promise<Work>;
}

export const workApi: WorkApi = {
  read: () => call('get', '/api/work', {}),
  next: (holding, want) => call('post', '/api/work/next', { body: { holding: [...holding], want } }),
  async send(entry) {
    if (entry.kind === 'answer') return sendAnswer(entry);
    await call('post', '/api/work/skip', { body: { item: entry.item, lease: entry.lease } });
    return null;
  },
  reopen: () => call('post', '/api/work/skipped', {}),
  answers: async (before) => (await call('get', '/api/work/answers', { query: before === undefined ? {} : { before } })).answers,
};

function sendAnswer({ id, item, lease, value, ms }: WaitingAnswer): Promise<Saved> {
  return call('put', '/api/work/answers/{answer}', { params: { answer: id }, body: { item, lease, value, ms } });
}
