/** A model whose next token depends on the token before it by a table of logits: for tests of searches over tokens. */
import {
  type Decoding,
  type GenerativeModel,
  type ModelInput,
  PLAIN_RULES,
} from '../packages/sensebench/src/runners/onnx/generative-model.ts';

export interface TableDecoderOptions {
  /** Tokens in the order of their ids; the first is the start, the second the end. */
  words: readonly string[];
  /** Logits after a token, in the order of the words. */
  logitsAfter(token: string, input: string): readonly number[];
}

export function tableDecoder({ words, logitsAfter }: TableDecoderOptions): GenerativeModel & { steps: number[] } {
  const ids = (text: string) => text.split(/\s+/).flatMap((word) => (words.includes(word) ? [words.indexOf(word)] : []));
  const steps: number[] = [];
  async function open(inputs: readonly ModelInput[]): Promise<Decoding> {
    const said = inputs.map((input) => input.ids.map((id) => words[id]).join(' '));
    let owners = inputs.map((_, i) => i);
    const rows = (tokens: readonly number[]) => ({
      width: words.length,
      data: Float32Array.from(tokens.flatMap((token, row) => [...logitsAfter(words[token], said[owners[row]])])),
    });
    return {
      prompts: inputs.map(() => [0]),
      first: rows(inputs.map(() => 0)),
      async next(parents, tokens) {
        owners = parents.map((row) => owners[row]);
        steps.push(tokens.length);
        return rows(tokens);
      },
      decode: (_, tokens) => tokens.map((id) => words[id]).join(' '),
      spell: (_, phrase) => ids(phrase),
    };
  }
  return {
    takes: 'seq2seq',
    rules: { ...PLAIN_RULES, end: [1], suppressed: [0] },
    usual: {},
    read: (prompt, most) => ({ ids: ids(prompt).slice(0, most) }),
    encode: ids,
    continuesWord: (id) => words[id].startsWith('-'),
    open,
    close: async () => undefined,
    steps,
  };
}
