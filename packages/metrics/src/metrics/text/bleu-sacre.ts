/** BLEU (Papineni et al. 2002) as sacrebleu 2.5.1 computes it (Post 2018): its tokenizers, smoothing and effective order. */
import { defineMetric, type OptionTable, printOptions } from '../../core/index.ts';
import { BLEU_TOKENIZERS, bleuTokens } from './bleu-tokenizers.ts';
import { trimRight } from './python-blanks.ts';
import { referenceCount } from './reference-count.ts';

const BLEU_SMOOTHINGS = ['exp', 'floor', 'add-k', 'none'] as const;
type BleuSacreSmoothing = (typeof BLEU_SMOOTHINGS)[number];

const OPTIONS = {
  tokenize: { kind: 'choice', choices: BLEU_TOKENIZERS, default: '13a', summary: 'tokenizer', prints: { key: 'tok' } },
  lowercase: { kind: 'flag', summary: 'compare in lower case', prints: { key: 'case', yes: 'lc', no: 'mixed' } },
  smooth: { kind: 'choice', choices: BLEU_SMOOTHINGS, default: 'exp', summary: 'what an order without a match counts as', prints: false },
  smoothValue: { kind: 'number', least: 0, summary: 'of the smoothing floor (default: 0.1) or add-k (default: 1)', prints: false },
  effectiveOrder: { kind: 'flag', summary: 'leave out the orders that outputs are too short for', prints: { key: 'eff' } },
} as const satisfies OptionTable;

interface BleuSacreStats {
  length: number;
  /** Length of the reference that is closest in length, the shorter of two. */
  referenceLength: number;
  /** N-grams of the output that a reference has too, by order. */
  correct: readonly number[];
  /** N-grams of the output, by order. */
  total: readonly number[];
}

const ORDERS = 4;
const SMOOTH_VALUES: Readonly<Partial<Record<BleuSacreSmoothing, number>>> = { floor: 0.1, 'add-k': 1 };

export const bleuSacre = defineMetric({
  name: 'bleuSacre',
  summary: 'BLEU (Papineni et al. 2002; Post 2018) as sacrebleu computes it',
  cost: 'fast',
  outputs: ['bleuSacre'],
  options: OPTIONS,
  create(options) {
    const { tokenize, lowercase, smooth, effectiveOrder } = options;
    const smoothValue = smooth in SMOOTH_VALUES ? (options.smoothValue ?? SMOOTH_VALUES[smooth] ?? 0) : 0;
    const smoothName = smooth in SMOOTH_VALUES ? `${smooth}[${smoothValue.toFixed(2)}]` : smooth;
    const gramsOf = (text: string) => countGrams(bleuTokens(trimRight(lowercase ? text.toLowerCase() : text), tokenize));
    const printed = printOptions(OPTIONS, options);
    return {
      prepare: async (inputs) => ({ references: referenceCount(inputs) }),
      // The fields of sacrebleu's own signature, and who computed it.
      signature: ({ references }: { references: string }) =>
        `bleuSacre|nrefs:${references.includes('-') ? 'var' : references}|${printed.lowercase}|${printed.effectiveOrder}|${printed.tokenize}|smooth:${smoothName}|as:sacrebleu-2.5.1|by:sensebench`,
      segment: ({ item, candidate }) => compare(gramsOf(candidate), item.references.map(gramsOf)),
      score: (stats) => ({ bleuSacre: stats.length === 0 ? null : bleuOf(sumOf(stats), { smooth, smoothValue, effectiveOrder }) }),
    };
  },
});

interface Grams {
  length: number;
  /** By order. */
  counts: readonly ReadonlyMap<string, number>[];
}

function countGrams(tokens: readonly string[]): Grams {
  const counts = Array.from({ length: ORDERS }, (_, shorter) => {
    const own = new Map<string, number>();
    for (let i = 0; i + shorter < tokens.length; i++) {
      const gram = tokens.slice(i, i + shorter + 1).join(' ');
      own.set(gram, (own.get(gram) ?? 0) + 1);
    }
    return own;
  });
  return { length: tokens.length, counts };
}

function compare(candidate: Grams, references: readonly Grams[]): BleuSacreStats {
  const correct = candidate.counts.map((own, order) => {
    let common = 0;
    for (const [gram, count] of own) {
      const most = references.reduce((high, { counts }) => Math.max(high, counts[order].get(gram) ?? 0), 0);
      common += Math.min(count, most);
    }
    return common;
  });
  return {
    length: candidate.length,
    referenceLength: closest(
      candidate.length,
      references.map(({ length }) => length),
    ),
    correct,
    total: correct.map((_, order) => Math.max(0, candidate.length - order)),
  };
}

function closest(length: number, references: readonly number[]): number {
  return references.reduce((best, own) => {
    const nearer = Math.abs(own - length) - Math.abs(best - length);
    return nearer < 0 || (nearer === 0 && own < best) ? own : best;
  });
}

function sumOf(stats: readonly BleuSacreStats[]): BleuSacreStats {
  const sum = { length: 0, referenceLength: 0, correct: new Array<number>(ORDERS).fill(0), total: new Array<number>(ORDERS).fill(0) };
  for (const { length, referenceLength, correct, total } of stats) {
    sum.length += length;
    sum.referenceLength += referenceLength;
    for (let n = 0; n < ORDERS; n++) {
      sum.correct[n] += correct[n];
      sum.total[n] += total[n];
    }
  }
  return sum;
}

function bleuOf(
  { length, referenceLength, correct, total }: BleuSacreStats,
  { smooth, smoothValue, effectiveOrder }: { smooth: BleuSacreSmoothing; smoothValue: number; effectiveOrder: boolean },
): number {
  if (correct.every((count) => count === 0)) return 0;
  let orders = ORDERS;
  let halved = 1;
  const precisions = new Array<number>(ORDERS).fill(0);
  for (let n = 0; n < ORDERS; n++) {
    const added = smooth === 'add-k' && n > 0 ? smoothValue : 0;
    const [own, all] = [correct[n] + added, total[n] + added];
    if (all === 0) break;
    if (effectiveOrder) orders = n + 1;
    if (own > 0) precisions[n] = own / all;
    else if (smooth === 'exp') {
      halved *= 2;
      precisions[n] = 1 / (halved * all);
    } else if (smooth === 'floor') precisions[n] = smoothValue / all;
  }
  const used = precisions.slice(0, orders);
  if (used.some((precision) => precision === 0)) return 0;
  const penalty = length < referenceLength ? Math.exp(1 - referenceLength / length) : 1;
  return penalty * Math.exp(used.reduce((sum, precision) => sum + Math.log(precision), 0) / orders);
}
