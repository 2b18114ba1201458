/** The tokenizers of sacrebleu 2.5.1 that need no dictionary: 13a (mteval-v13a), intl (mteval-v14), char, none. */
import { splitBlanks } from './python-blanks.ts';

export const BLEU_TOKENIZERS = ['13a', 'intl', 'char', 'none'] as const;
export type BleuTokenizer = (typeof BLEU_TOKENIZERS)[number];

export function bleuTokens(text: string, tokenizer: BleuTokenizer): string[] {
  if (tokenizer === '13a') return splitBlanks(cutWestern(` ${plainLine(text)} `));
  if (tokenizer === 'intl') return splitBlanks(cutInternational(text));
  // A blank is a character too, and lost when the characters are split again, as in the original.
  if (tokenizer === 'char') return Array.from(text).flatMap(splitBlanks);
  return splitBlanks(text);
}

/** One line, with the escaped marks of SGML as themselves. */
function plainLine(text: string): string {
  return text
    .replaceAll('<skipped>', '')
    .replaceAll('-\n', '')
    .replaceAll('\n', ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>');
}

/** Marks stand apart; a stop, a comma or a dash does not where digits are beside it. TER normalizes so too. */
export function cutWestern(line: string, { possessives = false }: { possessives?: boolean } = {}): string {
  const marked = line.replace(/([{-~[-` -&(-+:-@/])/gu, ' $1 ');
  const owned = possessives ? marked.replace(/'s /gu, " 's ").replace(/'s$/u, " 's") : marked;
  return owned
    .replace(/([^0-9])([.,])/gu, '$1 $2 ')
    .replace(/([.,])([^0-9])/gu, ' $1 $2')
    .replace(/([0-9])(-)/gu, '$1 $2 ');
}

/** Punctuation stands apart unless digits are on both sides, symbols always. */
function cutInternational(line: string): string {
  return line
    .replace(/(\P{N})(\p{P})/gu, '$1 $2 ')
    .replace(/(\p{P})(\P{N})/gu, ' $1 $2')
    .replace(/(\p{S})/gu, ' $1 ');
}
