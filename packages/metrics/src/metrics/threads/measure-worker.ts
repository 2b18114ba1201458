/** The other side of metric-workers.ts: a thread that loads metrics and measures the items that it claims. */
import { parentPort } from 'node:worker_threads';
import { InputError, type Metric, type MetricInput, makeMetric, SetupError, type Tools } from '../../core/index.ts';
import { METRICS, threadsOf } from '../registry.ts';
import type { Answer, AwayStats, FailureKind, MeasureRequest, PrepareRequest, Request } from './metric-workers.ts';

interface Prepared {
  metric: Metric;
  context: unknown;
  keep(context: unknown): object;
}

if (parentPort) serve(parentPort);

function serve(port: NonNullable<typeof parentPort>): void {
  let tools: Promise<Tools> | undefined;
  let prepared: Promise<Prepared[]> = Promise.resolve([]);
  port.on('message', async (request: Request) => {
    if (request.kind === 'measure') {
      port.postMessage(
        await prepared.then((metrics) => measureClaimed(metrics, request)).catch((error: unknown) => failureOf(error, request)),
      );
      return;
    }
    tools ??= loadTools();
    prepared = prepareMetrics(request, tools);
    // The error is thrown when items are measured; this only avoids an unhandled-rejection warning.
    prepared.catch(() => undefined);
  });
}

/** WordNet: what the metrics that run here need, and no more. */
async function loadTools(): Promise<Tools> {
  const notHere = () => {
    throw new Error('this tool is not loaded in a thread that measures');
  };
  return { tokens: notHere, analyse: notHere, wordnet: await (await import('../../nlp/words/wordnet.ts')).loadWordNet() };
}

async function prepareMetrics({ metrics }: PrepareRequest, tools: Promise<Tools>): Promise<Prepared[]> {
  const prepared: Prepared[] = [];
  for (const { name, options } of metrics) {
    const threads = threadsOf(METRICS[name]);
    if (!threads) continue;
    const metric = await makeMetric(METRICS[name], options);
    prepared.push({ metric, context: await metric.prepare?.([], await tools), keep: threads.keep });
  }
  return prepared;
}

async function measureClaimed(
  prepared: readonly Prepared[],
  { job, texts, references, counters, firstCounter, batch }: MeasureRequest,
): Promise<Answer> {
  const inputs = readInputs(texts, references);
  const claims = new Int32Array(counters);
  const metrics: AwayStats[] = [];
  for (const [place, { metric, context, keep }] of prepared.entries()) {
    const firsts: number[] = [];
    const stats: unknown[] = [];
    for (;;) {
      const first = batch * Atomics.add(claims, firstCounter + place, 1);
      if (first >= inputs.length) break;
      firsts.push(first);
      for (const input of inputs.slice(first, first + batch)) stats.push(await metric.segment(input, context));
    }
    metrics.push({ context: keep(context), firsts, stats });
  }
  return { kind: 'measured', job, metrics };
}

/** Items as far as the metrics that run here look at them: tokens. */
function readInputs(texts: string, references: Int32Array): MetricInput[] {
  const lists = texts.split('\n\n').map((text) => (text === '' ? [] : text.split('\n')));
  let next = 0;
  return Array.from(references, (count) => {
    const candidate = lists[next++];
    const own = lists.slice(next, next + count);
    next += count;
    return { item: { id: '', input: null, references: [], meta: {} }, candidate: '', tokens: { candidate, references: own } };
  });
}

function failureOf(error: unknown, { job }: MeasureRequest): Answer {
  const failure: FailureKind = error instanceof InputError ? 'input' : error instanceof SetupError ? 'setup' : 'bug';
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return { kind: 'failed', job, failure, message, stack };
}
