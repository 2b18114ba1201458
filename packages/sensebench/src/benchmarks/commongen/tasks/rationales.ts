/** The task of writing rationales (Lin et al. 2020, section 3.2): the common sense behind existing sentences. */

import { createRandom, type Task } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { type CommonGenItem, nameConceptSets } from '../item.ts';

/** By sentence. */
const valueSchema = z.object({
  rationales: z.record(z.string(), z.string().meta({ control: 'longtext' })).meta({ keys: { of: 'sentences' } }),
});
export type RationalesValue = z.infer<typeof valueSchema>;

interface ShownSentences {
  concepts: string[];
  sentences: string[];
}

export const rationalesTask: Task<ShownSentences, RationalesValue, CommonGenItem> = {
  name: 'commongen/rationales',
  title: 'Explain the common sense behind sentences',
  summary: 'write the common sense behind each sentence of a concept-set',
  guideline: `You see some words and sentences that use all of them. Write for each sentence the commonsense knowledge that makes its scene a usual one.

- Write a whole sentence, like "Dogs like to run after things that are thrown."
- Say what is true in general, not what happens in this sentence.`,
  people: 1,
  value: valueSchema,
  list({ items, seed, count }) {
    const named = nameConceptSets(items).filter(({ item }) => item.references.length > 0);
    const chosen = count === undefined ? named : createRandom(`${seed}/rationales`).sample(named, count);
    return chosen.map(({ id, also, item }) => ({ id, also, shown: { concepts: item.input.concepts, sentences: item.references } }));
  },
  async check({ rationales }, { sentences }) {
    const strange = Object.keys(rationales).filter((sentence) => !sentences.includes(sentence));
    const written = Object.values(rationales).some((rationale) => rationale.trim() !== '');
    return [
      ...strange.map((sentence) => ({ refuse: true, text: `"${sentence}" is not one of the sentences` })),
      ...(written ? [] : [{ refuse: true, text: 'there is no rationale yet' }]),
    ];
  },
  /** If two people wrote for the same sentence, the first rationale counts. */
  async aggregate({ items, decisions }) {
    const written = new Map<string, Map<string, string>>();
    for (const { item, value } of decisions) {
      const own = written.get(item) ?? new Map<string, string>();
      for (const [sentence, rationale] of Object.entries(value.rationales)) if (!own.has(sentence)) own.set(sentence, rationale);
      written.set(item, own);
    }
    const sentences = items.flatMap(({ id, shown }) => shown.sentences.map((sentence) => ({ id, sentence })));
    const json = {
      sets: items.length,
      sentences: sentences.length,
      withRationale: sentences.filter(({ id, sentence }) => written.get(id)?.has(sentence)).length,
      annotators: new Set(decisions.map(({ annotator }) => annotator)).size,
    };
    const columns = Object.keys(json).map((key) => ({ key, label: key, align: 'right' as const }));
    const rows = items.flatMap(({ id, shown }) => {
      const own = written.get(id);
      return own ? [{ id, row: { reason: shown.sentences.map((sentence) => own.get(sentence) ?? '') } }] : [];
    });
    return { json, tables: [{ caption: 'Rationales', columns, rows: [json] }], rows: new Map(rows.map(({ id, row }) => [id, row])) };
  },
};
