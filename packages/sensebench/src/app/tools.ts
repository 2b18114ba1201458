/** Makes the heavy things (models, WordNet, ONNX sessions), each once and only when asked, for the action that runs. */
import { join } from 'node:path';
import {
  type AnalyserNeeds,
  type App,
  type Embedder,
  type Encoder,
  type LanguageModel,
  once,
  type ToolNeeds,
  type Tools,
} from '@sensebench/metrics/internal/core';
import { tokenizeCoco, tokenizeTreebank } from '@sensebench/metrics/internal/nlp/tokens';
import type { Analyser } from '../nlp/index.ts';
import { dataFile, dataFolder, type Environment } from './start/index.ts';

export interface ToolboxOptions {
  environment: Environment;
  /** Told once when a slower engine serves. */
  say(line: string): void;
  /** Told once when a cache cannot be used. */
  warn?(line: string): void;
  /** Whether entities that ship with the starter corpus are read instead of found again. */
  knownEntities?: boolean;
}

export function createToolbox({ environment, say, warn, knownEntities = true }: ToolboxOptions): App['tools'] {
  const analyser = once(async () => (await import('../nlp/analysis/analyser.ts')).loadAnalyser());
  const deepAnalyser = once(async () => (await import('../nlp/analysis/analyser.ts')).loadAnalyser({ deep: true }));
  const withRecognizer = keptBy((key: string) => loadWithRecognizer(JSON.parse(key), { knownEntities }));
  const wordnet = once(async () => (await import('@sensebench/metrics/internal/nlp/words/wordnet.ts')).loadWordNet());
  const encoder = once(async () => (await import('../nlp/embeddings/encoder.ts')).loadMiniLmEncoder());
  const embedder = once(async () =>
    (await import('../nlp/embeddings/embed-minilm.ts')).loadMiniLm({ cacheFolder: join(dataFolder(environment), 'embeddings'), say, warn }),
  );
  const int8Embedder = once(async () => (await import('../nlp/embeddings/embed-minilm.ts')).loadMiniLm({ precision: 'int8' }));
  const tiles = once(async () => (await import('../nlp/embeddings/tile-graph.ts')).loadTileGraph());
  const truecaser = once(async () => {
    const { loadTruecaser } = await import('../nlp/word-forms/truecase.ts');
    // Its table is read with the first text: a build whose conversions are cached restores none.
    const table = once(() => loadTruecaser());
    return { restore: (text: string) => table().restore(text) };
  });
  const languageModel = keptBy(async (spec: string) => {
    const { loadLanguageModel } = await import('../runners/gguf/index.ts');
    return loadLanguageModel(spec, (name) => dataFile(name, environment));
  });
  const weights = once(() => import('@sensebench/metrics/internal/nlp/weights'));
  const tokens: Tools['tokens'] = (kind, text) =>
    kind === 'coco' ? tokenizeCoco(text) : tokenizeTreebank(text).map((token) => token.text);
  return async (needs) => ({
    tokens,
    ids: await toolIds(needs, {
      weights,
      embedder: needs.embedder === 'int8' ? int8Embedder : embedder,
      encoder,
      languageModel,
      recognizer: async (wanted) => (await withRecognizer(JSON.stringify(wanted))).id,
    }),
    analyse: needs.analyse
      ? (
          await (typeof needs.analyse === 'object'
            ? withRecognizer(JSON.stringify(needs.analyse))
            : needs.analyse === 'deep'
              ? deepAnalyser()
              : analyser())
        ).analyse
      : async (texts, options) => (await analyser()).analyse(texts, options),
    ...(needs.analyse === 'deep' ? { analyseFast: (await analyser()).analyse } : {}),
    ...(needs.wordnet ? { wordnet: await wordnet() } : {}),
    ...(needs.truecaser ? { truecaser: await truecaser() } : {}),
    ...(needs.encoder ? { encoder: await encoder() } : {}),
    ...(needs.languageModel ? { languageModel: await languageModel(needs.languageModel) } : {}),
    ...(needs.embedder ? { embedder: await (needs.embedder === 'int8' ? int8Embedder() : embedder()) } : {}),
    ...(needs.tiles ? { tiles: (await tiles()) ?? undefined } : {}),
  });
}

