/** Scores of any predictions by any metrics, in one pass: per item, over the corpus, in groups, with intervals and signatures. */
import {
  createTurns,
  InputError,
  type Item,
  joinSentences,
  type Measured,
  type MetricInput,
  type PredictedText,
  type Prediction,
  type Scores,
  version,
} from '../../core/index.ts';
import { tokenizeCocoLines } from '../../nlp/tokens/index.ts';
import { baseOf, type ChosenMetric, chooseMetrics, DEFAULT_METRICS } from '../registry.ts';
import { resamplingSignature, scoredIntervals, unitsOfItems } from '../significance/intervals.ts';
import { splitBlanks } from '../text/python-blanks.ts';
import { withBestOrder } from '../unordered.ts';
import { breakDown, corpusScores } from './break-down.ts';
import { loadTools, measureItems } from './measure-items.ts';
import { readRequest, type ScoreRequest, type TextRequest } from './score-request.ts';

/** `score({ predictions, references })`, or with items that hold their references. Signatures say how each number was made. */
export async function score<I extends Item>(request: ScoreRequest<I> | TextRequest): Promise<Scores> {
  return (await measure({ version, ...readRequest(request) })).scores;
}

/** Like `score`, but also returns the statistics for paired tests. */
export async function measure<I extends Item>(request: ScoreRequest<I>): Promise<{ scores: Scores; measured: Measured[] }> {
  const { measured, empty } = await measureTexts(request);
  return { scores: await collect(request, measured, empty), measured };
}

/** A separate function, so that the tokens of all texts are released when it returns. */
async function measureTexts<I extends Item>(request: ScoreRequest<I>): Promise<{ measured: Measured[]; empty: number }> {
  const { items, metrics = DEFAULT_METRICS, tools = loadTools, onProgress } = request;
  const chosen = chooseMetrics(metrics, request.ownMetrics, request.options);
  if (chosen.some(({ metric }) => !metric.withoutReferences)) demandReferences(items);
  const given = tokenize(items, alignPredictions(items, request.predictions), request);
  const inputs = chosen.some(({ metric }) => baseOf(metric) !== metric) ? reorder(given, chosen, request) : given;
  const found = await measureItems(chosen, inputs, { tools, workers: request.workers, onProgress, signal: request.signal });
  const measured = found.map((own, i): Measured => {
    // Options may add outputs to those in the description of a metric.
    const extra = own.metric.outputs.filter((output) => !chosen[i].metric.outputs.includes(output));
    return { ...own, outputs: [...chosen[i].outputs, ...extra] };
  });
  return { measured, empty: inputs.filter(({ candidate }) => candidate.trim() === '').length };
}

async function collect<I extends Item>(request: ScoreRequest<I>, measured: readonly Measured[], empty: number): Promise<Scores> {
  const { items, benchmark = 'text', intervals, breakdowns, tokenized, version, signal } = request;
  const turn = createTurns(signal);
  const perItem: Scores['perItem'] = items.map(({ id }) => ({ id }));
  const missing: Record<string, number> = {};
  const signatures: Record<string, string> = {};
  for (const { metric, outputs, context, stats, itemScores } of measured) {
    // The tokenizer is chosen here, so its name in the signature is adjusted here too.
    const own = metric.signature(context);
    const signature = (tokenized ? own.replaceAll('tok:coco', 'tok:given') : own) + (version ? `|v:${version}` : '');
    for (const output of outputs) signatures[output] = signature;
    for (const [i, stat] of stats.entries()) {
      const scores = itemScores ? undefined : metric.score([stat], context);
      for (const output of outputs) {
        const known = scores ? scores[output] : itemScores?.[output]?.[i];
        const value = known === undefined || Number.isNaN(known) ? null : known;
        perItem[i][output] = value;
        if (value === null) missing[output] = (missing[output] ?? 0) + 1;
      }
      const pause = turn();
      if (pause) await pause;
    }
  }
  const ranges = intervals && (await intervalsOf(request, measured));
  if (ranges) for (const output of Object.keys(ranges.intervals)) signatures[output] += resamplingSignature(ranges.resampling);
  return {
    benchmark,
    items: items.length,
    ...(empty > 0 ? { empty } : {}),
    corpus: corpusScores(measured),
    ...(Object.keys(missing).length > 0 ? { undefined: missing } : {}),
    signatures,
    ...ranges,
    ...(breakdowns && Object.keys(breakdowns).length > 0 ? { breakdowns: await breakDown(request, measured, breakdowns) } : {}),
    ...chanceOf(measured),
    perItem,
  };
}

