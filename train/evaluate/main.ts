/** `npx tsx train/evaluate/main.ts`: how good and how fast the shipped models are on labelled text. */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { evaluateModels, formatModelScores } from './evaluate-models.ts';

const { values } = parseArgs({
  options: { statements: { type: 'string', multiple: true }, treebank: { type: 'string' }, deep: { type: 'boolean' } },
});
if (!values.statements && !values.treebank) {
  console.error(`usage: npx tsx train/evaluate/main.ts [--deep] [--statements FILE]… [--treebank FILE]
  --statements  JSON Lines with \`statement\` and \`NERs\`
  --treebank    CoNLL-U, plain or gzipped
  --deep        the deep model instead of the linear ones`);
  process.exit(2);
}
const read = async (path: string) => {
  const bytes = await readFile(path);
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
};
console.log(formatModelScores(await evaluateModels({ read, ...values })));
