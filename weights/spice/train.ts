/** Trains SPICE's caption tagger and parser on CoreNLP's parses: `npx tsx weights/spice/train.ts <parses.jsonl[.gz]>…`. */
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { StanfordParser } from '../../src/nlp/stanford-parser.ts';
import { type TaggedSentence, tagSentence } from '../../src/nlp/stanford-parser-features.ts';
import { StanfordTagger } from '../../src/nlp/stanford-tagger.ts';
import { type ParsedCaption, splitParses } from './parses.ts';
import { type ParserExample, trainParser, transitionsOf } from './train-parser.ts';
import { trainTagger } from './train-tagger.ts';

const FOLDS = 3;
const SEQUENCES = 4;
const numberOf = (name: string, fallback: number) => Number(process.env[name] ?? fallback);
const taggerEpochs = numberOf('TAGGER_EPOCHS', 6);
const parserEpochs = numberOf('PARSER_EPOCHS', 4);
const beam = numberOf('BEAM', 4);
const taggerLeast = numberOf('TAGGER_LEAST', 0.001);
const parserLeast = numberOf('PARSER_LEAST', 0.02);
const minChanges = numberOf('MIN_CHANGES', 2);
/** Far enough behind, in units of the packed models, never to win: found on the held-out captions. */
const taggerMargin = numberOf('TAGGER_MARGIN', 80_000);
const parserMargin = numberOf('PARSER_MARGIN', 50_000);

const { train, tests } = splitParses(process.argv.slice(2));
const tags = [...new Set(train.flatMap((caption) => caption.tags))].sort();
const relations = ['ROOT', ...[...new Set(train.flatMap((caption) => caption.relations))].filter((name) => name !== 'ROOT').sort()];
process.stderr.write(`${train.length} captions to train on, ${tags.length} tags, ${relations.length} relations\n`);

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

const examples: ParserExample[] = [];
let tagged = 0;
let right = 0;
for (let fold = 0; fold < FOLDS; fold++) {
  const { model } = trainTagger(
    train.filter((_, i) => i % FOLDS !== fold),
    tags,
    { epochs: 3, seed: fold },
  );
  const tagger = new StanfordTagger(model, tags);
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
process.stderr.write(`tags right on other folds: ${((100 * right) / tagged).toFixed(2)}%\n`);

const final = trainTagger(train, tags, { epochs: taggerEpochs, seed: 17, least: taggerLeast, minChanges });
const tagger = new StanfordTagger(final.model, tags);
writeFileSync('weights/spice/tagger.bin.gz', gzipSync(final.bytes, { level: 9 }));

const parserBytes = trainParser(examples, transitions, {
  epochs: parserEpochs,
  seed: 17,
  beam,
  rootRelation: 0,
  least: parserLeast,
  minChanges,
  onEpoch(_, model) {
    const parser = new StanfordParser(model, transitions, { rootRelation: 0, beam });
    for (const { name, captions } of tests) {
      let words = 0;
      let heads = 0;
      let both = 0;
      let tagsRight = 0;
      let whole = 0;
      const started = performance.now();
      for (const caption of captions) {
        const { best, margins, sentences } = propose(tagger, caption);
        const tree = parser.parse(sentences, margins);
        let good = 0;
        for (const [i, head] of caption.heads.entries()) {
          words++;
          const sameTag = tags[best[tree.sequence].tags[i]] === caption.tags[i];
          if (sameTag) tagsRight++;
          if (tree.heads[i] !== (head === caption.words.length ? 0 : head + 1)) continue;
          heads++;
          if (relations[tree.relations[i]] !== caption.relations[i]) continue;
          both++;
          if (sameTag) good++;
        }
        if (good === caption.words.length) whole++;
      }
      const percent = (part: number, of: number) => ((100 * part) / of).toFixed(2);
      process.stderr.write(
        `  ${name}: tags ${percent(tagsRight, words)} heads ${percent(heads, words)} with relation ${percent(both, words)} whole ${percent(whole, captions.length)} (${((performance.now() - started) / captions.length).toFixed(2)} ms a caption)\n`,
      );
    }
  },
});
writeFileSync('weights/spice/parser.bin.gz', gzipSync(parserBytes, { level: 9 }));
writeFileSync(
  'weights/spice/labels.json',
  `${JSON.stringify({ id: 'captions1', tags, relations, transitions, sequences: SEQUENCES, beam, taggerMargin, parserMargin })}\n`,
);
process.stderr.write(`tagger ${final.bytes.length} bytes, parser ${parserBytes.length} bytes\n`);
