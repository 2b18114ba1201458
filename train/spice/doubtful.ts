/** Picks the lines that are most worth parsing: those for which two grammars have different trees. `npx tsx train/spice/doubtful.ts <lines.txt> <folder> <folder>` */
// A folder holds a grammar as packages/metrics/weights/spice does. Where both agree they are nearly always right, and a right tree teaches nothing.
import { readFileSync } from 'node:fs';
import { loadCaptionParser } from '../../packages/metrics/src/metrics/spice/parse/stanford-annotator.ts';
import { tokenizeCoco } from '../../packages/metrics/src/nlp/tokens/tokenize-coco.ts';
import { modelIn } from './model-in.ts';

const LONGEST = 30;
const [path, ...folders] = process.argv.slice(2);
const parsers = await Promise.all(folders.map((folder) => loadCaptionParser(modelIn(folder))));
for (const line of readFileSync(path, 'utf8').trimEnd().split('\n')) {
  const tokens = tokenizeCoco(line);
  if (tokens.length > LONGEST) continue;
  const trees = new Set(parsers.map((parser) => JSON.stringify(parser.parse(tokens).tree)));
  if (trees.size > 1) process.stdout.write(`${line}\n`);
}
