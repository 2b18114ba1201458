/** The runner that a folder of ONNX graphs makes: an exported model, or one that `sensebench.json` describes. */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { InputError, promptText, type Runner } from '../../core/index.ts';
import { hashFile, sha256 } from '../../files/index.ts';
import { batchCalls } from './batch-calls.ts';
import { loadClassifier } from './classifier-model.ts';
import { loadEditsModel } from './edits-model.ts';
import { loadExportedModel } from './exported-model.ts';
import { createOnnxRunner, type OnnxRunnerOptions } from './onnx-runner.ts';
import { type OwnFolder, readOwnFolder } from './own-folder.ts';
import { loadStepsModel } from './steps-model.ts';

export interface OnnxFolderOptions extends Omit<OnnxRunnerOptions, 'id' | 'depends' | 'model'> {
  /** What the benchmark's paper decodes with, where neither flags nor the folder say anything. */
  paper?: { beams?: number; maxInputTokens?: number; maxOutputTokens?: number };
}

interface Named {
  id: string;
  depends: Readonly<Record<string, string>>;
}

export async function loadOnnxRunner(folder: string, options: OnnxFolderOptions): Promise<Runner> {
  const path = resolve(folder);
  if (!existsSync(path)) throw new InputError('is not there', { file: folder, expected: 'a folder with ONNX graphs' });
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

/** Folder names such as "checkpoint" or "model" are not names of systems, so a part of the hash is in the id. */
async function nameFolder(path: string, name = basename(path)): Promise<Named> {
  const hash = await hashFolder(path);
  return { id: `onnx:${name}#${hash.slice(0, 8)}`, depends: { model: hash } };
}

/** By names and contents: two checkpoints of one model differ in nothing else. */
async function hashFolder(folder: string): Promise<string> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const described: string[] = [];
  for (const { parentPath, name } of files) {
    const path = join(parentPath, name);
    described.push(`${path.slice(folder.length).replaceAll('\\', '/')} ${await hashFile(path)}`);
  }
  return sha256(described.sort().join('\n'));
}
