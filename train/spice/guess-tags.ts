/** Counts the tags that the caption parser gives the words of text without parses: `npx tsx train/spice/guess-tags.ts <lines.txt>… > words.json`. */
// Words that no parsed sentence has get their tags from here (`SENSEBENCH_GUESSES=words.json npm run train -- spice`).
import { readFileSync } from 'node:fs';
import { plainWord } from '../../packages/metrics/src/metrics/spice/parse/caption-lexicon.ts';
import { loadCaptionParser } from '../../packages/metrics/src/metrics/spice/parse/stanford-annotator.ts';
import { tokenizeCoco } from '../../packages/metrics/src/nlp/tokens/tokenize-coco.ts';

const LONGEST = 40;
const parser = await loadCaptionParser();
const counts = new Map<string, Record<string, number>>();
for (const path of process.argv.slice(2)) {
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const tokens = tokenizeCoco(line);
    if (tokens.length === 0 || tokens.length > LONGEST) continue;
    const { words, tags } = parser.parse(tokens);
    words.forEach((word, i) => {
      const known = counts.get(plainWord(word)) ?? {};
      known[tags[i]] = (known[tags[i]] ?? 0) + 1;
      counts.set(plainWord(word), known);
    });
  }
}
process.stdout.write(`${JSON.stringify(Object.fromEntries(counts))}\n`);
