/** Text from strangers takes time in proportion to its length: the regular expressions one by one, and the functions that read such text. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { nameChoice } from '../packages/metrics/src/core/index.ts';
import { readYesNo } from '../packages/metrics/src/metrics/answers.ts';
import { meteorWords } from '../packages/metrics/src/metrics/meteor/normalize.ts';
import { bleuTokens } from '../packages/metrics/src/metrics/text/bleu-tokenizers.ts';
import { countTokenized } from '../packages/metrics/src/metrics/text/looks-tokenized.ts';
import { trimRight } from '../packages/metrics/src/metrics/text/python-blanks.ts';
import { tercomWords } from '../packages/metrics/src/metrics/text/ter.ts';
import { splitSentences, tokenizeCoco, tokenizeTreebank } from '../packages/metrics/src/nlp/tokens/index.ts';
import { stemPorterNltk } from '../packages/metrics/src/nlp/words/stem-porter-nltk.ts';
import { stemSnowball } from '../packages/metrics/src/nlp/words/stem-snowball.ts';
import { loadBenchmark } from '../packages/sensebench/src/benchmarks/registry.ts';
import { parseCsv } from '../packages/sensebench/src/files/csv.ts';
import { readTextFile } from '../packages/sensebench/src/files/formats/file-format.ts';
import { escapeFormula, escapeHtml, escapeLatex, escapeMarkdown, showMarks } from '../packages/sensebench/src/report/escape.ts';
import { parsePhasesText } from '../packages/studio/src/leaderboard/index.ts';
import { measureRegex, regexesIn, type Slow } from './hostile-regexes.ts';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'sensebench-hostile-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Where text of submissions, answers, uploads and names goes through. */
const FOLDERS =
  'packages/studio/src/server packages/studio/src/leaderboard packages/sensebench/src/files packages/metrics/src/nlp/tokens packages/metrics/src/nlp/words packages/metrics/src/metrics packages/sensebench/src/annotate packages/sensebench/src/report packages/metrics/src/core packages/sensebench/src/benchmarks packages/studio/web'.split(
    ' ',
  );

describe('every regular expression over text from strangers', () => {
  it('takes linear time on texts made to defeat it', () => {
    const found = regexesIn(root, FOLDERS);
    expect(found.length).toBeGreaterThan(300);
    // On a busy machine any expression may seem slow once.
    const slow = found.flatMap((own) =>
      [1, 2, 3, 4].reduce<Slow[]>((last, round) => (round > 1 && last.length === 0 ? [] : [measureRegex(own) ?? []].flat()), []),
    );
    expect(slow).toEqual([]);
  });

  it('would be found: squares, cubes and exponents, also behind a beginning', () => {
    const shapes = [
      String.raw`\s+$`,
      String.raw`"(?:[^"\\]|\\.)*"`,
      '(a+)+b',
      String.raw`^x(\d+\.?\d*)+!`,
      '<[^>]*>',
      String.raw`(\.(txt|zip))+$`,
    ];
    for (const source of shapes) {
      const slow = measureRegex({ place: 'here', source, flags: 'g' }, { timeout: 500 });
      expect(slow?.growth, source).toBeGreaterThan(2.5);
    }
    expect(measureRegex({ place: 'here', source: String.raw`(?<!\s)\s+$|"[^"]*"|ab+`, flags: 'g' })).toBeNull();
  });
});

const PIECES = [
  ...[
    ' ',
    '.',
    '!',
    '?',
    "'",
    '"',
    '\\"',
    '\\',
    'a',
    'A',
    '0',
    '1,',
    '-',
    '/',
    '<',
    '>',
    '(',
    '[',
    '{',
    '@',
    '#',
    '$',
    '&',
    ':',
    ';',
    '*',
    '_',
    '|',
    ',',
    '\n',
    '\t',
  ],
  ...[
    '’',
    'é',
    '漢',
    '\u0301',
    '\u200b',
    '😀',
    'a.',
    "'a",
    "a'",
    'a-',
    'a@',
    '1/',
    '1.',
    '1:',
    '$1',
    'U.S.',
    'DOT',
    '...',
    '.txt',
    'http://',
    'www.',
    '&lt;',
    '&#1;',
    '{"',
    '[{',
    '"a',
    'NaN',
    ', ',
    '- ',
    'answer is ',
    'yes ',
    'A) ',
  ],
];
const LENGTH = 100_000;

const file = join(folder, 'text.jsonl');
async function readHostile(text: string, format: 'jsonl' | 'json' | 'csv'): Promise<unknown> {
  writeFileSync(file, format === 'json' ? `{"a": ${text}` : text);
  return readTextFile(file, { format, columns: { id: ['id'], text: ['prediction'] }, accepted: 'predictions' });
}

const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  tokenizeCoco,
  tokenizeTreebank,
  splitSentences,
  '13a': (text) => bleuTokens(text, '13a'),
  intl: (text) => bleuTokens(text, 'intl'),
  tercom: (text) => tercomWords(text, { normalized: true, noPunct: true, asian: true, caseSensitive: false }),
  meteor: (text) => meteorWords([text]),
  stemPorterNltk,
  stemSnowball,
  trimRight,
  countTokenized: (text) => countTokenized([text]),
  readYesNo,
  nameChoice: (text) =>
    nameChoice(
      text,
      ['A', 'B', 'yes'].map((label) => ({ label, text: `${label} text` })),
    ),
  situatedgen: async (text) =>
    (await loadBenchmark('situatedgen')).parse?.(text, { id: 'x', input: { keywords: ['a'] }, references: ['a'], meta: {} }),
  commongen: async (text) =>
    (await loadBenchmark('commongen')).parse?.(text, { id: 'x', input: { concepts: ['a'] }, references: ['a'], meta: {} }),
  escapeHtml,
  escapeLatex,
  escapeMarkdown,
  escapeFormula,
  showMarks,
  csv: (text) => parseCsv(text, { file: 'x' }),
  jsonl: (text) => readHostile(text, 'jsonl'),
  json: (text) => readHostile(text, 'json'),
  table: (text) => readHostile(text, 'csv'),
  phases: (text) => parsePhasesText(text, { file: 'x' }),
};

async function timed(read: (text: string) => unknown, text: string): Promise<number> {
  const begun = performance.now();
  try {
    await read(text);
  } catch {
    // A refusal is an answer too.
  }
  return performance.now() - begun;
}

describe('100 kB of hostile text', () => {
  it.each(Object.entries(READERS))('are read or refused within three seconds by %s', async (_, read) => {
    const make = (piece: string, length: number) => [
      `${piece.repeat(length / piece.length)}`,
      `a${piece.repeat(length / piece.length)}\u0001`,
    ];
    const short: { piece: string; ms: number }[] = [];
    for (const piece of PIECES) for (const text of make(piece, LENGTH / 40)) short.push({ piece, ms: await timed(read, text) });
    // The whole length for those that took longest.
    const worst = [...new Set(short.sort((a, b) => b.ms - a.ms).map(({ piece }) => piece))].slice(0, 4);
    const slow: [string, number][] = [];
    for (const piece of worst)
      for (const text of make(piece, LENGTH)) {
        // A machine that stands still for a moment does not do so three times.
        let ms = Number.POSITIVE_INFINITY;
        for (let round = 0; round < 3 && ms > 3000; round++) ms = await timed(read, text);
        if (ms > 3000) slow.push([piece, Math.round(ms)]);
      }
    expect(slow).toEqual([]);
  });
});
