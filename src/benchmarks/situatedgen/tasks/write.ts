/** Writing pairs (Zhang and Wan 2023, section 7): people write two contrastive sentences from the keywords, for the human score. */
import { z } from 'zod';
import { createRandom, type Task } from '../../../core/index.ts';
import type { SituatedGenItem } from '../item.ts';
import { faultsOf } from './written-pair.ts';

const valueSchema = z.object({
  sentences: z.string().min(1).meta({ title: 'your two sentences', control: 'longtext', sentences: 2 }),
});
export type WriteValue = z.infer<typeof valueSchema>;

export const writeTask: Task<{ keywords: string[] }, WriteValue, SituatedGenItem> = {
  name: 'situatedgen/write',
  formerly: ['situatedgen-write'],
  summary: 'write a pair of contrastive sentences from the keywords (section 7)',
  guideline:
    'Write two sentences that contrast with each other. Use every keyword, each in one of the two sentences. Both sentences must be true, and no place or time may fit the other sentence as well.',
  people: 1,
  value: valueSchema,
  needs: { analyse: true, wordnet: true },
  check: async ({ sentences }, { keywords }, tools) => faultsOf(sentences, { keywords, tools }),
  /** The paper draws 100. */
  list: ({ items, seed, count = 100 }) =>
    createRandom(`${seed}/write`)
      .sample(items, count)
      .map(({ id, input }) => ({ id, shown: { keywords: input.keywords } })),
  async aggregate({ decisions }) {
    const json = {
      examples: new Set(decisions.map(({ item }) => item)).size,
      annotators: new Set(decisions.map(({ annotator }) => annotator)).size,
      texts: decisions.length,
    };
    const columns = ['examples', 'annotators', 'texts'].map((key) => ({ key, label: key, align: 'right' as const }));
    return { json, tables: [{ caption: 'Pairs that people wrote', columns, rows: [json] }] };
  },
  /** Two people may have written for one example: each text is an answer of its own. */
  answers(decisions, items) {
    const byId = new Map(items.map((item) => [item.id, item]));
    return decisions.flatMap(({ item: id, annotator, value }) => {
      const item = byId.get(id);
      return item ? [{ item: { ...item, id: `${id}/${annotator}` }, answer: value.sentences }] : [];
    });
  },
};
