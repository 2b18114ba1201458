/** The starter kit (Santos et al. 2022, section 5.1), a zip: unlabelled test data, description, checker, example submission. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '@sensebench/metrics/internal/core';
import { READ_LABEL } from '@sensebench/metrics/internal/metrics';
import { strToU8, zipSync } from 'fflate';
import { readDatasetManifest, readJson, readRows } from '../../../files/index.ts';
import { type TgcsrContext, tgcsrContextSchema } from '../context.ts';
import { type PairRow, pairRowSchema } from '../item.ts';
import { SPLITS } from '../splits.ts';

/** The format checker of a starter kit: a standalone script for Node that reads labels as the scoring does. */
export const CHECKER = `// Checks a submission against data/test.jsonl: node check.mjs my-submission.jsonl
import { readFileSync } from 'node:fs';

const [path] = process.argv.slice(2);
if (!path) stop('usage: node check.mjs my-submission.jsonl');

const test = new Set(rows(new URL('data/test.jsonl', import.meta.url), 'data/test.jsonl').map(({ row }) => row.id));
const seen = new Set();
let yes = 0;
for (const { line, row } of rows(path, path)) {
  if (row === null || typeof row !== 'object' || typeof row.id !== 'string') stop(\`\${path}:\${line}: has no id\`);
  if (!test.has(row.id)) stop(\`\${path}:\${line}: "\${row.id}" is not a pair of the test\`);
  if (seen.has(row.id)) stop(\`\${path}:\${line}: "\${row.id}" is there twice\`);
  const texts = Array.isArray(row.prediction) ? row.prediction : [row.prediction];
  const label = texts.every((text) => typeof text === 'string') ? readLabel(texts.join(' '), ['yes', 'no']) : null;
  if (label === null) stop(\`\${path}:\${line}: the prediction must be "yes" or "no"\`);
  seen.add(row.id);
  if (label === 'yes') yes++;
}
const missing = [...test].filter((id) => !seen.has(id));
if (missing.length > 0) stop(\`\${path}: \${missing.length} pairs have no prediction, the first is "\${missing[0]}"\`);
console.log(\`\${path}: fine, \${seen.size} predictions, \${yes} of them yes\`);

function rows(file, name) {
  let text;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    stop(\`\${name}: no such file\`);
  }
  return text.split(/\\r?\\n/).flatMap((line, i) => {
    if (line.trim() === '') return [];
    try {
      return [{ line: i + 1, row: JSON.parse(line) }];
    } catch {
      stop(\`\${name}:\${i + 1}: is not JSON\`);
    }
  });
}

function stop(message) {
  console.error(message);
  process.exit(1);
}

${READ_LABEL}
`;

/** The earliest time that a zip file can store, so that the same data give the same bytes. */
const EPOCH = new Date(1980, 0, 1);

export async function starterKit(folder: string): Promise<{ zip: Uint8Array; files: Record<string, string> }> {
  const { benchmark } = await readDatasetManifest(folder);
  if (benchmark !== 'tgcsr') throw new InputError(`is a dataset of ${benchmark}`, { file: folder, expected: 'one of tgcsr' });
  const context = await readJson(join(folder, 'context.json'), tgcsrContextSchema);
  const rows: Record<string, PairRow[]> = {};
  for (const split of SPLITS) {
    const path = join(folder, `${split}.jsonl`);
    rows[split] = existsSync(path) ? await readPairs(path) : [];
  }
  if (rows.test.length === 0) throw new InputError('has no test', { file: folder });
  const files: Record<string, string> = {
    'README.md': describe(context.title, rows),
    'check.mjs': CHECKER,
    'data/context.json': `${JSON.stringify(unmarked(context), null, 2)}\n`,
    ...(rows.train.length > 0 ? { 'data/train.jsonl': lines(rows.train.map(labelled)) } : {}),
    ...(rows.dev.length > 0 ? { 'data/dev.jsonl': lines(rows.dev.map(labelled)) } : {}),
    'data/test.jsonl': lines(rows.test.map(withheld)),
    'example-submission.jsonl': lines(rows.test.map(({ id }) => ({ id, prediction: 'no' }))),
  };
  const zip = zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])), { level: 9, mtime: EPOCH });
  return { zip, files };
}

async function readPairs(path: string): Promise<PairRow[]> {
  try {
    return await readRows(path, pairRowSchema);
  } catch (error) {
    // A zero-shot dataset has an empty train and dev.
    if (error instanceof InputError && error.message.includes('has no rows')) return [];
    throw error;
  }
}

type KitRow = Omit<PairRow, 'average' | 'ratings' | 'agreement' | 'yesShare'>;

/** Kits contain the labels alone, because averages would reveal how sure a label is. */
function labelled({ average: _average, ratings: _ratings, agreement: _agreement, yesShare: _yesShare, ...row }: PairRow): KitRow {
  return row;
}

/** Removes the author's marks, which would reveal labels of the test. */
function unmarked({ questions, ...context }: TgcsrContext): TgcsrContext {
  return { ...context, questions: questions.map(({ correct: _correct, incorrect: _incorrect, ...question }) => question) };
}

function withheld(row: PairRow): Omit<KitRow, 'label'> {
  const { label: _label, ...rest } = labelled(row);
  return rest;
}

function lines(rows: readonly object[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

function describe(title: string, { train, dev, test }: Record<string, PairRow[]>): string {
  return `# ${title}: starter kit

A model reads a theme, a question and one candidate answer, and says yes (the answer is a good fit) or no.
Several answers may fit one question. The score is the F1 of yes over the test.

| file | pairs | labels |
|---|---:|---|
| data/train.jsonl | ${train.length} | given |
| data/dev.jsonl | ${dev.length} | given |
| data/test.jsonl | ${test.length} | withheld |

Each line is an object with id, context, category, theme, questionID, question, answerID, answer and, where it is given, label.
data/context.json has the theme, the questions and the answer set of each category.${train.length + dev.length === 0 ? '\nThis phase is zero-shot: there is no train and no dev.' : ''}

## Submission

One line for each pair of the test: \`{"id": "${test[0].id}", "prediction": "yes"}\`. The prediction is yes or no.
example-submission.jsonl says no to everything; its F1 is 0.

Check a file before you send it: \`node check.mjs my-submission.jsonl\`
`;
}
