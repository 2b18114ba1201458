import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { humanAnswerOf, readDecisions, withHumanAnswers } from '../../../annotate/index.ts';
import { type CommonGenItem, nameConceptSets } from '../item.ts';
import { TASKS } from './index.ts';
import { rationalesTask } from './rationales.ts';
import { referencesTask } from './references.ts';

const tools = { tokens: () => [], analyse: async () => [] };
const item = (id: string, concepts: string[], references = ['One.', 'Two.']): CommonGenItem => ({
  id,
  input: { concepts },
  references,
  meta: {},
});
const items = [item('0', ['pick', 'apple', 'tree']), item('1', ['dog', 'run']), item('2', ['apple', 'pick', 'tree'], ['Three.'])];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sensebench-references-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function file(rows: object[]): Promise<string> {
  const path = join(folder, 'decisions.jsonl');
  await writeFile(path, rows.map((row) => JSON.stringify(row)).join('\n'));
  return path;
}

describe('the name of a concept-set', () => {
  it('is its concepts in alphabetical order, whatever the line; a repeat ends in @2', () => {
    expect(nameConceptSets(items).map(({ id }) => id)).toEqual(['apple#pick#tree', 'dog#run', 'apple#pick#tree@2']);
    expect(nameConceptSets(items.slice(1)).map(({ id }) => id)).toEqual(['dog#run', 'apple#pick#tree']);
  });

  it('may be written in any order', () => {
    const [first, , repeat] = nameConceptSets(items);
    expect(first.also).toHaveLength(5);
    expect(first.also).toContain('tree#pick#apple');
    expect(repeat.also).toContain('tree#apple#pick@2');
    // Six concepts have 720 orders: only the given one is known.
    const [large] = nameConceptSets([item('0', ['f', 'e', 'd', 'c', 'b', 'a'])]);
    expect(large).toMatchObject({ id: 'a#b#c#d#e#f', also: ['f#e#d#c#b#a'] });
  });
});

describe('references', () => {
  const decision = (name: string, annotator: string, sentence: string) => ({
    item: name,
    annotator,
    task: 'commongen/references',
    value: { sentence, rationale: 'Because.' },
  });

  it('of people are a system, by the concept-set and not by the line', async () => {
    const path = await file([
      decision('tree#pick#apple', 'A', 'First.'),
      decision('apple#pick#tree', 'A', 'Second.'),
      decision('apple#pick#tree@2', 'B', 'Of the repeat.'),
    ]);
    const people = await withHumanAnswers({ name: 'commongen', tasks: TASKS }, items, path);
    expect(people.map((each) => [each.id, humanAnswerOf(each), each.references])).toEqual([
      ['0/A', 'Second.', ['One.', 'Two.']],
      ['2/B', 'Of the repeat.', ['Three.']],
    ]);
  });

  it('in rows of the released layout are those of unnamed people', async () => {
    const path = await file([
      { concept_set: 'run#dog', scene: ['A dog runs.', 'Dogs run.'], reason: ['They do.'] },
      { concept_set: 'dog#run', scene: ['The dog ran.'] },
    ]);
    const { current } = await readDecisions([path], referencesTask, { items: nameConceptSets(items) });
    expect(current.map(({ item: name, annotator, value }) => [name, annotator, value.sentence, value.rationale])).toEqual([
      ['dog#run', 'writer 1', 'A dog runs.', 'They do.'],
      ['dog#run', 'writer 2', 'Dogs run.', ''],
      ['dog#run', 'writer 3', 'The dog ran.', ''],
    ]);
  });

  it('are shown in another order to each annotator, and warned about but for a missing concept', async () => {
    const tokens = ['Dogs/NNS/dog/2/nsubj', 'slept/VBD/sleep/0/root'].map((part) => {
      const [text, tag, lemma, head, relation] = part.split('/');
      return { text, start: 0, end: text.length, tag, lemma, head: Number(head), relation };
    });
    const analyse = async () => [{ text: '', tokens, entities: [] }];
    const said = await referencesTask.check?.(
      { sentence: 'Dogs slept', rationale: '' },
      { concepts: ['dog', 'run'] },
      { ...tools, analyse },
    );
    expect(said).toEqual([
      { refuse: true, text: '"run" is missing' },
      { refuse: false, text: 'past tense; the present is better' },
    ]);
  });
});

describe('rationales', () => {
  it('belong to sentences', async () => {
    const path = await file([
      { item: 'dog#run', annotator: 'A', task: 'commongen/rationales', value: { rationales: { 'Two.': 'Dogs run.' } } },
      {
        item: 'apple#tree#pick',
        annotator: 'A',
        task: 'commongen/rationales',
        value: { rationales: { 'One.': 'Apples grow on trees.' } },
      },
    ]);
    const listed = rationalesTask.list({ items, seed: 1 });
    const { current } = await readDecisions([path], rationalesTask, { items: listed });
    const { json, rows } = await rationalesTask.aggregate({ items: listed, decisions: current }, tools);
    expect(json).toEqual({ sets: 3, sentences: 5, withRationale: 2, annotators: 1 });
    expect(Object.fromEntries(rows ?? [])).toEqual({
      'dog#run': { reason: ['', 'Dogs run.'] },
      'apple#pick#tree': { reason: ['Apples grow on trees.', ''] },
    });
  });

  it('of other sentences are refused', async () => {
    const shown = { concepts: [], sentences: ['One.'] };
    expect(await rationalesTask.check?.({ rationales: { 'Else.': 'Why.' } }, shown, tools)).toMatchObject([{ refuse: true }]);
  });
});
