/** Makes the heavy things (models, ONNX sessions), once and only when asked, for the action that runs. */
import type { ActionContext, Tools } from '../core/index.ts';
import { tokenizeTreebank } from '../nlp/tokenize-treebank.ts';

export interface Toolbox {
  tools: ActionContext['tools'];
  close(): Promise<void>;
}

export function createToolbox(_options: { warn(line: string): void }): Toolbox {
  const base: Tools = {
    tokens: (_kind, text) => tokenizeTreebank(text).map((token) => token.text),
    analyse: async () => [],
  };
  return { tools: async () => base, close: async () => undefined };
}
