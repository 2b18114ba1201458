/** Measures the shipped models: entities on labelled statements; tags, lemmas and trees on a treebank; sentences per second. */
import { z } from 'zod';
import { ENTITY_TYPES, type EntityType, InputError } from '../../packages/metrics/src/core/index.ts';
import { type Analyser, loadAnalyser } from '../../packages/sensebench/src/nlp/analysis/analyser.ts';
import { loadSentenceReader } from '../../packages/sensebench/src/nlp/analysis/sentence-reader.ts';
import { loadLemmatizer } from '../../packages/sensebench/src/nlp/word-forms/lemmatizer.ts';
import { parseConllu, type TreeSentence } from '../conllu.ts';
import { paragraphsOf, type RawTextScores, scoreRawText, scoreTrees, type TreeScores } from './score-text.ts';

/** The types that SituatedGen takes as contexts (section 4.2). */
const CONTEXT_TYPES: readonly EntityType[] = ['GPE', 'DATE', 'TIME', 'EVENT'];

export interface EntityScore {
  gold: number;
  found: number;
  right: number;
  precision: number | null;
  recall: number | null;
  f1: number | null;
}

export interface LabelledStatement {
  statement: string;
  entities: { text: string; type: string }[];
}

/** `text:TYPE, text:TYPE`, where a text may itself hold commas and colons. */
export function parseEntityList(list: string): { text: string; type: string }[] {
  const pattern = new RegExp(`(.+?):(${ENTITY_TYPES.join('|')})(?:, |$)`, 'g');
  return [...list.matchAll(pattern)].map(([, text, type]) => ({ text, type }));
}

/** Exact text and type, each given entity found at most once; `micro` sums the four context types. */
export function scoreEntities(
  gold: readonly { text: string; type: string }[][],
  found: readonly { text: string; type: string }[][],
): Record<string, EntityScore> {
  const counts = new Map<string, { gold: number; found: number; right: number }>();
  const count = (type: string) => {
    const known = counts.get(type) ?? { gold: 0, found: 0, right: 0 };
    counts.set(type, known);
    return known;
  };
  gold.forEach((entities, i) => {
    const left = new Map<string, number>();
    for (const { text, type } of entities) {
      count(type).gold++;
      left.set(`${type} ${text}`, (left.get(`${type} ${text}`) ?? 0) + 1);
    }
    for (const { text, type } of found[i]) {
      count(type).found++;
      const rest = left.get(`${type} ${text}`) ?? 0;
      if (rest === 0) continue;
      count(type).right++;
      left.set(`${type} ${text}`, rest - 1);
    }
  });
  const micro = CONTEXT_TYPES.map(count).reduce((a, b) => ({ gold: a.gold + b.gold, found: a.found + b.found, right: a.right + b.right }));
  const rows: [string, typeof micro][] = [
    ['micro', micro],
    ...ENTITY_TYPES.filter((type) => counts.has(type)).map((type): [string, typeof micro] => [type, count(type)]),
  ];
  return Object.fromEntries(rows.map(([name, row]) => [name, withRates(row)]));
}

function withRates({ gold, found, right }: { gold: number; found: number; right: number }): EntityScore {
  const share = (a: number, b: number) => (b === 0 ? null : a / b);
  return { gold, found, right, precision: share(right, found), recall: share(right, gold), f1: share(2 * right, gold + found) };
}

export interface ModelScores {
  entities?: Record<string, EntityScore>;
  treebank?: TreeScores & { sentences: number; lemmas: number };
  /** The same treebank, from its raw text. */
  rawText?: RawTextScores;
  /** Sentences per second of processor time. */
  speed: { entities: number; parse: number };
  loadMilliseconds: number;
}

export interface EvaluateModelsOptions {
  /** The text of a file, unpacked. */
  read(path: string): Promise<string>;
  /** JSON Lines with `statement` and `NERs`. */
  statements?: readonly string[];
  /** CoNLL-U, plain or gzipped; read with its tokens given and from its raw text. Relations are compared without subtypes. */
  treebank?: string;
  /** The deep model instead of the linear ones. */
  deep?: boolean;
}

export async function evaluateModels({ read, statements = [], treebank, deep = false }: EvaluateModelsOptions): Promise<ModelScores> {
  const started = performance.now();
  const analyser = await loadAnalyser({ deep });
  const loadMilliseconds = performance.now() - started;
  const labelled = (await Promise.all(statements.map(async (path) => readStatements(await read(path), path)))).flat();
  const entities = labelled.length === 0 ? undefined : await evaluateEntities(analyser, labelled);
  const sentences = treebank === undefined ? [] : readTreebank(await read(treebank), treebank);
  const trees = sentences.length === 0 ? undefined : await evaluateTreebank(sentences, deep);
  const rawText = sentences.length === 0 ? undefined : await evaluateRawText(analyser, sentences);
  const texts = [...labelled.map(({ statement }) => statement), ...sentences.map(({ text }) => text)].slice(0, 4000);
  const speed = { entities: await measure(analyser, texts, false), parse: await measure(analyser, texts, true) };
  return { entities, treebank: trees, rawText, speed, loadMilliseconds };
}

