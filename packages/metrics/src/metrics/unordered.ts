/** Metrics with the order of reference sentences that fits the output better: the outputs called …Unordered. */
import { defineMetric, type Metric, type MetricDefinition, type MetricInput, makeMetric } from '../core/index.ts';
import { rougeWords } from './text/rouge.ts';
import { longestCommonSubsequence } from './text/rouge-shared.ts';

const unorderedName = (output: string) => `${output}Unordered`;

/** Tables (CIDEr's document frequencies among them) are those of the references in their original order: the same for every system and for both columns. */
export function unordered(metric: Metric | MetricDefinition): MetricDefinition {
  const { name, summary, cost, outputs, needs, printed = {} } = metric;
  return defineMetric({
    name: unorderedName(name),
    summary: `${summary}; sentences of the reference in the better order`,
    cost,
    outputs: outputs.map(unorderedName),
    needs,
    printed: Object.fromEntries(Object.entries(printed).map(([output, how]) => [unorderedName(output), how])),
    options: 'create' in metric ? metric.options : undefined,
    twinOf: metric,
    async create(options: Readonly<Record<string, unknown>>) {
      const made = await makeMetric(metric, options);
      return {
        outputs: made.outputs.map(unorderedName),
        prepare: made.prepare,
        signature: (context) => `${made.signature(context)}|order:best-rougeL`,
        segment: (input, context) => made.segment(input.unordered ?? input, context),
        score: (stats, context) =>
          Object.fromEntries(Object.entries(made.score(stats, context)).map(([output, value]) => [unorderedName(output), value])),
      };
    },
  });
}

/** The other order is used if its ROUGE-L with the output is higher. It is chosen once per item, for all metrics. */
export function withBestOrder(
  inputs: readonly MetricInput[],
  { exchanged, tokenize }: { exchanged(item: MetricInput['item']): readonly string[]; tokenize(texts: readonly string[]): string[][] },
): MetricInput[] {
  const others = inputs.map(({ item }) => exchanged(item));
  const tokens = tokenize(others.flat());
  let next = 0;
  return inputs.map((input, i) => {
    const references = [...others[i]];
    const own = references.map(() => tokens[next++]);
    if (rougeL(input.candidate, references) <= rougeL(input.candidate, input.item.references)) return input;
    return {
      ...input,
      unordered: { ...input, item: { ...input.item, references }, tokens: { candidate: input.tokens.candidate, references: own } },
    };
  });
}

/** The best F of the references, as rouge-score counts it. */
function rougeL(candidate: string, references: readonly string[]): number {
  const words = rougeWords(candidate);
  return Math.max(
    0,
    ...references.map((reference) => {
      const other = rougeWords(reference);
      return words.length + other.length > 0 ? (2 * longestCommonSubsequence(other, words)) / (words.length + other.length) : 0;
    }),
  );
}
