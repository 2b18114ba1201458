/** For tests: a variant of sacrebleu's metrics as oracles/sacre.py writes it, ours with the same options, and where they differ. */
import type { Metric, MetricInput } from '../src/core/index.ts';
import { type BleuSacreOptions, createBleuSacre } from '../src/metrics/text/bleu-sacre.ts';
import { createChrf } from '../src/metrics/text/chrf.ts';
import { createTer } from '../src/metrics/text/ter.ts';

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

type AnyMetric = Metric<unknown, { references: string }>;

export function metricOf({ metric, options }: Pick<SacreVariant, 'metric' | 'options'>): AnyMetric {
  const flag = (name: string) => options[name] === true;
  if (metric === 'ter') {
    return createTer({
      normalized: flag('normalized'),
      noPunct: flag('no_punct'),
      asian: flag('asian_support'),
      caseSensitive: flag('case_sensitive'),
    }) as AnyMetric;
  }
  if (metric === 'bleu') {
    return createBleuSacre({
      tokenize: options.tokenize as BleuSacreOptions['tokenize'],
      smooth: options.smooth_method as BleuSacreOptions['smooth'],
      smoothValue: options.smooth_value as number | undefined,
      lowercase: flag('lowercase'),
      effectiveOrder: flag('effective_order'),
    }) as AnyMetric;
  }
  return createChrf({
    characterOrder: options.char_order as number | undefined,
    wordOrder: options.word_order as number,
    beta: options.beta as number | undefined,
    lowercase: flag('lowercase'),
    whitespace: flag('whitespace'),
  }) as AnyMetric;
}

/** Items, and the corpus, whose score is not the same within the tolerance. */
export async function differencesFromSacre(rows: readonly SacreRow[], variant: SacreVariant, tolerance: number): Promise<string[]> {
  const metric = metricOf(variant);
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