async function evaluateEntities(analyser: Analyser, statements: readonly LabelledStatement[]): Promise<Record<string, EntityScore>> {
  const found = await analyser.analyse(statements.map(({ statement }) => statement));
  return scoreEntities(
    statements.map(({ entities }) => entities),
    found.map(({ entities }) => entities),
  );
}

async function evaluateTreebank(sentences: readonly TreeSentence[], deep: boolean): Promise<NonNullable<ModelScores['treebank']>> {
  const { infos, reader } = await loadSentenceReader({ deep });
  const lemmatize = loadLemmatizer();
  const words = sentences.map(({ tokens }) => tokens.map(({ form }) => infos.of(form)));
  const readings = await reader.read(words, { parse: true, entities: false });
  const scores = scoreTrees(
    sentences,
    readings.map(({ tags, tree = [] }) => ({ tags, tree })),
  );
  let lemmas = 0;
  sentences.forEach(({ tokens }, k) => {
    tokens.forEach(({ form, lemma }, i) => {
      if (lemmatize(form, readings[k].tags[i]) === lemma) lemmas++;
    });
  });
  return { sentences: sentences.length, ...scores, lemmas: lemmas / Math.max(1, scores.tokens) };
}

async function evaluateRawText(analyser: Analyser, sentences: readonly TreeSentence[]): Promise<RawTextScores> {
  const paragraphs = paragraphsOf(sentences);
  const read = await analyser.analyse(
    paragraphs.map(({ text }) => text),
    { parse: true, entities: false },
  );
  return scoreRawText(
    paragraphs,
    read.map(({ tokens }) => tokens),
  );
}

async function measure(analyser: Analyser, texts: readonly string[], parse: boolean): Promise<number> {
  await analyser.analyse(texts.slice(0, 500), { parse });
  const before = process.cpuUsage();
  await analyser.analyse(texts, { parse });
  const { user, system } = process.cpuUsage(before);
  return Math.round((texts.length * 1e6) / Math.max(1, user + system));
}

function readStatements(text: string, path: string): LabelledStatement[] {
  const lines = text.split('\n');
  return lines.flatMap((line, i) => {
    if (line.trim() === '') return [];
    const { statement, NERs } = readRow(line, path, i + 1);
    return [{ statement, entities: parseEntityList(NERs ?? '') }];
  });
}

const Row = z.object({ statement: z.string(), NERs: z.string().optional() });

function readRow(text: string, file: string, line: number): z.infer<typeof Row> {
  try {
    return Row.parse(JSON.parse(text));
  } catch {
    throw new InputError('is not a labelled statement', { file, line, expected: 'JSON with `statement` and `NERs`' });
  }
}

function readTreebank(text: string, path: string): TreeSentence[] {
  const sentences = parseConllu(text);
  if (sentences.length === 0) throw new InputError('has no sentences', { file: path, expected: 'CoNLL-U' });
  return sentences;
}

/** The table that main.ts prints. */
export function formatModelScores(scores: ModelScores): string {
  const percent = (value: number | null) => (value === null ? '  -  ' : (100 * value).toFixed(1).padStart(5));
  const lines: string[] = [];
  if (scores.entities) {
    lines.push('entities            P     R     F1   given');
    for (const [name, { precision, recall, f1, gold }] of Object.entries(scores.entities))
      lines.push(`  ${name.padEnd(14)} ${percent(precision)} ${percent(recall)} ${percent(f1)} ${String(gold).padStart(6)}`);
  }
  if (scores.treebank) {
    const { tags, lemmas, uas, las } = scores.treebank;
    lines.push(`treebank  tags ${percent(tags)}  lemmas ${percent(lemmas)}  UAS ${percent(uas)}  LAS ${percent(las)}`);
  }
  if (scores.rawText) {
    const { words, tags, lemmas, uas, las } = scores.rawText;
    lines.push(
      `raw text  words ${percent(words)}  tags ${percent(tags)}  lemmas ${percent(lemmas)}  UAS ${percent(uas)}  LAS ${percent(las)}`,
    );
  }
  lines.push(`speed     ${scores.speed.entities} sentences/s with entities, ${scores.speed.parse} with the parse, on one core`);
  lines.push(`loading   ${Math.round(scores.loadMilliseconds)} ms`);
  return lines.join('\n');
}
