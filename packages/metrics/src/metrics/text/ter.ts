/** TER (Snover et al. 2006): edits and moves per word of the references, as sacrebleu 2.5.1 computes it. Lower is better. */
import { defineMetric, type OptionTable, printOptions } from '../../core/index.ts';
import { cutWestern } from './bleu-tokenizers.ts';
import { countEdits } from './edit-rate.ts';
import { splitBlanks, trimRight } from './python-blanks.ts';
import { referenceCount } from './reference-count.ts';

interface TerStats {
  /** Fewest edits to any of the references. */
  edits: number;
  /** Mean length of the references. */
  length: number;
}

const OPTIONS = {
  normalized: { kind: 'flag', summary: 'cut punctuation off words and read escaped marks', prints: { key: 'norm' } },
  noPunct: { kind: 'flag', summary: 'leave punctuation out', prints: { key: 'punct', yes: 'no', no: 'yes' } },
  asian: {
    kind: 'flag',
    summary: 'with normalized, cut Chinese and Japanese into characters; with no-punct, leave their punctuation out too',
    prints: { key: 'asian' },
  },
  caseSensitive: { kind: 'flag', summary: 'tell upper and lower case apart', prints: { key: 'case', yes: 'mixed', no: 'lc' } },
} as const satisfies OptionTable;

export const ter = defineMetric({
  name: 'ter',
  summary: 'translation edit rate, lower is better (Snover et al. 2006), as sacrebleu computes it',
  cost: 'fast',
  outputs: ['ter'],
  printed: { ter: { share: false, lowerIsBetter: true } },
  options: OPTIONS,
  create(options) {
    const wordsOf = (text: string) => tercomWords(trimRight(text), options);
    const printed = printOptions(OPTIONS, options);
    return {
      prepare: async (inputs) => ({ references: referenceCount(inputs) }),
      signature: ({ references }: { references: string }) =>
        `ter|nrefs:${references.includes('-') ? 'var' : references}|${printed.caseSensitive}|tok:tercom|${printed.normalized}|${printed.noPunct}|${printed.asian}|as:sacrebleu-2.5.1|by:sensebench`,
      segment({ item, candidate }): TerStats {
        const words = wordsOf(candidate);
        // The original normalizes references twice: of "cat's," only the second time cuts "'s" off.
        const references = item.references.map((reference) => wordsOf(wordsOf(reference).join(' ')));
        return {
          edits: references.reduce((least, reference) => Math.min(least, countEdits(words, reference)), Number.POSITIVE_INFINITY),
          length: references.reduce((sum, { length }) => sum + length, 0) / references.length,
        };
      },
      score(stats) {
        if (stats.length === 0) return { ter: null };
        const edits = stats.reduce((sum, own) => sum + own.edits, 0);
        const length = stats.reduce((sum, own) => sum + own.length, 0);
        // Empty references: any word is one too many, as in the original.
        return { ter: length > 0 ? edits / length : edits > 0 ? 1 : 0 };
      },
    };
  },
});

interface TercomOptions {
  /** Cut punctuation off words and read escaped marks. */
  normalized: boolean;
  /** Leave punctuation out. */
  noPunct: boolean;
  /** With `normalized`, cut Chinese and Japanese into characters; with `noPunct`, leave their punctuation out too. */
  asian: boolean;
  /** Tell upper and lower case apart. */
  caseSensitive: boolean;
}

const ASIAN_PUNCTUATION = /([\u3001\u3002\u3008-\u3011\u3014-\u301f\uff61-\uff65\u30fb])/gu;
const FULL_WIDTH_PUNCTUATION = /([\uff0e\uff0c\uff1f\uff1a\uff1b\uff01\uff02\uff08\uff09])/gu;
/** Ideographs, strokes, radicals, compatibility forms; the last range ends where the original's does. */
const IDEOGRAPHS = [
  /([\u4e00-\u9fff\u3400-\u4dbf])/gu,
  /([\u31c0-\u31ef\u2e80-\u2eff])/gu,
  /([\u3300-\u33ff\uf900-\ufaff\ufe30-\ufe4f])/gu,
  /([\u3200-\u3f22])/gu,
];
/** Hiragana, Katakana and its extensions: only a line that is all of one is cut, as in the original. */
const KANA = ['\\u3040-\\u309f', '\\u30a0-\\u30ff', '\\u31f0-\\u31ff'].map(
  (range) => new RegExp(`(^|^[${range}])([${range}]+)(?=$|^[${range}])`, 'gu'),
);

/** Words as TER compares them: the Tercom normalizer of sacrebleu 2.5.1, with its four options. */
export function tercomWords(text: string, { normalized, noPunct, asian, caseSensitive }: TercomOptions): string[] {
  let line = caseSensitive ? text : text.toLowerCase();
  if (normalized) {
    line = cutWestern(` ${plainLine(line)} `, { possessives: true });
    if (asian) line = cutAsian(line);
  }
  if (noPunct) {
    line = line.replace(/[.,?:;!"()]/gu, '');
    if (asian) line = line.replace(ASIAN_PUNCTUATION, '').replace(FULL_WIDTH_PUNCTUATION, '');
  }
  return splitBlanks(line);
}

function plainLine(line: string): string {
  return line
    .replaceAll('\n-', '')
    .replaceAll('\n', ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>');
}

function cutAsian(line: string): string {
  let cut = line;
  for (const range of IDEOGRAPHS) cut = cut.replace(range, ' $1 ');
  for (const kana of KANA) cut = cut.replace(kana, '$1 $2 ');
  return cut.replace(ASIAN_PUNCTUATION, ' $1 ').replace(FULL_WIDTH_PUNCTUATION, ' $1 ');
}
