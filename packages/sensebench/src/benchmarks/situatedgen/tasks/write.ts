/** Writing pairs (Zhang and Wan 2023, section 7): people write two contrastive sentences from the keywords, for the human score. */

import { createRandom, type Task, type Tools } from '@sensebench/metrics/internal/core';
import { createWordForms, findKeyword } from '@sensebench/metrics/internal/metrics';
import { z } from 'zod';
import type { SituatedGenItem } from '../item.ts';
import { cutSentences } from '../metrics/output-sentences.ts';

const valueSchema = z.object({
  sentences: z.string().min(1).meta({ title: 'your two sentences', control: 'longtext', sentences: 2 }),
});
export type WriteValue = z.infer<typeof valueSchema>;

export const writeTask: Task<{ keywords: string[] }, WriteValue, SituatedGenItem> = {
  name: 'situatedgen/write',
  title: 'Write two contrasting sentences',
  summary: 'write a pair of contrastive sentences from the keywords (section 7)',
  guideline:
    'Write two sentences that contrast with each other. Use every keyword, each in one of the two sentences. Both sentences must be true, and no place or time may fit the other sentence as well.',
  people: 1,
  value: valueSchema,
  needs: { analyse: true, wordnet: true },
  check: async ({ sentences }, { keywords }, tools) => faultsOf(sentences, { keywords, tools }),
  /** As in the paper. */
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
    return { json, tables: [{ caption: 'Pairs written by people', columns, rows: [json] }] };
  },
  /** Each text is a separate answer, because two people may have written for one example. */
  answers(decisions, items) {
    const byId = new Map(items.map((item) => [item.id, item]));
    return decisions.flatMap(({ item: id, annotator, value }) => {
      const item = byId.get(id);
      return item ? [{ item: { ...item, id: `${id}/${annotator}` }, answer: value.sentences }] : [];
    });
  },
};

/**
 * Check of a written pair (Zhang and Wan 2023, section 3.1): two sentences, and every keyword in one of them, in any inflection.
 * A keyword that is listed twice belongs to both sentences; using it once only gives a hint.
 */
async function faultsOf(
  text: string,
  { keywords, tools }: { keywords: readonly string[]; tools: Pick<Tools, 'analyse' | 'wordnet'> },
): Promise<{ refuse: boolean; text: string }[]> {
  const sentences = cutSentences(text).length;
  const [written, ...given] = await tools.analyse([text, ...keywords], { entities: false });
  const formsOf = createWordForms(tools.wordnet);
  const words = { text, words: formsOf(written.tokens) };
  const faults: { refuse: boolean; text: string }[] = [];
  const refuse = (fault: string) => faults.push({ refuse: true, text: fault });
  for (const [i, keyword] of keywords.entries()) {
    if (keywords.indexOf(keyword) !== i) continue;
    const times = keywords.filter((other) => other === keyword).length;
    const found = findKeyword({ text: keyword, words: formsOf(given[i].tokens) }, words).length;
    if (found === 0) refuse(`"${keyword}" is missing`);
    else if (found < times) faults.push({ refuse: false, text: `"${keyword}" is listed twice, once for each sentence` });
  }
  if (sentences !== 2) refuse(sentences < 2 ? 'a second sentence is missing' : `${sentences} sentences; write two`);
  return faults;
}
