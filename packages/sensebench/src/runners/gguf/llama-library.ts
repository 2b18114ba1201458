/** The part of node-llama-cpp that is used here, with its types, because it is an optional peer. Its absence is a SetupError. */
import { SetupError } from '@sensebench/metrics/internal/core';

export interface LlamaSequence {
  evaluate(tokens: readonly number[], options: EvaluateOptions): AsyncIterable<number>;
  evaluateWithoutGeneratingNewTokens(tokens: readonly number[]): Promise<void>;
  controlledEvaluate(input: readonly (number | [number, { generateNext: NextWanted }])[]): Promise<readonly (NextScores | undefined)[]>;
  eraseContextTokenRanges(ranges: readonly { start: number; end: number }[]): Promise<void>;
  clearHistory(): Promise<void>;
  readonly nextTokenIndex: number;
  /** The tokens that the sequence holds. */
  readonly contextTokens: readonly number[];
}

interface EvaluateOptions {
  temperature: number;
  seed?: number;
  topK?: number;
  topP?: number;
  minP?: number;
}

export interface NextWanted {
  logits: { filter: { tokens: readonly number[]; includeTop: number } };
  totalLogitWeight: true;
}

export interface NextScores {
  next: { logits?: ReadonlyMap<number, number>; totalLogitWeight?: number };
}

export interface LlamaModel {
  trainContextSize: number;
  tokens: { bos: number | null; eos: number | null };
  tokenizer: unknown;
  tokenize(text: string, special?: boolean): number[];
  detokenize(tokens: readonly number[]): string;
  isEogToken(token: number): boolean;
  createContext(options: { sequences: number; contextSize: number; threads: number }): Promise<{
    getSequence(): LlamaSequence;
    dispose(): Promise<void>;
  }>;
  dispose(): Promise<void>;
}

export type ChatItem = { type: 'system' | 'user'; text: string } | { type: 'model'; response: string[] };

export interface LlamaLibrary {
  getLlama(options: object): Promise<{ loadModel(options: { modelPath: string }): Promise<LlamaModel>; dispose(): Promise<void> }>;
  resolveChatWrapper(
    model: LlamaModel,
    options?: { type: string },
  ): { generateContextState(given: { chatHistory: ChatItem[] }): { contextText: { tokenize(tokenizer: unknown): number[] } } };
}

/** Installs the library and its CPU package alone, because the GPU packages have 700 MB. */
export function installLine(platform: string, arch: string): string {
  const system = platform === 'darwin' ? 'mac' : platform === 'win32' ? 'win' : 'linux';
  const metal = system === 'mac' && arch === 'arm64' ? '-metal' : '';
  return `npm install --omit=optional --ignore-scripts node-llama-cpp@3.22.1 @node-llama-cpp/${system}-${arch}${metal}@3.22.1`;
}

export async function importLlama(): Promise<LlamaLibrary> {
  const name = 'node-llama-cpp';
  try {
    return (await import(name)) as LlamaLibrary;
  } catch {
    throw new SetupError(`gguf: models need the package ${name}`, installLine(process.platform, process.arch));
  }
}
