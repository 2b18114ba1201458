import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { evaluateModels, formatModelScores, parseEntityList, scoreEntities } from './evaluate-models.ts';

const read = (path: string) => readFile(path, 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'sensebench-eval-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('entity scores', () => {
  it('reads a list whose texts hold commas and colons', () => {
    expect(parseEntityList('May 20, 1980:DATE, Portland, Oregon:GPE, Star Trek: Voyager:WORK_OF_ART')).toEqual([
      { text: 'May 20, 1980', type: 'DATE' },
      { text: 'Portland, Oregon', type: 'GPE' },
      { text: 'Star Trek: Voyager', type: 'WORK_OF_ART' },
    ]);
    expect(parseEntityList('')).toEqual([]);
  });
  it('counts exact text and type, each given entity once', () => {
    const gold = [
      [
        { text: 'Rome', type: 'GPE' },
        { text: 'May', type: 'DATE' },
      ],
    ];
    const found = [
      [
        { text: 'Rome', type: 'GPE' },
        { text: 'Rome', type: 'GPE' },
        { text: 'in May', type: 'DATE' },
      ],
    ];
    const { micro, GPE, DATE } = scoreEntities(gold, found);
    expect(GPE).toMatchObject({ gold: 1, found: 2, right: 1, precision: 0.5, recall: 1 });
    expect(DATE.f1).toBe(0);
    expect(micro.f1).toBeCloseTo(2 / 5);
  });
  it('says null where there is nothing to divide by', () => {
    expect(scoreEntities([[]], [[]]).micro.f1).toBeNull();
  });
});

describe('evaluation of the shipped models', () => {
  it('says in one line which file it cannot read', async () => {
    const wrong = join(folder, 'wrong.txt');
    writeFileSync(wrong, '{"statement": "It rains."}\nnot this\n');
    await expect(evaluateModels({ read, statements: [wrong] })).rejects.toThrow(/wrong\.txt:2: is not a labelled statement/);
    await expect(evaluateModels({ read, treebank: wrong })).rejects.toThrow(/wrong\.txt: has no sentences/);
  });
  it('reads statements and a treebank and prints the table', async () => {
    const statements = join(folder, 'statements.jsonl');
    writeFileSync(statements, `${JSON.stringify({ statement: 'It is winter in Argentina in July.', NERs: 'Argentina:GPE, July:DATE' })}\n`);
    const treebank = join(folder, 'dev.conllu');
    const row = (...columns: (string | number)[]) => columns.join('\t');
    writeFileSync(
      treebank,
      `# text = She slept.\n${row(1, 'She', 'she', 'PRON', 'PRP', '_', 2, 'nsubj', '_', '_')}\n${row(2, 'slept', 'sleep', 'VERB', 'VBD', '_', 0, 'root', '_', '_')}\n${row(3, '.', '.', 'PUNCT', '.', '_', 2, 'punct', '_', '_')}\n\n`,
    );
    const scores = await evaluateModels({ read, statements: [statements], treebank });
    expect(scores.entities?.micro.f1).toBe(1);
    expect(scores.treebank).toEqual({ sentences: 1, tokens: 3, tags: 1, lemmas: 1, uas: 1, las: 1 });
    expect(scores.speed.parse).toBeGreaterThan(0);
    expect(formatModelScores(scores)).toContain('UAS 100.0');
  });
});
