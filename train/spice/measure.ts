/** Measures folders of SPICE's models beside each other: `npx tsx train/spice/measure.ts <held.jsonl:held-pairs.jsonl> <folder>…`; nothing learns from what is read here. */
// Held-out lines against the original's parses; SPICE of the 993 items, of the golden answers and of Flickr8k's captions against SPICE 1.0.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { pearson } from '../../packages/metrics/src/metrics/agreement/correlation.ts';
import { Lexicon, meteorSynonyms } from '../../packages/metrics/src/metrics/meteor/lexicon.ts';
import { matchTuples, tupleScores } from '../../packages/metrics/src/metrics/spice/match-tuples.ts';
import { loadStanfordAnnotator, type StanfordAnnotator } from '../../packages/metrics/src/metrics/spice/parse/stanford-annotator.ts';
import { collapseDependencies } from '../../packages/metrics/src/metrics/spice/parse/stanford-collapse.ts';
import { type Dependency, StanfordGraph } from '../../packages/metrics/src/metrics/spice/parse/stanford-graph.ts';
import { type Proposition, propositions } from '../../packages/metrics/src/metrics/spice/propositions.ts';
import { type ConceptOf, createConcepts, sceneTuples } from '../../packages/metrics/src/metrics/spice/scene-graph.ts';
import { tokenizeCoco } from '../../packages/metrics/src/nlp/tokens/tokenize-coco.ts';
import { loadWordNet } from '../../packages/metrics/src/nlp/words/wordnet.ts';
import { dataPath } from '../corpora.ts';
import { modelIn } from './model-in.ts';

/** Pictures of Flickr8k that are looked at. */
const PICTURES = 800;

interface Item {
  candidate: string[];
  references: string[][];
  f: number;
}

interface Line {
  text: string;
  tuples: Proposition[];
}

interface Parse {
  tokens: [word: string, tag: string, lemma: string][];
  basic: Dependency[];
}

const textOf = (path: string) => (path.endsWith('.gz') ? gunzipSync(readFileSync(path)) : readFileSync(path)).toString('utf8').trimEnd();
const rowsOf = <T>(path: string) =>
  textOf(path)
    .split('\n')
    .map((line) => JSON.parse(line) as T);
const near = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const words = (text: string) => text.split(' ').filter(Boolean);

function scoreOf(candidate: readonly Proposition[], references: readonly (readonly Proposition[])[], conceptOf: ConceptOf): number {
  return tupleScores(matchTuples(sceneTuples(candidate, conceptOf), sceneTuples(references.flat(), conceptOf))).f;
}

function compare(name: string, ours: readonly number[], original: readonly number[]): string {
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  const equal = ours.filter((f, i) => Math.abs(f - original[i]) < 1e-9).length;
  return `${name}: r ${pearson(ours, original)?.toFixed(4)}, ${mean(ours).toFixed(4)} against ${mean(original).toFixed(4)}, ${equal} of ${ours.length} equal`;
}

function bartItems(): Item[] {
  const scores = rowsOf<{ spice: { All: { f: number | null } } }>(near('../../../shared/oracles/commongen-dev-bart-spice.jsonl'));
  return rowsOf<{ ptb_candidate: string; ptb_references: string[] }>(near('../../../shared/oracles/commongen-dev-bart.jsonl')).map(
    (row, i) => ({
      candidate: words(row.ptb_candidate),
      references: row.ptb_references.map(words),
      f: scores[i].spice.All.f ?? 0,
    }),
  );
}

function answerItems(): Item[] {
  const { items } = JSON.parse(textOf(near('../../test/golden/spice-answers.json'))) as {
    items: { candidate: string; references: string[]; f: number }[];
  };
  return items.map(({ candidate, references, f }) => ({
    candidate: tokenizeCoco(candidate),
    references: references.map((text) => tokenizeCoco(text)),
    f,
  }));
}

/** The first parsed caption of a picture against its other parsed ones; five lines in a row are of one picture. */
function pictureItems(conceptOf: ConceptOf): Item[] {
  const pictures = new Map(
    textOf(dataPath('captions/flickr8k.txt.gz'))
      .split('\n')
      .map((line, i) => [tokenizeCoco(line).join(' '), Math.floor(i / 5)]),
  );
  const groups = new Map<number, { words: string[]; tuples: Proposition[] }[]>();
  for (const row of rowsOf<Parse | null>(dataPath('silver/captions-stanford.jsonl.gz'))) {
    const tokens = row?.tokens.map(([word]) => word) ?? [];
    const picture = pictures.get(tokens.join(' '));
    if (row === null || picture === undefined) continue;
    const tagged = row.tokens.map(([word, tag, lemma]) => ({ word, tag, lemma }));
    const tuples = propositions(collapseDependencies(StanfordGraph.fromDependencies(tagged, row.basic)));
    groups.set(picture, [...(groups.get(picture) ?? []), { words: tokens, tuples: [...tuples] }]);
  }
  const several = [...groups.values()].filter((group) => group.length > 1).slice(0, PICTURES);
  return several.map(([first, ...others]) => ({
    candidate: first.words,
    references: others.map((other) => other.words),
    f: scoreOf(
      first.tuples,
      others.map(({ tuples }) => tuples),
      conceptOf,
    ),
  }));
}

/** Each line against the line that shares most of its words. */
function measureLines(path: string, annotator: StanfordAnnotator, conceptOf: ConceptOf): string {
  const lines = rowsOf<Line>(path).map(({ text, tuples }) => ({
    words: new Set(words(text)),
    theirs: tuples,
    ours: propositions(annotator.annotate(words(text))),
  }));
  const likeness = (a: ReadonlySet<string>, b: ReadonlySet<string>) => {
    const both = [...a].filter((word) => b.has(word)).length;
    return both / (a.size + b.size - both);
  };
  const key = (tuples: readonly Proposition[]) => JSON.stringify(tuples.map((tuple) => tuple.join('|')).sort());
  const nearest = lines.map((line) => {
    const others = lines.filter((other) => other !== line);
    return others.reduce((best, other) => (likeness(line.words, other.words) > likeness(line.words, best.words) ? other : best));
  });
  const same = lines.filter(({ ours, theirs }) => key(ours) === key(theirs)).length;
  const compared = compare(
    path.split('/').pop() ?? path,
    lines.map(({ ours }, i) => scoreOf(ours, [nearest[i].ours], conceptOf)),
    lines.map(({ theirs }, i) => scoreOf(theirs, [nearest[i].theirs], conceptOf)),
  );
  return `${compared}; tuples the same in ${((100 * same) / lines.length).toFixed(1)}%`;
}

const [held, ...folders] = process.argv.slice(2);
const lexicon = new Lexicon({ stem: (word) => word, synonyms: meteorSynonyms(await loadWordNet()) });
const conceptOf = createConcepts((word) => lexicon.synsetsOf(word));
const sets = Object.entries({ '993 items': bartItems(), 'golden answers': answerItems(), 'captions of Flickr8k': pictureItems(conceptOf) });
for (const folder of folders) {
  const annotator = await loadStanfordAnnotator(modelIn(folder));
  const read = (tokens: readonly string[]) => propositions(annotator.annotate(tokens));
  console.log(`${folder} (${annotator.id})`);
  for (const path of held.split(':')) console.log(measureLines(path, annotator, conceptOf));
  for (const [name, items] of sets) {
    const ours = items.map(({ candidate, references }) => scoreOf(read(candidate), references.map(read), conceptOf));
    const original = items.map(({ f }) => f);
    console.log(compare(name, ours, original));
  }
}