/** The analyser with entities of another model; its id changes with the files of that model. */
async function loadWithRecognizer(
  { deep, entities, recognizer: folder }: AnalyserNeeds,
  { knownEntities }: { knownEntities: boolean },
): Promise<Pick<Analyser, 'analyse'> & { id: string }> {
  const { loadAnalyser } = await import('../nlp/analysis/analyser.ts');
  if (folder === undefined) {
    const analyser = await loadAnalyser({ deep, entities });
    const id = `${entities} entities`;
    if (deep || entities !== 'deep' || !knownEntities) return { ...analyser, id };
    const [{ readKnownEntities, withKnownEntities }, { weightsId }, { starterCorpus }] = await Promise.all([
      import('../nlp/entities/known-entities.ts'),
      import('@sensebench/metrics/internal/nlp/weights'),
      import('../statements/sources/index.ts'),
    ]);
    const known = readKnownEntities(join(starterCorpus(), 'entities.json'), weightsId('deepAnalyser'));
    return { ...withKnownEntities(analyser, known), id };
  }
  const { loadOnnxRecognizer } = await import('../nlp/entities/entities-onnx.ts');
  const recognizer = await loadOnnxRecognizer(folder);
  return { ...(await loadAnalyser({ deep, recognizer })), id: recognizer.id };
}

/** Makes each value once. */
function keptBy<T>(make: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const kept = new Map<string, Promise<T>>();
  return (key) => {
    const found = kept.get(key) ?? make(key);
    kept.set(key, found);
    return found;
  };
}

interface IdSources {
  weights(): Promise<{ weightsId(tool: 'analyser' | 'deepAnalyser' | 'wordnet' | 'truecaser'): string }>;
  embedder(): Promise<Embedder>;
  encoder(): Promise<Encoder>;
  recognizer(wanted: AnalyserNeeds): Promise<string>;
  languageModel(spec: string): Promise<LanguageModel>;
}

/** Ids of the needed tools. Weights are hashed only when an id is asked for: most commands need none. */
async function toolIds(
  needs: ToolNeeds,
  { weights, embedder, encoder, recognizer, languageModel }: IdSources,
): Promise<NonNullable<Tools['ids']>> {
  const made: Record<string, () => string> = {};
  if (needs.analyse || needs.wordnet || needs.truecaser) {
    const { weightsId } = await weights();
    const { analyse } = needs;
    const deep = analyse === 'deep' || (typeof analyse === 'object' && (analyse.deep || analyse.entities === 'deep'));
    const found = typeof analyse === 'object' ? ` ${await recognizer(analyse)}` : '';
    if (analyse) made.analyser = once(() => weightsId(deep ? 'deepAnalyser' : 'analyser') + found);
    if (needs.wordnet) made.wordnet = once(() => weightsId('wordnet'));
    if (needs.truecaser) made.truecaser = once(() => weightsId('truecaser'));
  }
  if (needs.languageModel) {
    const { id } = await languageModel(needs.languageModel);
    made.languageModel = () => id;
  }
  if (needs.encoder) {
    const { id } = await encoder();
    made.encoder = () => id;
  }
  if (needs.embedder) {
    const { id, engine } = await embedder();
    made.embedder = () => (engine ? `${id} ${engine}` : id);
    const runtime = engine === 'onnx' ? await (await import('../nlp/embeddings/onnx-runtime.ts')).runtimeId() : undefined;
    if (runtime !== undefined) made.vectors = () => runtime;
  }
  return Object.defineProperties({}, Object.fromEntries(Object.entries(made).map(([name, get]) => [name, { get, enumerable: true }])));
}
