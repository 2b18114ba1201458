/** Makes a runner from a folder of ONNX graphs: an exported model, or one described by `sensebench.json`. */

import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { defineRunner, InputError, kebabCase, promptText, type Runner } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { hashFile, sha256 } from '../../files/index.ts';
import { demandKeywords } from '../demand.ts';
import { listLength, rankingOptions } from '../ranking-options.ts';
import { batchCalls } from './batch-calls.ts';
import { loadClassifier } from './classifier-model.ts';
import { loadEditsModel } from './edits-model.ts';
import { loadExportedModel } from './exported-model.ts';
import { createOnnxRunner, type DecodingParams, type OnnxRunnerOptions } from './onnx-runner.ts';
import { type OwnFolder, readOwnFolder } from './own-folder.ts';
import { loadStepsModel } from './steps-model.ts';

export interface OnnxFolderOptions extends Omit<OnnxRunnerOptions, 'id' | 'depends' | 'model'> {
  /** The decoding of the benchmark's paper, used if neither the options nor the folder set it. */
  paper?: { beams?: number; maxInputTokens?: number; maxOutputTokens?: number };
}

interface Named {
  id: string;
  depends: Readonly<Record<string, string>>;
}

export async function loadOnnxRunner(folder: string, options: OnnxFolderOptions): Promise<Runner> {
  const path = resolve(folder);
  if (!existsSync(path)) throw new InputError('does not exist', { file: folder, expected: 'a folder with ONNX graphs' });
  const own = await readOwnFolder(path);
  if (own && own.kind !== 'steps') return loadOther(path, own, { ...options, ...(await nameFolder(path, own.name)) });
  const model = own ? await loadStepsModel(path, own) : await loadExportedModel(path);
  const { paper = {}, ...given } = options;
  return createOnnxRunner({
    ...given,
    ...(await nameFolder(path, own?.name)),
    model,
    beams: given.beams ?? model.usual.beams ?? paper.beams,
    maxInputTokens: given.maxInputTokens ?? model.usual.maxInputTokens ?? paper.maxInputTokens,
    maxOutputTokens: given.maxOutputTokens ?? model.usual.maxOutputTokens ?? paper.maxOutputTokens,
  });
}

async function loadOther(path: string, own: OwnFolder, options: OnnxFolderOptions & Named): Promise<Runner> {
  const maxInputTokens = options.maxInputTokens ?? own.maxInputTokens ?? options.paper?.maxInputTokens ?? 256;
  return own.kind === 'classifier'
    ? createClassifierRunner(path, own, { ...options, maxInputTokens })
    : createEditsRunner(path, own, { ...options, maxInputTokens });
}

type OtherOptions = OnnxFolderOptions & Named & { maxInputTokens: number };

async function createEditsRunner(path: string, own: OwnFolder, { id, depends, maxInputTokens, ...options }: OtherOptions): Promise<Runner> {
  const model = await loadEditsModel(path, own);
  const maxTokens = options.maxOutputTokens ?? own.decoding.maxLength ?? options.paper?.maxOutputTokens ?? 64;
  return {
    id,
    takes: 'seq2seq',
    settings: { decode: 'edits', rounds: own.edits.rounds, constrained: own.edits.constrained, maxInputTokens, maxOutputTokens: maxTokens },
    depends,
    close: () => model.close(),
    async predict({ prompt, signal }) {
      const { text, read, written } = await model.write(promptText(prompt), { maxInputTokens, maxTokens, signal });
      return { text, usage: { inputTokens: read, outputTokens: written } };
    },
  };
}

