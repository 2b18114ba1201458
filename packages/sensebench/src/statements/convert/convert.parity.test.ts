import type { Analysis, Tools } from '@sensebench/metrics/internal/core';
import { loadWordNet } from '@sensebench/metrics/internal/nlp/words/wordnet.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sharedPath } from '../../../../../test/shared.ts';
import { loadStatementTools } from '../../../../../test/statement-tools.ts';
import { readJsonl } from '../../files/index.ts';
import { parseSourceSpec, readSources } from '../sources/index.ts';
import type { SourceRow } from '../sources/source-reader.ts';
import type { Statement } from '../statement.ts';
import { convertRows } from './convert.ts';
import { isFunctionWord } from './parse/words.ts';
import { rougeL } from './rank/compare-conversions.ts';

/** The floors of docs/statements.md on the released conversions of SituatedGen and on the raw corpora. */
const released = z.looseObject({ id: z.string(), statement: z.string(), question: z.string(), answer: z.union([z.string(), z.boolean()]) });
type Released = z.infer<typeof released>;

let tools: Tools;
const wordnet = await loadWordNet();

beforeAll(async () => {
  tools = await loadStatementTools();
});

async function readReleased(path: string): Promise<Released[]> {
  const rows: Released[] = [];
  for await (const { value } of readJsonl(path, released)) rows.push(value);
  return rows;
}

async function convertAll(rows: readonly Pick<SourceRow, 'id' | 'question' | 'answer'>[]): Promise<Map<string, Statement>> {
  const sources = rows.map(
    (row): SourceRow => ({
      source: 's',
      split: 'x',
      kind: typeof row.answer === 'boolean' ? 'yes-no' : 'choice',
      ...row,
      question: row.question ?? '',
    }),
  );
  const { rows: made, dropped } = await convertRows(sources, { minConfidence: 0 }, tools);
  expect(dropped).toEqual([]);
  return new Map(made.map((row) => [row.id, row]));
}

/** Every base form that a word may have. */
const forms = (word: string) => [word, ...(['n', 'v', 'a', 'r'] as const).flatMap((pos) => wordnet.baseForms(word, pos))];
const CONTENT = /^(NN|VB|JJ|RB|CD|FW)/;

