/** A question as a list of words that rules can cut, move and replace, and its conversion back to a sentence with the original spacing. */
import type { Analysis } from '@sensebench/metrics/internal/core';

export interface Word {
  text: string;
  lower: string;
  tag: string;
  lemma: string;
  /** Whether there is a space before it. */
  space: boolean;
  /** Zero-based position of the governor in the whole question, -1 for the root; absent without a parse. */
  head?: number;
  relation?: string;
  /** Position in the whole question; -1 for words inserted by a rule. */
  at: number;
  /** The number of the entity that it is part of. */
  entity?: number;
}

export function wordsOf(analysis: Analysis): Word[] {
  const { tokens, entities } = analysis;
  return tokens.map((token, at) => {
    const entity = entities.findIndex(({ start, end }) => token.start >= start && token.end <= end);
    return {
      text: token.text,
      lower: token.text.toLowerCase(),
      tag: tagOf(token, at, tokens[at - 1]?.text),
      lemma: token.lemma,
      space: at > 0 && token.start > tokens[at - 1].end,
      at,
      ...(token.head === undefined ? {} : { head: token.head - 1 }),
      ...(token.relation === undefined ? {} : { relation: token.relation }),
      ...(entity < 0 ? {} : { entity }),
    };
  });
}

const FUNCTION_WORD =
  /^(a|an|the|in|on|at|of|for|from|to|with|by|and|or|but|if|when|while|it|he|she|they|we|you|this|that|these|those|his|her|its|their|my|your|our|what|which|who|where|why|how|is|are|was|were|do|does|did|can|could|will|would|should|may|might|must|has|have|had|not|no|any|some|all|both|every|each|there|as|than|after|before|during)$/;

/** Within a question, a capital letter marks a name, so that the word is not a verb, adverb or function word. */
function tagOf({ text, tag }: { text: string; tag: string }, at: number, before = ''): string {
  if (/^there$/i.test(text) && /^(is|are|was|were|will|would|could|can|might|may|should|must|has|have|had|did|does|do)$/i.test(before))
    return 'EX';
  if (at === 0 || !/^\p{Lu}/u.test(text) || FUNCTION_WORD.test(text.toLowerCase())) return tag;
  // "Mark Cuban": an adjective inside a name.
  if (tag === 'JJ' && at > 1 && /^\p{Lu}/u.test(before) && !FUNCTION_WORD.test(before.toLowerCase())) return 'NNP';
  return /^(NN.*|JJ.?|CD|POS|FW|[^A-Z].*)$/.test(tag) ? tag : 'NNP';
}

/** Words inserted by a rule. */
export function made(text: string, tag = 'X'): Word[] {
  return text
    .split(' ')
    .filter((part) => part !== '')
    .map((part) => {
      const lower = part.toLowerCase();
      return { text: part, lower, tag, lemma: lower, space: !/^[,.;:!?]$/.test(part), at: -1 };
    });
}

export const replaced = (word: Word, text: string): Word => ({ ...word, text, lower: text.toLowerCase() });

/** The first word of a question loses its capital when it moves, unless it is a name, "I" or an abbreviation. */
export function uncapitalised(words: readonly Word[]): Word[] {
  const [first, ...rest] = words;
  if (first === undefined || first.at !== 0 || first.lower === 'i' || first.tag.startsWith('NNP') || first.entity !== undefined)
    return [...words];
  if (/[A-Z].*[A-Z]|[A-Z]\./.test(first.text) && first.text.length > 1) return [...words];
  return [replaced(first, first.text.charAt(0).toLowerCase() + first.text.slice(1)), ...rest];
}

function render(words: readonly Word[]): string {
  let text = '';
  for (const [i, word] of words.entries())
    text += (i > 0 && needsSpace(words[i - 1], word) ? ' ' : '') + (word.text === 'i' ? 'I' : word.text);
  return text;
}

/** Words that were adjacent keep their spacing; others are separated by a space. */
function needsSpace(before: Word, word: Word): boolean {
  if (word.at >= 0 && before.at >= 0 && word.at === before.at + 1) return word.space;
  if (/^([,.;:!?)\]”’]|'s|'|''|n't|'re|'ve|'ll|'d|'m)$/.test(word.text) && word.tag !== '``') return false;
  return !/^[([“‘]$/.test(before.text) || before.tag === "''";
}

const CLOSING = /[.!?]$/;

/** A sentence: capitalized, with one full stop, and without doubled spaces or commas. */
export function sentence(words: readonly Word[]): string {
  const text = render(words)
    .replace(/\s+/g, ' ')
    .replace(/ ,/g, ',')
    .replace(/\.( \.)+(?= |$)/g, '.')
    .replace(/,(\s*,)+/g, ',')
    .replace(/(?<![\s,;:])[\s,;:]+$/, '')
    .trim();
  if (text === '') return '';
  const closed = CLOSING.test(text) || /[.!?]["”']$/.test(text) ? text.replace(/\?$/, '.') : `${text}.`;
  return capitalised(closed);
}

function capitalised(text: string): string {
  const at = text.search(/[\p{L}\p{N}]/u);
  // iPhone and eBay keep their shape.
  if (at < 0 || /^\p{Ll}\p{Lu}/u.test(text.slice(at))) return text;
  return text.slice(0, at) + text.charAt(at).toUpperCase() + text.slice(at + 1);
}

const FINITE = new Set(['VBZ', 'VBD', 'VBP', 'MD']);
export const isFiniteVerb = (word: Word) => FINITE.has(word.tag);
export const isNoun = (word: Word) => word.tag.startsWith('NN') || word.tag === 'PRP' || word.tag === 'CD' || word.tag === 'EX';
export const isVerb = (word: Word) => word.tag.startsWith('VB') || word.tag === 'MD';

const FUNCTION_WORDS = new Set(
  (
    'a an the of in on at to for from by with and or but if when while is are was were be been being am do does did done doing has have had having can could will would shall ' +
    'should may might must not no nor i you he she it we they me him her us them my your his its our their this that these those there what which who whom whose where why how ' +
    'any some ever never as than then so too very just s t n nt ll re ve d m many much cannot yes anyone anybody anything someone somebody something nobody nothing none one'
  ).split(' '),
);

/** The content words of a sentence: everything but function words and question words. */
export function contentWords(text: string): string[] {
  const words =
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !FUNCTION_WORDS.has(word));
}

export const isFunctionWord = (word: string) => FUNCTION_WORDS.has(word.toLowerCase());
