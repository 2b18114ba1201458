/** `sensebench nlp …`: the language tools on lines of text, one JSON line out for each line in, streaming. */

import {
  type Action,
  type ActionContext,
  type AnalyseOptions,
  type Analysis,
  defineAction,
  ENTITY_TYPES,
  InputError,
  SetupError,
  type Tools,
} from '@sensebench/metrics/internal/core';
import { splitSentences, tokenizeTreebank } from '@sensebench/metrics/internal/nlp/tokens';
import { z } from 'zod';
import { dataFile } from '../../app/index.ts';
import { conlluLines } from '../../files/formats/index.ts';
import { nameOf, readJson, readLines } from '../../files/index.ts';

const FILE = { name: 'file', summary: 'text, one line each; - is standard input' };
const Input = z.object({ file: z.string() });
const Read = Input.extend({
  deep: z.boolean().default(false).describe('tags, trees and entities of the deep models: better, more than ten times slower'),
});
/** A page has 3,000. All tokens of a line are in memory at once, and take some hundred times its size. */
const LONGEST_LINE = 1_000_000;
/** Lines that are analysed together. */
const BLOCK = 256;

/** The texts of a file in blocks, so that a tool sees many at once while memory stays flat. */
async function* blocks(file: string, signal: AbortSignal): AsyncGenerator<string[]> {
  let block: string[] = [];
  for await (const { line, text } of readLines(file)) {
    signal.throwIfAborted();
    if (text.length > LONGEST_LINE)
      throw new InputError(`the line has more than ${LONGEST_LINE} characters`, { file: nameOf(file), line, expected: 'a text a line' });
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

type Analyse = Tools['analyse'];

/** A JSON line for each line. */
function analysed(
  input: { file: string; deep: boolean },
  context: ActionContext,
  options: AnalyseOptions,
  shape: (analysis: Analysis) => unknown,
  own?: Analyse,
): AsyncGenerator<string> {
  return readAll(input, context, options, (analysis) => [JSON.stringify(shape(analysis))], own);
}

/** What `write` makes of each line; lines are numbered from 1. */
async function* readAll(
  { file, deep }: { file: string; deep: boolean },
  context: ActionContext,
  options: AnalyseOptions,
  write: (analysis: Analysis, line: number) => readonly string[],
  own?: Analyse,
): AsyncGenerator<string> {
  const analyse = own ?? (await context.tools({ analyse: deep ? 'deep' : true })).analyse;
  let line = 0;
  for await (const block of blocks(file, context.signal)) {
    for (const analysis of await analyse(block, options)) yield* write(analysis, ++line);
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
  options: Read,
  examples: ['nlp tags sentences.txt'],
  run: async (input, context) => ({
    lines: analysed(input, context, { entities: false }, (analysis) => ({
      text: analysis.text,
      tokens: analysis.tokens.map(({ text, start, end, tag }) => ({ text, start, end, tag })),
    })),
  }),
});

const lemmas = defineAction({
  summary: 'tokens with tags and lemmas',
  arguments: [FILE],
  options: Read,
  examples: ['nlp lemmas sentences.txt'],
  run: async (input, context) => ({
    lines: analysed(input, context, { entities: false }, ({ text, tokens: found }) => ({ text, tokens: found })),
  }),
});

const Names = z.partialRecord(z.enum(ENTITY_TYPES), z.array(z.string().min(1)));

const entities = defineAction({
  summary: 'tokens, tags, lemmas and OntoNotes entities',
  arguments: [FILE],
  options: Read.extend({
    model: z.string().optional().describe('folder with an ONNX token-classification model instead of the shipped one'),
    gazetteer: z.string().optional().describe('JSON file of names of your own: { "EVENT": ["Holi"] }'),
  }),
  examples: ['nlp entities statements.txt', 'nlp entities statements.txt --gazetteer names.json'],
  run: async (input, context) => ({
    lines: analysed(input, context, { entities: true }, (analysis) => analysis, await ownAnalyser(input)),
  }),
});

/** The analyser with another recognizer or the user's names; undefined where neither is asked for. */
async function ownAnalyser({
  deep,
  model,
  gazetteer,
}: {
  deep: boolean;
  model?: string;
  gazetteer?: string;
}): Promise<Analyse | undefined> {
  if (!model && !gazetteer) return undefined;
  const { loadAnalyser } = await import('../../nlp/analysis/analyser.ts');
  const recognizer = model ? await (await import('../../nlp/entities/entities-onnx.ts')).loadOnnxRecognizer(model) : undefined;
  return (await loadAnalyser({ deep, recognizer, gazetteer: gazetteer ? await readJson(gazetteer, Names) : undefined })).analyse;
}

const parse = defineAction({
  summary: 'all of that, with the dependency tree',
  arguments: [FILE],
  options: Read.extend({
    format: z.enum(['jsonl', 'conllu']).default('jsonl').describe('a JSON line for each line, or CoNLL-U with a block for each sentence'),
  }),
  examples: [
    'nlp parse sentences.txt',
    'nlp parse sentences.txt --deep',
    'nlp parse sentences.txt --format conllu --output sentences.conllu',
  ],
  run: async ({ format, ...input }, context) => {
    const conllu = (analysis: Analysis, line: number) => conlluLines(analysis, { name: String(line) });
    const json = (analysis: Analysis) => [JSON.stringify(analysis)];
    return { lines: readAll(input, context, { entities: true, parse: true }, format === 'conllu' ? conllu : json) };
  },
});

const embed = defineAction({
  summary: 'sentence vectors of all-MiniLM-L6-v2, or of a sentence-transformers folder',
  arguments: [FILE],
  options: Input.extend({
    model: z.string().optional().describe('folder with an ONNX model instead of MiniLM'),
    embeddings: z
      .enum(['float', 'int8'])
      .default('float')
      .describe('arithmetic of MiniLM: int8 is faster, and its cosines differ in the second decimal'),
    digits: z.coerce.number().int().min(1).max(9).default(6).describe('decimals of each number'),
  }),
  examples: ['nlp embed sentences.txt --output vectors.jsonl', 'nlp embed - --model ./bge-small'],
  run: async ({ file, ...how }, context) => {
    if (how.model && how.embeddings === 'int8') throw new InputError('--embeddings int8 is for MiniLM; --model names another model');
    return { lines: embedded(file, how, context) };
  },
});

interface EmbedHow {
  model?: string;
  embeddings: 'float' | 'int8';
  digits: number;
}

async function* embedded(file: string, { model, embeddings, digits }: EmbedHow, context: ActionContext) {
  const embedder = model
    ? await (await import('../../nlp/embeddings/embed-folder.ts')).loadEmbedFolder(model)
    : (await context.tools({ embedder: embeddings === 'int8' ? 'int8' : true })).embedder;
  if (!embedder) throw new SetupError('no embedder');
  const { dimensions } = embedder;
  for await (const block of blocks(file, context.signal)) {
    const vectors = await embedder.embed(block, { signal: context.signal });
    for (const [i, text] of block.entries()) {
      const embedding = Array.from(vectors.subarray(i * dimensions, (i + 1) * dimensions), (value) => Number(value.toFixed(digits)));
      yield JSON.stringify({ text, embedding });
    }
  }
}

const perplexity = defineAction({
  summary: 'how likely a language model finds each line: log-probability and perplexity',
  arguments: [FILE],
  options: Input.extend({ model: z.string().default('gguf:smollm2').describe('gguf:smollm2 (sensebench data add smollm2) or gguf:FILE') }),
  examples: ['nlp perplexity sentences.txt', 'nlp perplexity - --model gguf:model.gguf'],
  run: async ({ file, model }, context) => ({ lines: rated(file, model, context) }),
});

async function* rated(file: string, spec: string, context: ActionContext) {
  const { loadLanguageModel } = await import('../../runners/gguf/index.ts');
  const model = await loadLanguageModel(spec, dataFile);
  try {
    for await (const block of blocks(file, context.signal)) {
      for (const text of block) {
        const { logprob, tokens } = await model.rate(text);
        yield JSON.stringify({
          text,
          logprob: Number(logprob.toFixed(4)),
          tokens,
          perplexity: Number(Math.exp(-logprob / tokens).toFixed(3)),
        });
      }
    }
  } finally {
    await model.close();
  }
}

export const actions: Readonly<Record<string, Action>> = {
  tokens,
  sentences,
  tags,
  lemmas,
  entities,
  parse,
  embed,
  perplexity,
};
