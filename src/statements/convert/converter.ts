/** The contract of another way to convert, and its adapter over a model runner: a seq2seq model or a chat model writes the statement. */
import type { Runner } from '../../core/index.ts';

export interface Converter {
  id: string;
  convert(question: string, answer: string): Promise<string>;
}

export interface RunnerConverterOptions {
  /** The input that a seq2seq model was trained on; `{question}` and `{answer}` are filled in. */
  template?: string;
  seed?: number;
  signal?: AbortSignal;
}

const TEMPLATE =
  'Rewrite the question and its answer as one declarative sentence. Keep every name and number, add nothing, and begin neither with "Yes" nor with "No".\nQuestion: {question}\nAnswer: {answer}\nSentence:';

export function runnerConverter(
  runner: Runner,
  { template = TEMPLATE, seed = 17, signal = new AbortController().signal }: RunnerConverterOptions = {},
): Converter {
  return {
    id: runner.id,
    async convert(question, answer) {
      const prompt = template.replaceAll('{question}', () => question).replaceAll('{answer}', () => answer);
      const item = { id: question, input: { question, answer }, references: [], meta: {} };
      const { text } = await runner.predict({ item, prompt, examples: [], seed, signal });
      return firstLine(text);
    },
  };
}

/** Models like to go on: the sentence is the first line that says something. */
function firstLine(text: string): string {
  const line =
    text
      .split('\n')
      .map((part) => part.trim())
      .find((part) => part !== '') ?? '';
  const plain = line
    .replace(/^(sentence|statement)\s*:\s*/i, '')
    .replace(/^["“](.*)["”]$/, '$1')
    .trim();
  return plain === '' || /[.!?]$/.test(plain) ? plain : `${plain}.`;
}
