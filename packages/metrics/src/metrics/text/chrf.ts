/** chrF (Popović 2015) and chrF++ (Popović 2017): F over character n-grams, and word n-grams too, as sacrebleu's CHRF computes them. */
import { defineMetric, type OptionTable, printOptions } from '../../core/index.ts';
import { splitBlanks } from './python-blanks.ts';
import { referenceCount } from './reference-count.ts';

const OPTIONS = {
  characterOrder: { kind: 'number', default: 6, least: 1, whole: true, summary: 'longest character n-grams', prints: { key: 'nc' } },
  wordOrder: {
    kind: 'number',
    default: 2,
    least: 0,
    whole: true,
    summary: 'longest word n-grams of chrF++ (chrF has none)',
    prints: false,
  },
  beta: { kind: 'number', default: 2, least: 0, summary: 'how many times more recall counts than precision', prints: { key: 'beta' } },
  lowercase: { kind: 'flag', summary: 'compare in lower case', prints: { key: 'case', yes: 'lc', no: 'mixed' } },
  whitespace: { kind: 'flag', summary: 'spaces are characters too', prints: { key: 'space' } },
} as const satisfies OptionTable;

/** N-grams of the candidate, of the reference, and of both, for one order. */
type OrderCounts = readonly [candidate: number, reference: number, common: number];

/** By order: characters first, then words. The two may come from different references. */
interface ChrfStats {
  chrf: readonly OrderCounts[];
  chrfPlusPlus: readonly OrderCounts[];
}

type GramCounts = ReadonlyMap<string, number>;

/** `string.punctuation` of Python. */
const PUNCTUATION = new Set('!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~');

export const chrf = defineMetric({
  name: 'chrf',
  summary: 'chrF and chrF++: character n-grams, and words too (Popović 2015, 2017), as sacrebleu computes them',
  cost: 'fast',
  outputs: ['chrf', 'chrfPlusPlus'],
  options: OPTIONS,
  create(options) {
    const { characterOrder, wordOrder, beta, lowercase, whitespace } = options;
    const printed = printOptions(OPTIONS, options);
    const gramsOf = (text: string) => {
      const line = lowercase ? text.toLowerCase() : text;
      const words = splitBlanks(line);
      // By code points, as in Python: an emoji is one character.
      const characters = Array.from(whitespace ? line : words.join(''));
      return [...countGrams(characters, characterOrder, ''), ...countGrams(words.flatMap(cutPunctuation), wordOrder, ' ')];
    };
    return {
      prepare: async (inputs) => ({ references: referenceCount(inputs) }),
      signature: ({ references }: { references: string }) =>
        `chrf|refs:${references},best|${printed.lowercase}|eff:yes|${printed.characterOrder}|nw:0,${wordOrder}|${printed.beta}|${printed.whitespace}`,
      segment({ item, candidate }): ChrfStats {
        const own = gramsOf(candidate);
        const compared = item.references.map((reference) => compare(own, gramsOf(reference)));
        return {
          chrf: bestOf(
            compared.map((orders) => orders.slice(0, characterOrder)),
            beta,
          ),
          chrfPlusPlus: bestOf(compared, beta),
        };
      },
      score(stats) {
        if (stats.length === 0) return { chrf: null, chrfPlusPlus: null };
        return {
          chrf: fScore(sumOf(stats.map(({ chrf }) => chrf)), beta),
          chrfPlusPlus: fScore(sumOf(stats.map((own) => own.chrfPlusPlus)), beta),
        };
      },
    };
  },
});

/** Cuts one mark off a word: the last character or else the first. "(hi)" becomes "(hi" and ")", as in the original. */
function cutPunctuation(word: string): string[] {
  const characters = Array.from(word);
  if (characters.length === 1) return [word];
  if (PUNCTUATION.has(characters[characters.length - 1])) return [word.slice(0, -1), word.slice(-1)];
  if (PUNCTUATION.has(characters[0])) return [word.slice(0, 1), word.slice(1)];
  return [word];
}

/** For each order from 1 on, its n-grams with their counts. */
function countGrams(parts: readonly string[], order: number, between: string): GramCounts[] {
  return Array.from({ length: order }, (_, shorter) => {
    const counts = new Map<string, number>();
    for (let i = 0; i + shorter < parts.length; i++) {
      const gram = parts.slice(i, i + shorter + 1).join(between);
      counts.set(gram, (counts.get(gram) ?? 0) + 1);
    }
    return counts;
  });
}

function compare(candidate: readonly GramCounts[], reference: readonly GramCounts[]): OrderCounts[] {
  return candidate.map((own, order) => {
    const other = reference[order];
    let common = 0;
    for (const [gram, count] of own) common += Math.min(count, other.get(gram) ?? 0);
    // The original does not count n-grams of an order that the reference is too short for.
    return [other.size > 0 ? total(own) : 0, total(other), common];
  });
}

function total(counts: GramCounts): number {
  let sum = 0;
  for (const count of counts.values()) sum += count;
  return sum;
}

/** The reference with the highest F; the first of equal ones. */
function bestOf(references: readonly (readonly OrderCounts[])[], beta: number): readonly OrderCounts[] {
  let best: readonly OrderCounts[] = [];
  let bestScore = -1;
  for (const orders of references) {
    const score = fScore(orders, beta);
    if (score > bestScore) {
      best = orders;
      bestScore = score;
    }
  }
  return best;
}

/** F of the mean precision and the mean recall, over the orders that both sides have: the effective order of sacrebleu. */
function fScore(orders: readonly OrderCounts[], beta: number): number {
  let precision = 0;
  let recall = 0;
  let effective = 0;
  for (const [candidate, reference, common] of orders) {
    if (candidate === 0 || reference === 0) continue;
    precision += common / candidate;
    recall += common / reference;
    effective++;
  }
  if (precision + recall === 0) return 0;
  precision /= effective;
  recall /= effective;
  const factor = beta ** 2;
  return ((1 + factor) * precision * recall) / (factor * precision + recall);
}

function sumOf(items: readonly (readonly OrderCounts[])[]): OrderCounts[] {
  return items[0].map((_, order) => {
    const sum: [number, number, number] = [0, 0, 0];
    for (const orders of items) for (let i = 0; i < sum.length; i++) sum[i] += orders[order][i];
    return sum;
  });
}
