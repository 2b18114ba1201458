/** Makes the heavy things (models, WordNet, ONNX sessions), each once and only when asked, for the action that runs. */
import { join } from 'node:path';
import type { App, Tools } from '../core/index.ts';
import { once } from '../core/index.ts';
import { tokenizeCoco, tokenizeTreebank } from '../nlp/tokens/index.ts';
import { dataFolder, type Environment } from './start/index.ts';

export interface ToolboxOptions {
  environment: Environment;
  /** Told once when a slower engine serves. */
  say(line: string): void;
}

export function createToolbox({ environment, say }: ToolboxOptions): App['tools'] {
  const analyser = once(async () => (await import('../nlp/analysis/analyser.ts')).loadAnalyser());
  const deepAnalyser = once(async () => (await import('../nlp/analysis/analyser.ts')).loadAnalyser({ deep: true }));
  const wordnet = once(async () => (await import('../nlp/words/wordnet.ts')).loadWordNet());
  const encoder = once(async () => (await import('../nlp/embeddings/encoder.ts')).loadMiniLmEncoder());
  const embedder = once(async () =>
    (await import('../nlp/embeddings/embed-minilm.ts')).loadMiniLm({ cacheFolder: join(dataFolder(environment), 'embeddings'), say }),
  );
  const tokens: Tools['tokens'] = (kind, text) =>
    kind === 'coco' ? tokenizeCoco(text) : tokenizeTreebank(text).map((token) => token.text);
  return async (needs) => ({
    tokens,
    analyse: needs.analyse
      ? (await (needs.analyse === 'deep' ? deepAnalyser() : analyser())).analyse
      : async (texts, options) => (await analyser()).analyse(texts, options),
    ...(needs.wordnet ? { wordnet: await wordnet() } : {}),
    ...(needs.encoder ? { encoder: await encoder() } : {}),
    ...(needs.embedder ? { embedder: await embedder() } : {}),
  });
}