function keepsContent(question: Analysis, statement: Analysis): boolean {
  const kept = new Set(statement.tokens.flatMap(({ text, lemma }) => [lemma.toLowerCase(), ...forms(text.toLowerCase())]));
  return question.tokens.every(
    ({ text, lemma, tag }) =>
      !CONTENT.test(tag) ||
      !/[\p{L}\p{N}]/u.test(text) ||
      isFunctionWord(text.replace(/^['’]/, '')) ||
      isFunctionWord(lemma) ||
      kept.has(lemma.toLowerCase()) ||
      kept.has(text.toLowerCase()),
  );
}

const NEGATION = /\b(not|cannot|never|no|none|nobody|nothing|neither)\b|n't\b/i;
const share = (count: number, of: number) => count / of;

describe('the released conversions', () => {
  const strategyQa = sharedPath('data/situatedgen/statements/strategyqa.jsonl');
  it.skipIf(strategyQa === null)('StrategyQA: content kept and negation right', async () => {
    const rows = await readReleased(strategyQa ?? '');
    const made = await convertAll(rows);
    const statements = await tools.analyse(
      rows.map(({ id }) => made.get(id)?.text ?? ''),
      { entities: false },
    );
    const questions = await tools.analyse(
      rows.map(({ question }) => question),
      { entities: false },
    );
    const kept = rows.filter((_, i) => keepsContent(questions[i], statements[i])).length;
    // A question that is negative itself, or has "no" inside, says nothing here.
    const plain = rows.filter(({ question }) => !NEGATION.test(question));
    const right = plain.filter(({ id, answer }) => NEGATION.test(made.get(id)?.text ?? '') === (answer === false)).length;
    console.log(
      `strategyqa: content kept ${share(kept, rows.length).toFixed(4)}, negation right ${share(right, plain.length).toFixed(4)} of ${plain.length}`,
    );
    expect(rows).toHaveLength(953);
    expect(share(kept, rows.length)).toBeGreaterThanOrEqual(0.97);
    expect(share(right, plain.length)).toBeGreaterThanOrEqual(0.99);
  });

  const commonsenseQa = sharedPath('data/situatedgen/statements/commonsenseqa.jsonl');
  it.skipIf(commonsenseQa === null)('CommonsenseQA: content kept, answer said, close to the release', async () => {
    const rows = await readReleased(commonsenseQa ?? '');
    const made = await convertAll(rows);
    const statements = await tools.analyse(
      rows.map(({ id }) => made.get(id)?.text ?? ''),
      { entities: false },
    );
    const questions = await tools.analyse(
      rows.map(({ question }) => question),
      { entities: false },
    );
    const kept = rows.filter((_, i) => keepsContent(questions[i], statements[i])).length;
    const rouge = rows.reduce((sum, { id, statement }) => sum + rougeL(made.get(id)?.text ?? '', statement), 0) / rows.length;
    const said = rows.filter(({ answer }, i) => {
      const words = new Set(statements[i].tokens.flatMap(({ text, lemma }) => [lemma.toLowerCase(), ...forms(text.toLowerCase())]));
      return tools.tokens('treebank', String(answer).toLowerCase()).every((word) => forms(word).some((form) => words.has(form)));
    }).length;
    console.log(
      `commonsenseqa: content kept ${share(kept, rows.length).toFixed(4)}, ROUGE-L ${rouge.toFixed(4)}, answer said ${share(said, rows.length).toFixed(4)}`,
    );
    expect(rows).toHaveLength(714);
    // The noun of the question is left out where the answer says it: "What country …" gives "Ireland …".
    expect(share(kept, rows.length)).toBeGreaterThanOrEqual(0.85);
    expect(rouge).toBeGreaterThanOrEqual(0.8);
    expect(share(said, rows.length)).toBeGreaterThanOrEqual(0.98);
  });
});

describe('the raw corpora', () => {
  const train = sharedPath('data/strategyqa/train.json');
  it.skipIf(train === null)('StrategyQA train: every question converts and no entity is lost', async () => {
    const { rows } = await readSources([parseSourceSpec(`strategyqa=${train}`)]);
    expect(rows.length).toBeGreaterThan(2000);
    const made = await convertAll(rows);
    const questions = await tools.analyse(rows.map(({ question = '' }) => question));
    const squeeze = (text: string) =>
      text
        .toLowerCase()
        .replace(/\s+/g, ' ')
        .replace(/^(will|would|did|can|is|was) /, '')
        .replace(/\?$/, '');
    const lost = rows.flatMap(({ id }, i) =>
      questions[i].entities
        .filter(({ text }) => !squeeze(made.get(id)?.text ?? '').includes(squeeze(text)))
        .map(({ text }) => `${text} | ${made.get(id)?.text}`),
    );
    console.log(`strategyqa train: ${rows.length} questions, ${lost.length} entities lost\n${lost.slice(0, 20).join('\n')}`);
    expect(lost).toEqual([]);
  });

  const dev = sharedPath('data/commonsenseqa/dev.jsonl');
  it.skipIf(dev === null)('CommonsenseQA dev: every question converts, few doubtfully', async () => {
    const { rows } = await readSources([parseSourceSpec(`commonsenseqa=${dev}`)]);
    expect(rows).toHaveLength(1221);
    const made = [...(await convertAll(rows)).values()];
    const doubtful = made.filter(({ confidence = 0 }) => confidence < 0.5).length;
    console.log(`commonsenseqa dev: ${share(doubtful, made.length).toFixed(4)} below 0.5`);
    expect(share(doubtful, made.length)).toBeLessThan(0.08);
    expect(made.every(({ text }) => /[.!]["”]?$/.test(text) && !/^Yes|^No,/.test(text))).toBe(true);
  });
});
