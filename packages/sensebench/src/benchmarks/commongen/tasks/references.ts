/** The task of writing references (Lin et al. 2020, section 3.2): a sentence with all concepts, and the common sense behind it. */

import { createRandom, type Decision, type PlacedDecision, type Task } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { isTable, readRawRows, toDecision } from '../../../annotate/index.ts';
import { parseWith } from '../../../files/index.ts';
import { type CommonGenItem, commonGenRowSchema, nameConceptSets } from '../item.ts';
import { missingConcepts } from '../missing-concepts.ts';
import { adviceOn, assessReferences, LONGEST, qualityTable, type ReferenceValue, WORKERS_PER_SET } from './reference-quality.ts';

const valueSchema = z.object({
  sentence: z.string().min(1).meta({ control: 'longtext', sentences: 1 }),
  rationale: z.string().default('').meta({ control: 'longtext', description: 'the commonsense knowledge that you used' }),
});

export const referencesTask: Task<{ concepts: string[] }, ReferenceValue, CommonGenItem> = {
  name: 'commongen/references',
  title: 'Write a sentence with the given words',
  summary: 'write one sentence about an everyday scene with all given words, and the common sense behind it',
  guideline: `Write a natural and simple English sentence about a common scene that contains all of the given words, and the commonsense knowledge that you used.

- The words are given in random order; use them in any order.
- Other forms are fine: plurals (apples), verb forms (picks, put).
- New words like "boy" may be added to make the scene natural and complete.
- Simple present tense and active voice are better, and at most ${LONGEST} words.
- Use "a man", "a girl", "a group of people" and the like, not I, you, he, she or they.
- Imagine that you are looking at a video or a picture of the scene.`,
  people: WORKERS_PER_SET,
  value: valueSchema,
  needs: { analyse: true, wordnet: true },
  list({ items, seed, count }) {
    const named = nameConceptSets(items);
    const chosen = count === undefined ? named : createRandom(`${seed}/references`).sample(named, count);
    return chosen.map(({ id, also, item }) => ({ id, also, shown: { concepts: item.input.concepts } }));
  },
  arrange: ({ concepts }, random) => ({ concepts: random.shuffle(concepts) }),
  async check({ sentence }, { concepts }, { analyse, wordnet }) {
    const [{ tokens }] = await analyse([sentence], { parse: true, entities: false });
    const missing = missingConcepts(concepts, tokens, wordnet).map((concept) => ({ refuse: true, text: `"${concept}" is missing` }));
    return [...missing, ...adviceOn(tokens).map((text) => ({ refuse: false, text }))];
  },
  read: (path) => (isTable(path) ? null : readReferenceRows(path)),
  async aggregate({ items, decisions }, { analyse, languageModel }) {
    const analyses = await analyse(
      decisions.map(({ value }) => value.sentence),
      { parse: true, entities: false },
    );
    const report = await assessReferences(decisions, analyses, {}, languageModel);
    const known = new Set(items.map(({ id }) => id));
    const rows = new Map([...referencesBySet(decisions)].filter(([id]) => known.has(id)));
    return { json: report, tables: [qualityTable(report)], rows };
  },
  /** Each sentence is a separate answer, scored against the references of the item. */
  answers(decisions, items) {
    const byName = new Map(nameConceptSets(items).map(({ id, item }) => [id, item]));
    return decisions.flatMap(({ item: name, annotator, value }) => {
      const item = byName.get(name);
      return item ? [{ item: { ...item, id: `${item.id}/${annotator}` }, answer: value.sentence }] : [];
    });
  },
};

/** People's references as the fields of a row. */
export function referencesBySet(decisions: readonly Decision<ReferenceValue>[]): Map<string, { scene: string[]; reason: string[] }> {
  const found = new Map<string, { scene: string[]; reason: string[] }>();
  for (const { item, value } of decisions) {
    const row = found.get(item) ?? { scene: [], reason: [] };
    row.scene.push(value.sentence);
    row.reason.push(value.rationale);
    found.set(item, row);
  }
  return found;
}

/** Reads decisions, or rows of the released layout, where each sentence counts as the decision of another, unnamed person. */
async function* readReferenceRows(path: string): AsyncGenerator<PlacedDecision> {
  const written = new Map<string, number>();
  for await (const { row, place } of readRawRows(path)) {
    if (typeof row !== 'object' || row === null || !('concept_set' in row)) {
      yield toDecision(row, place);
      continue;
    }
    const { concept_set: item, scene, reason = [] } = parseWith(commonGenRowSchema, row, place);
    const set = item.split('#').sort().join('#');
    for (const [i, sentence] of scene.entries()) {
      const number = (written.get(set) ?? 0) + 1;
      written.set(set, number);
      const value = { sentence, rationale: reason[i] ?? '' };
      yield { task: referencesTask.name, item, annotator: `writer ${number}`, value, place };
    }
  }
}
