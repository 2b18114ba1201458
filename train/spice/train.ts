/** Trains SPICE's tagger and parser (NODE_OPTIONS=--max-old-space-size=12000): `npx tsx train/spice/train.ts <parses.jsonl[.gz]>…`. */
import { writeFileSync } from 'node:fs';
import { StanfordParser } from '../../src/metrics/spice/parse/stanford-parser.ts';
import { type TaggedSentence, tagSentence } from '../../src/metrics/spice/parse/stanford-parser-features.ts';
import { StanfordTagger } from '../../src/metrics/spice/parse/stanford-tagger.ts';
import { PackedModel, packModel } from '../../src/nlp/linear-models/packed-model.ts';
import { weightsPath } from '../corpora.ts';
import { mixRuns, packWithin } from './mix-runs.ts';
import { type ParsedCaption, splitParses } from './parses.ts';
import { type ParserExample, trainParser, transitionsOf } from './train-parser.ts';
import { trainTagger } from './train-tagger.ts';

const FOLDS = 3;
const SEQUENCES = 4;
const BEAM = 4;
const RUNS = 2;
const EPOCHS = { fold: 3, tagger: 5, parser: 4 };
/** A feature that was changed less often is dropped. */
const LEAST_CHANGES = 3;
/** Bytes of the gzipped files. */
const LIMITS = { tagger: 1_700_000, parser: 2_900_000 };
/** Far enough behind, in units of the packed models, never to win: found on the held-out captions. */
const MARGINS = { taggerMargin: 60_000, parserMargin: 50_000 };

const { train, tests } = splitParses(process.argv.slice(2));
const tags = [...new Set(train.flatMap((caption) => caption.tags))].sort();
const relations = ['ROOT', ...[...new Set(train.flatMap((caption) => caption.relations))].filter((name) => name !== 'ROOT').sort()];
const say = (text: string) => process.stderr.write(`${text}\n`);
say(`${train.length} captions to train on, ${tags.length} tags, ${relations.length} relations`);

const numbered = train.map((caption) => ({ heads: caption.heads, relations: caption.relations.map((name) => relations.indexOf(name)) }));
const { transitions, golds } = transitionsOf(numbered);

function propose(tagger: StanfordTagger, caption: ParsedCaption) {
  const infos = tagger.describe(caption.words);
  const hashes = infos.map((info) => info.lower);
  const best = tagger.best(infos, SEQUENCES);
  const margins = best.map(({ score }) => best[0].score - score);
  const sentences: TaggedSentence[] = best.map((sequence) => tagSentence(caption.words, hashes, sequence.tags, tags));
  return { best, margins, sentences };
}

/** The parser learns from tags with the mistakes of a tagger that has not seen the caption. */
function makeExamples(): ParserExample[] {
  const examples: ParserExample[] = [];
  let tagged = 0;
  let right = 0;
  for (let fold = 0; fold < FOLDS; fold++) {
    const others = train.filter((_, i) => i % FOLDS !== fold);
    const features = trainTagger(others, tags, { epochs: EPOCHS.fold, seed: fold, minChanges: LEAST_CHANGES });
    const tagger = new StanfordTagger(new PackedModel(packModel(features), 'caption tagger'), tags);
    for (const [i, caption] of train.entries()) {
      const gold = golds[i];
      if (i % FOLDS !== fold || gold === undefined) continue;
      const { best, margins, sentences } = propose(tagger, caption);
      const errors = best.map(({ tags: guess }) => caption.tags.filter((tag, k) => tags[guess[k]] !== tag).length);
      tagged += caption.tags.length;
      right += caption.tags.length - errors[0];
      examples.push({ sentences, margins, nearest: errors.indexOf(Math.min(...errors)), gold });
    }
  }
  say(`tags right on other folds: ${((100 * right) / tagged).toFixed(2)}%`);
  return examples;
}

function score(tagger: StanfordTagger, parser: StanfordParser, captions: readonly ParsedCaption[]): string {
  const sums = { words: 0, tags: 0, heads: 0, both: 0, whole: 0 };
  const started = performance.now();
  for (const caption of captions) {
    const { best, margins, sentences } = propose(tagger, caption);
    const tree = parser.parse(sentences, margins);
    let good = 0;
    for (const [i, head] of caption.heads.entries()) {
      sums.words++;
      const sameTag = tags[best[tree.sequence].tags[i]] === caption.tags[i];
      if (sameTag) sums.tags++;
      if (tree.heads[i] !== (head === caption.words.length ? 0 : head + 1)) continue;
      sums.heads++;
      if (relations[tree.relations[i]] !== caption.relations[i]) continue;
      sums.both++;
      if (sameTag) good++;
    }
    if (good === caption.words.length) sums.whole++;
  }
  const percent = (part: number, of: number) => ((100 * part) / of).toFixed(2);
  const took = ((performance.now() - started) / captions.length).toFixed(2);
  return `tags ${percent(sums.tags, sums.words)} heads ${percent(sums.heads, sums.words)} with relation ${percent(sums.both, sums.words)} whole ${percent(sums.whole, captions.length)} (${took} ms a caption)`;
}

const runs = Array.from({ length: RUNS }, (_, run) => run);
const taggerModel = packWithin(
  mixRuns(runs.map((run) => trainTagger(train, tags, { epochs: EPOCHS.tagger, seed: 17 + run, minChanges: LEAST_CHANGES }))),
  LIMITS.tagger,
);
const tagger = new StanfordTagger(new PackedModel(taggerModel.bytes, 'caption tagger'), tags, { margin: MARGINS.taggerMargin });
writeFileSync(weightsPath('spice/tagger.bin.gz'), taggerModel.packed);
say(`tagger: ${taggerModel.packed.length} bytes, weights from ${taggerModel.least.toFixed(5)} of the largest on`);

const examples = makeExamples();
const options = { epochs: EPOCHS.parser, beam: BEAM, rootRelation: 0, minChanges: LEAST_CHANGES };
const parserModel = packWithin(
  mixRuns(runs.map((run) => trainParser(examples, transitions, { ...options, seed: 17 + run }))),
  LIMITS.parser,
);
writeFileSync(weightsPath('spice/parser.bin.gz'), parserModel.packed);
say(`parser: ${parserModel.packed.length} bytes, weights from ${parserModel.least.toFixed(5)} of the largest on`);
writeFileSync(
  weightsPath('spice/labels.json'),
  `${JSON.stringify({ id: 'captions2', tags, relations, transitions, sequences: SEQUENCES, beam: BEAM, ...MARGINS })}\n`,
);
const parser = new StanfordParser(new PackedModel(parserModel.bytes, 'caption parser'), transitions, {
  rootRelation: 0,
  beam: BEAM,
  margin: MARGINS.parserMargin,
});
for (const { name, captions } of tests) say(`${name}: ${score(tagger, parser, captions)}`);
