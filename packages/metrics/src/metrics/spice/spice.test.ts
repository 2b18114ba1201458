import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { MetricInput, Tools } from '../../core/index.ts';
import { weightsPath } from '../../nlp/weights/index.ts';
import { loadWordNet } from '../../nlp/words/wordnet.ts';
import { pearson } from '../agreement/correlation.ts';
import { tupleScores } from './match-tuples.ts';
import { createLemmatizer, type StanfordAnnotator } from './parse/stanford-annotator.ts';
import { collapseDependencies } from './parse/stanford-collapse.ts';
import { type Dependency, StanfordGraph } from './parse/stanford-graph.ts';
import { propositions } from './propositions.ts';
import { createSpice, type SpiceContext } from './spice.ts';

const spice = createSpice();

interface Sentence {
  tokens: [word: string, tag: string, lemma: string][];
  basic: Dependency[];
  cc: Dependency[];
}

interface Golden {
  sentences: { text: string; sentences: Sentence[]; tuples: string[][] }[];
  items: { candidate: string; references: string[]; scores: Record<string, { tp: number; fp: number; fn: number; f: number | null }> }[];
  tolerance: number;
}

const golden = JSON.parse(readFileSync(new URL('../../../../../test/golden/spice.json', import.meta.url), 'utf8')) as Golden;
const wordsOf = ({ tokens }: Sentence) => tokens.map(([word, tag, lemma]) => ({ word, tag, lemma }));
const graphOf = (sentence: Sentence) => StanfordGraph.fromDependencies(wordsOf(sentence), sentence.cc);
const tokensOf = (text: string) => text.split(' ').filter(Boolean);
const tools = { wordnet: await loadWordNet() } as unknown as Tools;
const inputs = golden.items.map(
  ({ candidate, references }, i): MetricInput => ({
    item: { id: String(i), input: null, references, meta: {} },
    candidate,
    tokens: { candidate: tokensOf(candidate), references: references.map(tokensOf) },
  }),
);

/** Reads the parses of the golden file instead of making its own. */
const originalParses = (): StanfordAnnotator => {
  const known = new Map(golden.sentences.map(({ text, sentences }) => [text, sentences]));
  return {
    id: 'corenlp-3.6',
    annotate(tokens) {
      const [sentence] = known.get(tokens.join(' ')) ?? [];
      return sentence === undefined ? new StanfordGraph() : graphOf(sentence);
    },
  };
};

describe('SPICE with the parses of the original', () => {
  it('collapses dependencies as CoreNLP does', () => {
    const list = (graph: StanfordGraph) =>
      new Set(
        graph
          .edges()
          .map(
            ({ relation, governor, dependent }) => `${relation} ${governor.index} ${governor.copy} ${dependent.index} ${dependent.copy}`,
          ),
      );
    for (const sentence of golden.sentences.flatMap(({ sentences }) => sentences)) {
      const ours = collapseDependencies(StanfordGraph.fromDependencies(wordsOf(sentence), sentence.basic));
      expect(list(ours)).toEqual(list(graphOf(sentence)));
    }
  });

  it('reads the same propositions', () => {
    for (const { text, sentences, tuples } of golden.sentences) {
      const ours = sentences.flatMap((sentence) => propositions(graphOf(sentence)).map((tuple) => tuple.join(' | ')));
      expect({ text, tuples: new Set(ours) }).toEqual({ text, tuples: new Set(tuples.map((tuple) => tuple.join(' | '))) });
    }
  });

  it('makes the same lemmas', () => {
    const lemmaOf = createLemmatizer(gunzipSync(readFileSync(weightsPath('spice/lemmas.txt.gz'))).toString('utf8'));
    for (const { tokens } of golden.sentences.flatMap(({ sentences }) => sentences)) {
      for (const [word, tag, lemma] of tokens) expect([word, tag, lemmaOf(word, tag)]).toEqual([word, tag, lemma]);
    }
  });

  it('counts the same tuples in every category', async () => {
    const metric = createSpice({ annotator: originalParses });
    const context = await metric.prepare?.(inputs, tools);
    if (context === undefined) throw new Error('no context');
    for (const [i, input] of inputs.entries()) {
      const { scores } = golden.items[i];
      const { all, categories } = await metric.segment(input, context);
      const counts = { all, ...categories };
      for (const [name, { matched, candidate, reference }] of Object.entries(counts)) {
        const { tp, fp, fn } = scores[name[0].toUpperCase() + name.slice(1)];
        expect([i, name, matched, candidate, reference]).toEqual([i, name, tp, tp + fp, tp + fn]);
      }
      expect(tupleScores(all).f).toBeCloseTo(scores.All.f ?? 0, 9);
    }
  });
});

describe('SPICE with its own parser', () => {
  let context: SpiceContext;
  beforeAll(async () => {
    context = (await spice.prepare?.(inputs, tools)) as SpiceContext;
  });
  const segment = (candidate: string, references: string[]) => {
    const tokens = { candidate: tokensOf(candidate), references: references.map(tokensOf) };
    return spice.segment({ item: { id: '0', input: null, references, meta: {} }, candidate, tokens }, context);
  };

  it('gives the example of its page', async () => {
    const stats = await segment('a brown dog chases a ball', ['a dog chases a red ball']);
    expect(tupleScores(stats.all)).toEqual({ precision: 0.75, recall: 0.75, f: 0.75 });
    expect(spice.evidence?.(stats, context)).toMatchObject({
      f: 0.75,
      byCategory: { object: 1, relation: 1, attribute: 0, color: 0, size: null },
    });
  });

  it('scores 1 for a reference and 0 for nothing', async () => {
    const caption = 'a man in a red coat rides two horses along the beach';
    expect(spice.score([await segment(caption, [caption])], context)).toEqual({ spice: 1 });
    expect(spice.score([await segment('', [caption])], context)).toEqual({ spice: 0 });
    expect(spice.score([], context)).toEqual({ spice: null });
  });

  it('comes close to the original on its own', async () => {
    const ours: number[] = [];
    for (const input of inputs) ours.push(tupleScores((await spice.segment(input, context)).all).f);
    const theirs = golden.items.map(({ scores }) => scores.All.f ?? 0);
    expect(pearson(ours, theirs)).toBeGreaterThan(0.85);
  });

  it('names its parser in the signature', () => {
    expect(spice.signature(context)).toMatch(/^spice\|refs:1-4\|tok:coco\|parser:captions\d+\|wn:3\.0$/);
  });
});
