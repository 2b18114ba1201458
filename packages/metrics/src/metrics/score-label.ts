/** Names of scores for people: `rougeLStemMean` is "ROUGE-L (stemmed, mean)". JSON and flags keep the identifiers. */
import type { AnyMetric } from './registry.ts';

const LABELS: Readonly<Record<string, string>> = {
  accuracy: 'Accuracy',
  bertscoreP: 'BERTScore (precision)',
  bertscoreR: 'BERTScore (recall)',
  bertscoreF: 'BERTScore',
  bleuSacre: 'BLEU (sacreBLEU)',
  chrf: 'chrF',
  chrfPlusPlus: 'chrF++',
  cider: 'CIDEr',
  ciderD: 'CIDEr-D',
  ciderUnclipped: 'CIDEr (unclipped)',
  coverage: 'Coverage',
  distinct1: 'Distinct-1',
  distinct2: 'Distinct-2',
  f1: 'F1',
  length: 'Tokens per output',
  lengthWords: 'Words per output',
  lengthRatio: 'Length ratio',
  meteor: 'METEOR',
  precision: 'Precision',
  recall: 'Recall',
  selfBleu: 'Self-BLEU',
  softSpice: 'Soft-SPICE',
  spice: 'SPICE',
  spider: 'SPIDEr',
  ter: 'TER',
  yesShare: 'Share of yes',
};

/** What an identifier may end with, from its last part to its first. */
const VARIANTS: readonly (readonly [string, string])[] = [
  ['Unordered', 'either order'],
  ['Rescaled', 'rescaled'],
  ['Mean', 'mean over references'],
  ['Coco', 'as in COCO'],
  ['Stem', 'stemmed'],
];

/** `own` are the metrics of the benchmark, which come first. */
export function scoreLabel(output: string, own: readonly AnyMetric[] = []): string {
  const given = own.find(({ outputs }) => outputs.includes(output))?.printed?.[output]?.label;
  if (given) return given;
  const variants: string[] = [];
  let base = output;
  for (const [ending, words] of VARIANTS) {
    if (!base.endsWith(ending) || base.length === ending.length) continue;
    base = base.slice(0, -ending.length);
    variants.unshift(words);
  }
  const [, grams, side] = /^rouge(\d|Lsum|L)([PR]?)$/.exec(base) ?? [];
  if (side) variants.unshift(side === 'P' ? 'precision' : 'recall');
  const [, order] = /^bleu(\d)$/.exec(base) ?? [];
  const name = grams ? `ROUGE-${grams}` : order ? `BLEU-${order}` : (LABELS[base] ?? inWords(base));
  return variants.length === 0 ? name : join(name, variants);
}

/** A name that ends in brackets takes further words into them. */
function join(name: string, variants: readonly string[]): string {
  const more = variants.join(', ');
  return name.endsWith(')') ? `${name.slice(0, -1)}, ${more})` : `${name} (${more})`;
}

/** `yesShare` → "Yes share". */
function inWords(identifier: string): string {
  const words = identifier.replace(/([a-z\d])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}
