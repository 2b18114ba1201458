/** `sensebench nlp …`: the language tools on lines of text, one JSON line out for each line in, streaming. */
import { z } from 'zod';
import { type Action, type ActionContext, type AnalyseOptions, type Analysis, defineAction } from '../../core/index.ts';
import { readLines } from '../../files/index.ts';
import { splitSentences } from '../../nlp/sentences.ts';
import { tokenizeTreebank } from '../../nlp/tokenize-treebank.ts';

const FILE = { name: 'file', summary: 'text, one line each; - is standard input' };
const Input = z.object({ file: z.string() });
/** Lines that are analysed together. */
const BLOCK = 256;

/** The texts of a file in blocks, so that a tool sees many at once while memory stays flat. */
async function* blocks(file: string, signal: AbortSignal): AsyncGenerator<string[]> {
  let block: string[] = [];
  for await (const { text } of readLines(file)) {
    signal.throwIfAborted();
    block.push(text);
    if (block.length === BLOCK) {
      yield block;
      block = [];
    }
  }
  if (block.length > 0) yield block;
}

/** Applies a function that looks at one line alone. */
async function* eachLine(file: string, signal: AbortSignal, read: (text: string) => unknown): AsyncGenerator<string> {
  for await (const block of blocks(file, signal)) for (const text of block) yield JSON.stringify(read(text));
}

async function* analysed(file: string, context: ActionContext, options: AnalyseOptions, shape: (analysis: Analysis) => unknown) {
  const { analyse } = await context.tools({ analyse: true });
  for await (const block of blocks(file, context.signal)) {
    for (const analysis of await analyse(block, options)) yield JSON.stringify(shape(analysis));
  }
}

const tokens = defineAction({
  summary: 'treebank tokens with offsets',
  arguments: [FILE],
  options: Input,
  examples: ['nlp tokens sentences.txt', 'nlp tokens - --output tokens.jsonl'],
  run: async ({ file }, { signal }) => ({ lines: eachLine(file, signal, (text) => ({ text, tokens: tokenizeTreebank(text) })) }),
});

const sentences = defineAction({
  summary: 'sentences with offsets',
  arguments: [FILE],
  options: Input,
  examples: ['nlp sentences paragraphs.txt'],
  run: async ({ file }, { signal }) => ({ lines: eachLine(file, signal, (text) => ({ text, sentences: splitSentences(text) })) }),
});

const tags = defineAction({
  summary: 'tokens with Penn Treebank tags',
  arguments: [FILE],
  options: Input,
  examples: ['nlp tags sentences.txt'],
  run: async ({ file }, context) => ({
    lines: analysed(file, context, { entities: false }, (analysis) => ({
      text: analysis.text,
      tokens: analysis.tokens.map(({ text, start, end, tag }) => ({ text, start, end, tag })),
    })),
  }),
});

const lemmas = defineAction({
  summary: 'tokens with tags and lemmas',
  arguments: [FILE],
  options: Input,
  examples: ['nlp lemmas sentences.txt'],
  run: async ({ file }, context) => ({
    lines: analysed(file, context, { entities: false }, ({ text, tokens: found }) => ({ text, tokens: found })),
  }),
});

const entities = defineAction({
  summary: 'tokens, tags, lemmas and OntoNotes entities',
  arguments: [FILE],
  options: Input,
  examples: ['nlp entities statements.txt'],
  run: async ({ file }, context) => ({ lines: analysed(file, context, { entities: true }, (analysis) => analysis) }),
});

const parse = defineAction({
  summary: 'all of that, with the dependency tree',
  arguments: [FILE],
  options: Input,
  examples: ['nlp parse sentences.txt'],
  run: async ({ file }, context) => ({ lines: analysed(file, context, { entities: true, parse: true }, (analysis) => analysis) }),
});

const embed = defineAction({
  summary: 'sentence vectors of all-MiniLM-L6-v2, or of a sentence-transformers folder',
  arguments: [FILE],
  options: Input.extend({
    model: z.string().optional().describe('folder with an ONNX model instead of MiniLM'),
    digits: z.coerce.number().int().min(1).max(9).default(6).describe('decimals of each number'),
  }),
  examples: ['nlp embed sentences.txt --output vectors.jsonl', 'nlp embed - --model ./bge-small'],
  run: async ({ file, model, digits }, context) => ({ lines: embedded(file, { model, digits }, context) }),
});

async function* embedded(file: string, { model, digits }: { model?: string; digits: number }, context: ActionContext) {
  const embedder = model
    ? await (await import('../../nlp/embed-folder.ts')).loadEmbedFolder(model)
    : ((await context.tools({ embedder: true })).embedder ??
      (await (await import('../../nlp/embed-minilm.ts')).loadMiniLm({ say: (line) => context.say(line) })));
  const { dimensions } = embedder;
  for await (const block of blocks(file, context.signal)) {
    const vectors = await embedder.embed(block, { signal: context.signal });
    for (const [i, text] of block.entries()) {
      const embedding = Array.from(vectors.subarray(i * dimensions, (i + 1) * dimensions), (value) => Number(value.toFixed(digits)));
      yield JSON.stringify({ text, embedding });
    }
  }
}

export const actions: Readonly<Record<string, Action>> = { tokens, sentences, tags, lemmas, entities, parse, embed };
