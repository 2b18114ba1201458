/** The format checker of a starter kit: a stand-alone Node script that reads answers exactly as scoring does. */
import { READ_LABEL } from 'sensebench/internal/metrics';
import { NO_VALUE } from '../read-answer.ts';

export const CHECKER = `// Checks a file of predictions: node check.mjs my-predictions.jsonl
import { readFileSync } from 'node:fs';

const [path] = process.argv.slice(2);
if (!path) stop('usage: node check.mjs my-predictions.jsonl');

const { labels } = JSON.parse(readFileSync(new URL('format.json', import.meta.url), 'utf8'));
const wanted = new Map(rows(new URL('ids.jsonl', import.meta.url), 'ids.jsonl').map(({ row }) => [row.id, row.labels ?? labels]));
const seen = new Set();
let empty = 0;
for (const { line, row } of rows(path, path)) {
  const place = path + ':' + line + ': ';
  if (row === null || typeof row !== 'object' || typeof row.id !== 'string') stop(place + 'has no id');
  if (!wanted.has(row.id)) stop(place + JSON.stringify(row.id) + ' is not the id of an item');
  if (seen.has(row.id)) stop(place + JSON.stringify(row.id) + ' is there twice');
  const texts = Array.isArray(row.prediction) ? row.prediction : [row.prediction];
  if (!texts.every((text) => typeof text === 'string')) stop(place + 'the prediction must be a text');
  const text = texts.join(' ');
  const allowed = wanted.get(row.id);
  if (allowed && readLabel(text, allowed) === null) stop(place + 'the prediction must be one of ' + allowed.join(', '));
  if (!allowed && ${String(NO_VALUE)}.test(text.trim())) stop(place + 'the prediction is ' + text.trim() + ', a missing value');
  if (text.trim() === '') empty++;
  seen.add(row.id);
}
const missing = [...wanted.keys()].filter((id) => !seen.has(id));
if (missing.length > 0) stop(path + ': ' + missing.length + ' items have no prediction, the first is ' + JSON.stringify(missing[0]));
if (empty === seen.size) stop(path + ': all predictions are empty');
console.log(path + ': fine, ' + seen.size + ' predictions');

function rows(file, name) {
  let text;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    stop(name + ': no such file');
  }
  return text.split(/\\r?\\n/).flatMap((line, i) => {
    if (line.trim() === '') return [];
    try {
      return [{ line: i + 1, row: JSON.parse(line) }];
    } catch {
      stop(name + ':' + (i + 1) + ': is not JSON');
    }
  });
}

function stop(message) {
  console.error(message);
  process.exit(1);
}

${READ_LABEL}
`;