/** The expected chance-level scores on these items, for metrics that define them. */
function chanceOf(measured: readonly Measured[]): Pick<Scores, 'chance'> {
  const known: [string, number][] = measured.flatMap(({ metric, outputs, stats, context }) => {
    const found = metric.chance?.(stats, context) ?? {};
    return outputs.flatMap((output): [string, number][] => (typeof found[output] === 'number' ? [[output, found[output]]] : []));
  });
  return known.length > 0 ? { chance: Object.fromEntries(known) } : {};
}

function intervalsOf<I extends Item>({ items, units, unit, intervals, signal }: ScoreRequest<I>, measured: readonly Measured[]) {
  const scored = measured.map(({ metric, outputs, context, stats }) => ({
    outputs,
    stats,
    score: (sample: readonly unknown[]) => metric.score(sample, context),
  }));
  return scoredIntervals(scored, { ...intervals, ...unitsOfItems(items, { units, unit }), items: items.length, signal });
}

/** The texts in the order of the items. */
function alignPredictions(items: readonly Item[], predictions: readonly Prediction[] | readonly PredictedText[]): PredictedText[] {
  if (predictions.every((each) => isText(each))) {
    if (predictions.length === items.length) return [...predictions];
    throw new InputError(`${predictions.length} predictions for ${items.length} items`);
  }
  const byId = new Map<string, PredictedText>();
  for (const each of predictions) {
    if (isText(each)) throw new InputError('predictions with and without ids are mixed');
    if (byId.has(each.id)) throw new InputError(`two predictions for item "${each.id}"`);
    byId.set(each.id, each.prediction);
  }
  return items.map(({ id }) => {
    const text = byId.get(id);
    if (text === undefined) throw new InputError(`no prediction for item "${id}"`);
    return text;
  });
}

function isText(prediction: Prediction | PredictedText): prediction is PredictedText {
  return typeof prediction === 'string' || Array.isArray(prediction);
}

function demandReferences(items: readonly Item[]): void {
  const bare = items.find(({ references }) => references.length === 0);
  if (bare) throw new InputError(`item "${bare.id}" has no references`);
}

function reorder<I extends Item>(
  inputs: readonly MetricInput<I>[],
  chosen: readonly ChosenMetric[],
  { exchanged, tokenized }: Pick<ScoreRequest<I>, 'exchanged' | 'tokenized'>,
): readonly MetricInput[] {
  if (!exchanged) {
    const { outputs } = chosen.find(({ metric }) => baseOf(metric) !== metric) ?? chosen[0];
    throw new InputError(`"${outputs[0]}" needs a benchmark whose references have another order, like two sentences without one`);
  }
  const items = new Map<Item, readonly string[]>(inputs.map(({ item }) => [item, exchanged(item)]));
  return withBestOrder(inputs, { exchanged: (item) => items.get(item) ?? item.references, tokenize: cutterOf(tokenized) });
}

const cutterOf = (tokenized?: boolean): ((texts: readonly string[]) => string[][]) =>
  tokenized ? (texts) => texts.map(splitBlanks) : tokenizeCocoLines;

/** All references, then all candidates, each as lines of one file, as pycocoevalcap tokenizes them. */
function tokenize<I extends Item>(
  items: readonly I[],
  predictions: readonly PredictedText[],
  { keywords, tokenized }: Pick<ScoreRequest<I>, 'keywords' | 'tokenized'>,
): MetricInput<I>[] {
  const cut = cutterOf(tokenized);
  const references = cut(items.flatMap((item) => item.references));
  const texts = predictions.map(joinSentences);
  const candidates = cut(texts);
  let next = 0;
  return items.map((item, i) => ({
    item,
    candidate: texts[i],
    ...sentencesOf(predictions[i]),
    ...(keywords ? { keywords: keywords(item) } : {}),
    tokens: { candidate: candidates[i], references: item.references.map(() => references[next++]) },
  }));
}

function sentencesOf(prediction: PredictedText): Pick<MetricInput, 'sentences'> {
  return typeof prediction === 'string' ? {} : { sentences: prediction };
}
