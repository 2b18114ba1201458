/** For tests: a variant of sacrebleu's metrics as oracles/sacre.py writes it, ours with the same options, and where they differ. */
import { type Metric, type MetricInput, makeMetric } from '../packages/metrics/src/core/index.ts';
import { METRICS } from '../packages/metrics/src/metrics/index.ts';

export interface SacreVariant {
  metric: string;
  options: Readonly<Record<string, unknown>>;
  corpus: number;
  signature: string;
  items: readonly number[];
}

export interface SacreRow {
  candidate: string;
  references: readonly string[];
}

export function metricOf({ metric, options }: Pick<SacreVariant, 'metric' | 'options'>): Promise<Metric> {
  const flag = (name: string) => options[name] === true;
  if (metric === 'ter') {
    return makeMetric(METRICS.ter, {
      normalized: flag('normalized'),
      noPunct: flag('no_punct'),
      asian: flag('asian_support'),
      caseSensitive: flag('case_sensitive'),
    });
  }
  if (metric === 'bleu') {
    return makeMetric(METRICS.bleuSacre, {
      tokenize: options.tokenize,
      smooth: options.smooth_method,
      smoothValue: options.smooth_value,
      lowercase: flag('lowercase'),
      effectiveOrder: flag('effective_order'),
    });
  }
  return makeMetric(METRICS.chrf, {
    characterOrder: options.char_order,
    wordOrder: options.word_order,
    beta: options.beta,
    lowercase: flag('lowercase'),
    whitespace: flag('whitespace'),
  });
}

/** Items, and the corpus, whose score is not the same within the tolerance. */
export async function differencesFromSacre(rows: readonly SacreRow[], variant: SacreVariant, tolerance: number): Promise<string[]> {
  const metric = await metricOf(variant);
  const output = variant.metric === 'chrf' ? 'chrfPlusPlus' : metric.outputs[0];
  const context = { references: '1' };
  const stats: unknown[] = [];
  for (const { candidate, references } of rows) {
    const input: MetricInput = {
      item: { id: '', input: null, references: [...references], meta: {} },
      candidate,
      tokens: { candidate: [], references: [] },
    };
    stats.push(await metric.segment(input, context));
  }
  const ours = [...stats.map((own) => metric.score([own], context)[output]), metric.score(stats, context)[output]];
  return [...variant.items, variant.corpus].flatMap((theirs, i) =>
    Math.abs((ours[i] ?? Number.NaN) - theirs) <= tolerance ? [] : [`${rows[i]?.candidate ?? 'corpus'}: ${ours[i]}, not ${theirs}`],
  );
}
