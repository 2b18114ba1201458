/** Words as TER compares them: the Tercom normalizer of sacrebleu 2.5.1, with its four options. */
import { cutWestern } from './bleu-tokenizers.ts';
import { splitBlanks } from './python-blanks.ts';

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
