/** The format checker of a starter kit: a script of its own that needs nothing but Node, and reads labels as their scoring does. */
import { READ_LABEL } from '../../../metrics/index.ts';

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
