/** Chooses among the answers that a runner ranks (`rerank`): a weighted sum of features in place of the runner's own order. */
import { type App, type Benchmark, InputError, type Item, type RankedText, type Runner } from '@sensebench/metrics/internal/core';
import { analyseKeywords, findKeyword } from '@sensebench/metrics/internal/metrics';
import { tokenizeTreebank } from '@sensebench/metrics/internal/nlp/tokens';
import { linkWords, plausibility } from '@sensebench/metrics/internal/nlp/words';
import { readConceptNet } from '../files/formats/index.ts';
import { hashFile } from '../files/index.ts';
import { ngramLanguageModel, trainNgramModel } from '../nlp/language-models/index.ts';
import { demandKeywords } from './demand.ts';

/** Default weights of the features, chosen on half of CommonGen's dev (docs/evaluate.md reports the other half). */
export const RERANK_WEIGHTS = { coverage: 10, lm: 1, conceptnet: 12 } as const;
/** One more than in the n-gram baseline, so that the feature sees more context than the search. */
const ORDER = 5;
const MAKE: Readonly<Record<FeatureName, (sources: FeatureSources) => Promise<RerankFeature['score']>>> = {
  /** The share of the keywords that occur in the text, inflected or not. */
  async coverage({ benchmark, tools }) {
    const keywordsOf = demandKeywords(benchmark, 'rerank=coverage');
    return async (item, texts) => {
      const keywords = keywordsOf(item);
      const inputs = texts.map((candidate) => ({ item, candidate, keywords, tokens: { candidate: [], references: [] } }));
      const context = await analyseKeywords(inputs, await tools({ analyse: true, wordnet: true }));
      const found = (text: string) =>
        keywords.filter((keyword) => findKeyword(context.words(keyword), context.words(text)).length > 0).length;
      return texts.map((text) => (keywords.length > 0 ? found(text) / keywords.length : 1));
    };
  },
  /** The natural-log probability of the text by a 5-gram model of the training references, divided by the square root of its length. */
  async lm({ pool }) {
    const sentences = pool.flatMap(({ references }) =>
      references.map((text) => tokenizeTreebank(text).map((token) => token.text.toLowerCase())),
    );
    if (sentences.length === 0) throw new InputError('rerank=lm learns from training items with references; give them with --train');
    const model = ngramLanguageModel(trainNgramModel(sentences, { order: ORDER }));
    return async (_item, texts) => {
      const logprobs = await model.logprob(texts);
      return texts.map((text, i) => logprobs[i] / Math.sqrt(tokenizeTreebank(text).length + 1));
    };
  },
  /** The share of neighbouring nouns and verbs that ConceptNet links, among those with a keyword of the dataset. */
  async conceptnet({ benchmark, items, conceptnet, tools }) {
    if (!conceptnet) throw new InputError('rerank=conceptnet needs the assertions file of ConceptNet; give it with conceptnet=FILE');
    const keywordsOf = demandKeywords(benchmark, 'rerank=conceptnet');
    const links = await linkWords(readConceptNet(conceptnet), new Set(items.flatMap((item) => [...keywordsOf(item)])));
    return async (_item, texts) => {
      const { analyse } = await tools({ analyse: true });
      return (await analyse(texts, { entities: false })).map(({ tokens }) =>
        plausibility(
          tokens.filter(({ tag }) => /^(NN|VB)/.test(tag)).map(({ lemma }) => lemma.toLowerCase()),
          links,
        ),
      );
    };
  },
};

/** A score of answers, such as a language model. */
export interface RerankFeature {
  name: string;
  weight: number;
  /** Returns a number per text; higher is better. */
  score(item: Item, texts: readonly string[]): Promise<readonly number[]>;
}

export interface RerankOptions {
  features: readonly RerankFeature[];
  /** Hashes of the files that the features read, for run.json. */
  depends?: Readonly<Record<string, string>>;
}

export function createRerankRunner(runner: Runner, { features, depends = {} }: RerankOptions): Runner {
  if (!runner.nbest)
    throw new InputError(`rerank chooses among several answers, and "${runner.id}" gives one`, { expected: 'ngram or onnx:FOLDER' });
  const described = features.map(({ name, weight }) => `${name}=${weight}`).join(',');
  return {
    ...runner,
    // The id differs from that of the model alone, because it is another system.
    id: `${runner.id}+rerank:${features.map(({ name }) => name).join('+')}`,
    settings: { ...runner.settings, rerank: described },
    depends: { ...runner.depends, ...depends },
    async predict(request) {
      const answer = await runner.predict(request);
      const nbest = await addFeatures(answer.nbest ?? [], request.item, features);
      const best = chooseBest(nbest, features);
      return best ? { ...answer, text: best.text, nbest } : answer;
    },
  };
}

async function addFeatures(nbest: readonly RankedText[], item: Item, features: readonly RerankFeature[]): Promise<RankedText[]> {
  const texts = nbest.map(({ text }) => text);
  const columns = await Promise.all(features.map((feature) => feature.score(item, texts)));
  return nbest.map((ranked, i) => ({
    ...ranked,
    features: { ...ranked.features, ...Object.fromEntries(features.map(({ name }, f) => [name, columns[f][i]])) },
  }));
}

/** The answer with the highest weighted sum, or the earlier of equal ones. */
function chooseBest(nbest: readonly RankedText[], features: readonly Pick<RerankFeature, 'name' | 'weight'>[]): RankedText | undefined {
  const total = ({ features: own = {} }: RankedText) => features.reduce((sum, { name, weight }) => sum + weight * (own[name] ?? 0), 0);
  return nbest.reduce<RankedText | undefined>((best, each) => (best && total(best) >= total(each) ? best : each), undefined);
}

type FeatureName = keyof typeof RERANK_WEIGHTS;

interface FeatureSources extends Pick<App, 'tools'> {
  benchmark?: Benchmark;
  /** Training items, from whose references the language model is trained. */
  pool: readonly Item[];
  /** All items of the dataset, whose keywords are looked up in ConceptNet. */
  items: readonly Item[];
  conceptnet?: string;
}

/** Reads `coverage,lm=2`: names of features, with optional weights. */
export async function rerankOptions(spec: string, sources: FeatureSources): Promise<RerankOptions> {
  const wanted = spec.split(/[,+]/).map(readFeature);
  const features: RerankFeature[] = [];
  for (const { name, weight } of wanted) features.push({ name, weight, score: await MAKE[name](sources) });
  const needsFile = wanted.some(({ name }) => name === 'conceptnet');
  return { features, depends: needsFile && sources.conceptnet ? { conceptnet: await hashFile(sources.conceptnet) } : {} };
}

function readFeature(text: string): { name: FeatureName; weight: number } {
  const [, named = '', weight] = /^\s*(\w+)(?:=(-?\d+(?:\.\d+)?))?\s*$/.exec(text) ?? [];
  const name = (Object.keys(RERANK_WEIGHTS) as FeatureName[]).find((known) => known === named);
  if (!name)
    throw new InputError(`rerank: "${text}" is not a feature`, {
      expected: `${Object.keys(RERANK_WEIGHTS).join(', ')}, joined by +, each with a weight or without: coverage=10+lm=1`,
    });
  return { name, weight: weight === undefined ? RERANK_WEIGHTS[name] : Number(weight) };
}
