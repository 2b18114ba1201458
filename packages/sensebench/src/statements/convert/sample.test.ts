import { createRandom, type Tools } from '@sensebench/metrics/internal/core';
import { loadWordNet } from '@sensebench/metrics/internal/nlp/words/wordnet.ts';
import { beforeAll, expect, it } from 'vitest';
import { loadAnalyser } from '../../nlp/analysis/analyser.ts';
import { loadTruecaser } from '../../nlp/word-forms/truecase.ts';
import { parseSourceSpec, readSources } from '../sources/index.ts';
import { convertRows } from './convert.ts';

let tools: Tools;

beforeAll(async () => {
  const { analyse } = await loadAnalyser();
  tools = { analyse, wordnet: await loadWordNet(), truecaser: loadTruecaser(), tokens: () => [] };
});

/** `npx vitest run packages/sensebench/src/statements/convert/sample.test.ts -u` writes the page anew. */
it('docs/statements-sample.md is what the rules make of the starter corpus', async () => {
  const { rows } = await readSources([parseSourceSpec('starter')]);
  const questions = rows.filter(({ question }) => question !== undefined);
  const random = createRandom('statements-sample');
  const drawn = questions
    .map((row) => ({ row, key: random.next() }))
    .sort((a, b) => a.key - b.key)
    .slice(0, 100)
    .map(({ row }) => row);
  const { rows: made, dropped } = await convertRows(drawn, {}, tools);
  const lines = made.map(({ id, question, answer, text, rule, confidence }) => {
    const said = typeof answer === 'boolean' ? (answer ? 'yes' : 'no') : answer;
    return `| ${id} | ${question} | ${said} | ${text} | ${rule} | ${confidence?.toFixed(2)} |`;
  });
  const refused = dropped.map(({ ids, question, rule }) => `| ${ids[0]} | ${question} | ${rule} |`);
  const page = [
    '# 100 conversions to judge',
    '',
    `Drawn by seed from the ${questions.length} questions of the starter corpus and converted by the rules of [statements.md](statements.md).`,
    'Judge each: would a careful editor leave the sentence alone, does it say what question and answer say, is the casing right?',
    '',
    '| id | question | answer | statement | rule | confidence |',
    '|---|---|---|---|---|---|',
    ...lines,
    ...(refused.length > 0 ? ['', '## Refused', '', '| id | question | reason |', '|---|---|---|', ...refused] : []),
    '',
  ];
  await expect(page.join('\n')).toMatchFileSnapshot('../../../../../docs/statements-sample.md');
});