async function createClassifierRunner(
  path: string,
  own: OwnFolder,
  { id, depends, maxInputTokens, batch = 8 }: OtherOptions,
): Promise<Runner> {
  const model = await loadClassifier(path, own);
  const score = batchCalls({ most: batch, run: (asked: Parameters<typeof model.score>[0]) => model.score(asked, { maxInputTokens }) });
  return {
    id,
    takes: 'seq2seq',
    concurrency: batch,
    settings: { maxInputTokens, batch },
    depends,
    scores: 'label',
    close: () => model.close(),
    async predict({ prompt, choices }) {
      if (!choices)
        throw new InputError('is a classifier, and these items have no choices', { file: path, expected: 'a benchmark with choices' });
      const logprobs = await score({ prompt: promptText(prompt), choices });
      return { text: choices[logprobs.indexOf(Math.max(...logprobs))].text, choices: { by: 'label', logprobs } };
    },
  };
}

/** The id contains a part of the hash, because folder names such as "checkpoint" or "model" do not identify systems. */
async function nameFolder(path: string, name = basename(path)): Promise<Named> {
  const hash = await hashFolder(path);
  return { id: `onnx:${name}#${hash.slice(0, 8)}`, depends: { model: hash } };
}

/** Covers names and contents, since checkpoints of one model differ in nothing else. */
async function hashFolder(folder: string): Promise<string> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const described: string[] = [];
  for (const { parentPath, name } of files) {
    const path = join(parentPath, name);
    described.push(`${path.slice(folder.length).replaceAll('\\', '/')} ${await hashFile(path)}`);
  }
  return sha256(described.sort().join('\n'));
}

export const onnx = defineRunner({
  name: 'onnx',
  summary: 'a folder of ONNX graphs on this machine: greedy, beam search, sampling, or all keywords in the output',
  target: { grammar: 'FOLDER', path: true },
  options: z.object({
    beams: z.number().int().positive().optional().describe("width of the beam (default: the folder's, or else the paper's)"),
    decode: z.enum(['beam', 'dba']).default('beam').describe('dba: dynamic beam allocation, with every keyword in the output'),
    maxTokens: z.number().int().positive().optional().describe("longest output in tokens (default: the folder's, or else the paper's)"),
    temperature: z.number().min(0).default(0).describe('above 0, tokens are sampled and beams are not used'),
    concurrency: z.number().int().positive().default(8).describe('number of items per batch'),
    lengthPenalty: z.number().optional().describe('this option and the following ones are as in generation_config.json'),
    earlyStopping: z.enum(['true', 'false', 'never']).optional(),
    noRepeatNgramSize: z.number().int().nonnegative().optional(),
    repetitionPenalty: z.number().positive().optional(),
    minLength: z.number().int().nonnegative().optional(),
    minNewTokens: z.number().int().nonnegative().optional(),
    topK: z.number().int().nonnegative().optional(),
    topP: z.number().positive().max(1).optional(),
    ...rankingOptions,
  }),
  examples: ['onnx:models/t5-base', 'onnx:models/bart(beams=5,decode=dba)', 'onnx:models/gpt2(temperature=0.8,top-p=0.9)'],
  create({ spec, target, options }, { benchmark }) {
    const { beams, decode, maxTokens, temperature, concurrency, nbest, rerank, conceptnet: _, ...decoding } = options;
    return loadOnnxRunner(target, {
      beams,
      maxOutputTokens: maxTokens,
      nbest: listLength({ nbest, rerank }),
      temperature,
      batch: concurrency,
      params: toParams(decoding),
      paper: benchmark?.decoding,
      keywords: decode === 'dba' ? demandKeywords(benchmark, `the model "${spec}"`) : undefined,
    });
  },
});

/** Named as in generation_config.json, for run.json. */
function toParams({ earlyStopping, ...numbers }: Readonly<Record<string, number | string | undefined>>): DecodingParams {
  const given = Object.entries({
    ...numbers,
    earlyStopping: earlyStopping === 'never' ? 'never' : earlyStopping && earlyStopping === 'true',
  });
  return Object.fromEntries(given.flatMap(([name, value]) => (value === undefined ? [] : [[kebabCase(name).replaceAll('-', '_'), value]])));
}
