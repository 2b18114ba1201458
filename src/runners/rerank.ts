/** Chooses among the answers that a runner ranks (`rerank`): a weighted sum of features in place of the runner's own order. */
import { InputError, type Item, type RankedText, type Runner } from '../core/index.ts';

/** What speaks for an answer. */
export interface RerankFeature {
  name: string;
  weight: number;
  /** One number for each text; higher is better. */
  score(item: Item, texts: readonly string[]): Promise<readonly number[]>;
}

export interface RerankOptions {
  features: readonly RerankFeature[];
  /** Hashes of the files that features read, for run.json. */
  depends?: Readonly<Record<string, string>>;
}

export function createRerankRunner(runner: Runner, { features, depends = {} }: RerankOptions): Runner {
  if (!runner.nbest)
    throw new InputError(`rerank chooses among several answers, and "${runner.id}" gives one`, { expected: 'ngram or onnx:FOLDER' });
  const described = features.map(({ name, weight }) => `${name}=${weight}`).join(',');
  return {
    ...runner,
    // Another system than the model alone.
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

/** The highest weighted sum; of equal ones the runner's earlier one. */
function chooseBest(nbest: readonly RankedText[], features: readonly Pick<RerankFeature, 'name' | 'weight'>[]): RankedText | undefined {
  const total = ({ features: own = {} }: RankedText) => features.reduce((sum, { name, weight }) => sum + weight * (own[name] ?? 0), 0);
  return nbest.reduce<RankedText | undefined>((best, each) => (best && total(best) >= total(each) ? best : each), undefined);
}
