import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkJudgements } from './judged-output.ts';
import { readJudgements } from './read-judgements.ts';

const folder = mkdtempSync(join(tmpdir(), 'sensebench-judgements-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string): string[] {
  writeFileSync(join(folder, name), content);
  return [join(folder, name)];
}

const lines = (...rows: object[]) => rows.map((row) => JSON.stringify(row)).join('\n');
const OUTPUT = { item: '1', system: 'a', output: 'A dog runs.', references: ['A dog is running.'] };

describe('judgements', () => {
  it('are places or ratings of several people, with gaps and ties; places count downwards', async () => {
    const [a, b] = await readJudgements(
      file('places.jsonl', lines({ ...OUTPUT, places: [1, null, 2], shown: 2 }, { ...OUTPUT, system: 'b', places: [1, 3, null] })),
    );
    expect([...a.judgements]).toEqual([
      ['1', -1],
      ['3', -2],
    ]);
    expect(a.shown).toBe(2);
    expect([...b.judgements.values()]).toEqual([-1, -3]);
    const [rated] = await readJudgements(file('ratings.jsonl', lines({ ...OUTPUT, ratings: [4, 5] })));
    expect([...rated.judgements.values()]).toEqual([4, 5]);
  });

  it('are rows of CSV, one for each annotator, lists as JSON or with bars', async () => {
    const [judged] = await readJudgements(
      file('long.csv', 'item,system,output,references,annotator,rating\n1,a,A dog runs.,A dog|Dogs,x,3\n1,a,A dog runs.,,y,5\n'),
    );
    expect(judged).toMatchObject({ item: '1', system: 'a', references: ['A dog', 'Dogs'] });
    expect([...judged.judgements]).toEqual([
      ['x', 3],
      ['y', 5],
    ]);
    const [listed] = await readJudgements(file('list.csv', 'item,system,output,ratings\n1,a,A dog runs.,"[1,2]"\n'));
    expect([...listed.judgements.values()]).toEqual([1, 2]);
  });

  it('of too few outputs, or that do not differ, are refused', async () => {
    const rated = (rating: number, system: string) => ({ ...OUTPUT, system, rating });
    const all = await readJudgements(file('alike.jsonl', lines(...['a', 'b', 'c', 'd'].map((system) => rated(3, system)))));
    expect(() => checkJudgements(all, 'alike.jsonl')).toThrow(/alike\.jsonl: judges all outputs alike/);
    expect(() => checkJudgements(all.slice(1), 'few.jsonl')).toThrow(/few\.jsonl: has judgements of 3 outputs \(expected 4 or more\)/);
    const some = await readJudgements(file('differ.jsonl', lines(...['a', 'b', 'c', 'd'].map((system, i) => rated(i, system)))));
    expect(() => checkJudgements(some, 'differ.jsonl')).not.toThrow();
  });

  it('of outputs that nobody judged are gaps', async () => {
    expect(await readJudgements(file('gap.jsonl', lines({ ...OUTPUT, rating: null })))).toEqual([]);
  });

  it.each([
    ['no judgement', lines(OUTPUT), /wrong\.jsonl:1: has no judgements \(expected one of rating/],
    ['two kinds in a row', lines({ ...OUTPUT, rating: 1, place: 1 }), /has 2 judgements/],
    [
      'two kinds for one output',
      lines({ ...OUTPUT, annotator: 'x', rating: 1 }, { ...OUTPUT, annotator: 'y', place: 1 }),
      /ratings and places/,
    ],
    ['a text', lines({ ...OUTPUT, rating: 'good' }), /wrong\.jsonl:1.*rating/],
    ['somebody twice', lines({ ...OUTPUT, annotator: 'x', rating: 1 }, { ...OUTPUT, annotator: 'x', rating: 2 }), /"x" judges .* twice/],
    [
      'two outputs',
      lines({ ...OUTPUT, annotator: 'x', rating: 1 }, { ...OUTPUT, output: 'B', annotator: 'y', rating: 2 }),
      /two different outputs/,
    ],
    ['no system', lines({ item: '1', output: 'x', rating: 1 }), /wrong\.jsonl:1, field "system"/],
  ])('with %s are refused in one line', async (_, content, said) => {
    await expect(readJudgements(file('wrong.jsonl', content))).rejects.toThrow(said);
  });
});
