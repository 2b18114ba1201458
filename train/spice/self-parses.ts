/** Parses lines with a former model, in the form of ParseCaptions.java: `npx tsx train/spice/self-parses.ts <lines.txt> <folder> > silver.jsonl`. */
// For lines that two grammars agree on (see doubtful.ts): what a former model learned from parses that are no longer here goes into the next one.
import { readFileSync } from 'node:fs';
import { loadCaptionParser } from '../../packages/metrics/src/metrics/spice/parse/stanford-annotator.ts';
import { type PhraseNode, type RelationClass, TreeConverter } from '../../packages/metrics/src/metrics/spice/parse/tree-dependencies.ts';
import { PackedModel } from '../../packages/metrics/src/nlp/linear-models/packed-model.ts';
import { tokenizeCoco } from '../../packages/metrics/src/nlp/tokens/tokenize-coco.ts';
import { modelIn } from './model-in.ts';

const LONGEST = 30;
const [path, folder] = process.argv.slice(2);
const read = modelIn(folder);
const parser = await loadCaptionParser(read);
const model = async (file: 'heads.bin.gz' | 'relations.bin.gz') => new PackedModel(await read(file), file);
const { classes } = JSON.parse(new TextDecoder().decode(await read('labels.json'))) as { classes: RelationClass[] };
const converter = new TreeConverter({ heads: await model('heads.bin.gz'), relations: await model('relations.bin.gz'), classes });

function bracket({ label, from, children }: PhraseNode, words: readonly string[]): string {
  return `(${label} ${children.length === 0 ? words[from] : children.map((child) => bracket(child, words)).join(' ')})`;
}

for (const line of readFileSync(path, 'utf8').trimEnd().split('\n')) {
  const tokens = tokenizeCoco(line);
  if (tokens.length === 0 || tokens.length > LONGEST) continue;
  const { words, tags, tree } = parser.parse(tokens);
  const { heads, relations } = converter.convert(tree, words, tags);
  const basic = words.map((_, i) => [relations[i], heads[i], i + 1]);
  const sentence = { tokens: words.map((word, i) => [word, tags[i], word]), tree: bracket(tree, words), basic };
  process.stdout.write(`${JSON.stringify({ text: words.join(' '), sentences: [sentence], tuples: [] })}\n`);
}
