/** Reads a call of `score`: texts with references, or items with predictions. A wrong call is an InputError. */
import { type Grouping, InputError, type Item, type PredictedText, type Prediction, type ToolNeeds, type Tools } from '../../core/index.ts';
import type { AnyMetric, MetricOptions } from '../registry.ts';
import type { BootstrapOptions } from '../significance/bootstrap.ts';
import type { MetricWorkers } from './measure-items.ts';

export interface ScoreRequest<I extends Item = Item> {
  items: readonly I[];
  /** One for each item: by id, or texts in the order of the items. A list of texts is a list of sentences. */
  predictions: readonly Prediction[] | readonly PredictedText[];
  /** Names of metrics (`bleu`) or of single outputs (`bleu4`), optionally with options (`ter(asian)`). */
  metrics?: readonly string[];
  /** A benchmark's own metrics, which are not in the registry. */
  ownMetrics?: readonly AnyMetric[];
  /** Options by name of the metric; they may also be given in `metrics`: `ter(asian)`. */
  options?: MetricOptions;
  /** Texts are tokens separated by spaces and are compared unchanged, without tokenizing or lower-casing. Metrics that read plain texts (ROUGE, chrF, …) keep their own rules. */
  tokenized?: boolean;
  /** Tools for the metrics, or a function that loads them; default: WordNet and the tokenizers. */
  tools?: Tools | ((needs: ToolNeeds) => Promise<Tools>);
  benchmark?: string;
  /** Words that the output should contain: a benchmark's `keywords`. */
  keywords?(item: I): readonly string[];
  /** The references in the other order of their sentences, for outputs called …Unordered: a benchmark's `exchanged`. */
  exchanged?(item: I): readonly string[];
  breakdowns?: Record<string, Grouping<I>>;
  /** Units that items share, and their name: a benchmark's `units` and `unit`. Intervals treat such items as dependent. */
  units?(item: I): readonly string[];
  unit?: string;
  /** Requests intervals. */
  intervals?: BootstrapOptions;
  /** Threads for the metrics that take long, from `startMetricWorkers` (sensebench/metrics/threads); without them, and for few items, this thread does all the work. The scores are the same. */
  workers?: MetricWorkers | null;
  /** Appended to each signature. */
  version?: string;
  onProgress?(done: number, total: number): void;
  /** Aborts the work. */
  signal?: AbortSignal;
}

/** Texts and their references in the same order, without ids. */
export interface TextRequest extends Omit<ScoreRequest, 'items' | 'keywords' | 'exchanged' | 'breakdowns' | 'units' | 'unit'> {
  /** One or several references for each prediction. */
  references: readonly (string | readonly string[])[];
  items?: undefined;
}

const EXAMPLE = "score({ predictions: ['a dog runs'], references: [['a dog is running', 'the dog runs']] })";

export function readRequest<I extends Item>(request: ScoreRequest<I> | TextRequest): ScoreRequest<I> | ScoreRequest {
  if (typeof request !== 'object' || request === null) throw new InputError('score takes one object', { expected: EXAMPLE });
  const { predictions, items, references } = request as Partial<ScoreRequest<I>> & Partial<Pick<TextRequest, 'references'>>;
  demandArray('predictions', predictions);
  for (const [i, each] of predictions.entries()) {
    if (!isPrediction(each)) throw new InputError(`predictions[${i}] is ${kindOf(each)}`, { expected: 'a text, or { id, prediction }' });
  }
  if (items !== undefined && references !== undefined) {
    throw new InputError('score takes items or references, not both', { expected: 'items hold their references' });
  }
  if (items !== undefined) {
    demandArray('items', items);
    for (const [i, each] of items.entries()) demandItem(each, i);
    return request as ScoreRequest<I>;
  }
  demandArray('references', references);
  const read = references.map((given, i): Item => ({ id: String(i), input: null, references: readReferences(given, i), meta: {} }));
  const { references: _, ...rest } = request as TextRequest;
  return { ...rest, items: read };
}

function demandArray(field: string, value: unknown): asserts value is readonly unknown[] {
  if (Array.isArray(value)) return;
  throw new InputError(value === undefined ? `score needs ${field}` : `${field} is ${kindOf(value)}`, { expected: EXAMPLE });
}

function isPrediction(value: unknown): value is Prediction | PredictedText {
  if (typeof value === 'string' || isTexts(value)) return true;
  if (typeof value !== 'object' || value === null || !('id' in value) || !('prediction' in value)) return false;
  return typeof value.id === 'string' && (typeof value.prediction === 'string' || isTexts(value.prediction));
}

function demandItem(value: unknown, place: number): void {
  const { id, references } = (typeof value === 'object' && value !== null ? value : {}) as Partial<Item>;
  if (typeof id !== 'string') throw new InputError(`items[${place}] has no id`, { expected: '{ id, references: […] }' });
  if (!isTexts(references)) throw new InputError(`items[${place}] ("${id}") has no list of references`, { expected: 'a list of texts' });
}

function readReferences(given: unknown, place: number): string[] {
  const texts = typeof given === 'string' ? [given] : given;
  if (isTexts(texts)) return [...texts];
  throw new InputError(`references[${place}] is ${kindOf(given)}`, { expected: 'a text, or a list of texts' });
}

const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every((each) => typeof each === 'string');

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
