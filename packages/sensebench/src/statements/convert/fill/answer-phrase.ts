/** The right choice as the phrase that its place in the sentence requires: with case, article, preposition or verb form. */
import type { Analysis } from '@sensebench/metrics/internal/core';
import type { NounLore } from '../parse/noun-lore.ts';
import { inVerbForm, type VerbTag } from '../parse/verb-groups.ts';
import { made, type Word } from '../parse/words.ts';
import { type AnswerKind, answerKind } from './answer-kind.ts';
import { asName, withNames, withoutListCapital } from './answer-names.ts';
import { headNoun, withArticle } from './articles.ts';

export interface AnswerPhrase {
  /** The answer as given, with names capitalized. */
  bare: Word[];
  kind: AnswerKind;
  /** With "a", "an" or "the" where needed. */
  withArticle: Word[];
  /** The same, even if it looks like a verb or an adjective. */
  asPlace: Word[];
  isName: boolean;
  /** Whether it is written as a sentence, with a capital and a full stop. */
  isSentence: boolean;
  isPlural: boolean;
  /** The uncertainty about the article of its noun, from 0 to 1. */
  articleDoubt: number;
  /** The verb phrase in another form, or as given if it has no verb. */
  inForm(tag: VerbTag, options?: { plural?: boolean }): Word[];
  /** Other words with the article that they need. */
  asNoun(words: readonly Word[]): Word[];
  /** The base form of any verb of the answer; null if the word is not a verb. */
  verbBase(word: string): string | null;
  /** Whether its first word can be a verb. */
  canBeVerb: boolean;
}

export function answerPhrase(analysis: Analysis, question: string, lore: NounLore, sort = ''): AnswerPhrase {
  const plain = analysis.text.trim().replace(/(?<=\p{Ll}{2})\.$/u, '');
  const text = listed(plain);

  const pieces = pieceTags(analysis);
  const and = text === plain ? -1 : text.split(' ').lastIndexOf('and');
  const listedTags = and < 0 ? pieces : [...pieces.slice(0, and), 'CC', ...pieces.slice(and)];
  // "glacier" ends like a comparative.
  const tags =
    /^(JJR|RBR|VB)$/.test(listedTags[0] ?? '') &&
    listedTags.length === 1 &&
    lore.isNoun(text) &&
    !lore.isAdjective(text.toLowerCase()) &&
    lore.verbShare(text.toLowerCase()) < 0.3
      ? ['NN']
      : listedTags;

  const name = lore.nameOf(text) ?? lore.nameOf(text.replace(/^(the|a|an) /i, ''));
  const cased = asName(withNames(withoutListCapital(text, question, lore), question, lore));
  const spelled = made(cased, 'NN').map((word, i) => ({ ...word, tag: tags[i] ?? 'NN' }));
  const isSentence = /^\p{Lu}\p{Ll}/u.test(cased) && /[.!]$/.test(analysis.text.trim()) && !/^NNP/.test(tags[0] ?? '');
  const bare = isSentence ? [{ ...spelled[0], text: spelled[0].lower }, ...spelled.slice(1)] : spelled;
  const lower = text.toLowerCase();
  const first = bare[0]?.lower ?? '';
  const read = answerKind({ bare, tags, lower, analysis }, lore);
  // "What is a job of white blood cells? fight disease"
  const wantsVerb =
    /\b(job|function|role|purpose|goal|task) of\b/i.test(question) &&
    bare.length > 1 &&
    lore.verbBase(first) === first &&
    !lore.isNoun(lower);
  const kind = read === 'noun' && wantsVerb && !/^(DT|JJ|CD|PRP\$|NNS)$/.test(tags[0] ?? '') ? 'verb' : read;
  const head = headNoun(bare);
  const isName =
    kind === 'noun' &&
    !lore.isIrregularPlural(lower) &&
    (name !== null ||
      /^\p{Lu}/u.test(cased.replace(/^the /i, '')) ||
      (/^\p{Lu}/u.test(bare[bare.length - 1]?.text ?? '') &&
        !bare.some((word) => /^(of|in|on|at|from|to|by|around|between)$/.test(word.lower))));
  const isPlural =
    (isName &&
      /^(mountains|islands|alps|andes|himalayas|rockies|lakes|falls|plains|romans|greeks|egyptians|americans|europeans)$/.test(
        head?.lower ?? '',
      )) ||
    (kind === 'noun' &&
      !isName &&
      !/^(a|an|each|every|one)$/.test(first) &&
      !/[^c]ics$/.test(head?.lower ?? '') &&
      (head?.tag === 'NNS' ||
        lore.isIrregularPlural(head?.lower ?? '') ||
        (/[^su]s$/.test(head?.lower ?? '') && lore.isCountable((head?.lower ?? '').slice(0, -1))) ||
        isJoined(bare) ||
        /^(people|children|men|women|police)$/.test(head?.lower ?? '')));
  const base = lore.verbBase(first) ?? (tags[0] === 'VB' ? first : null);
  const canBeVerb =
    base !== null &&
    kind !== 'preposition' &&
    kind !== 'clause' &&
    !isName &&
    !/^(the|a|an|my|your|their|his|her|its|our|some|many|more|most|all|no|good|bad)$/.test(first);
  return {
    bare,
    kind,
    isSentence: /^\p{Lu}/u.test(analysis.text) && /[.!]$/.test(analysis.text.trim()),
    isName,
    isPlural,
    articleDoubt:
      kind === 'noun' && !isName && !isPlural && !/^(a|an|the)$/.test(first) && !/^(DT|PRP\$|CD|JJR)$/.test(tags[0] ?? '')
        ? lore.doubt(head?.lower ?? '')
        : 0,
    canBeVerb,
    withArticle: kind === 'noun' ? withArticle(bare, { isName, isPlural, lore, sort }) : bare,
    asPlace:
      kind === 'preposition' || kind === 'clause'
        ? bare
        : withArticle(bare, { isName, isPlural: isPlural || /[^s]s$/.test(head?.lower ?? ''), lore, sort, isPlace: true }),
    verbBase: (word) => lore.verbBase(word),
    asNoun: (words) => withArticle(words, { isName: false, isPlural: false, lore }),
    inForm(tag, options) {
      if (!canBeVerb || base === null) return bare;
      const [word, ...rest] = bare;
      return [{ ...word, ...made(inVerbForm(base, tag, options), tag)[0] }, ...rest];
    },
  };
}

/** The tag of the first token of each piece between spaces. */
function pieceTags({ text, tokens }: Analysis): string[] {
  const tags: string[] = [];
  for (const [i, token] of tokens.entries())
    if (i === 0 || /\s/.test(text.slice(tokens[i - 1].end, token.start)))
      tags.push(/^NNPS?$/.test(token.tag) && token.text === token.text.toLowerCase() ? 'NN' : token.tag);
  return tags;
}

/** "stopwatch, calculator, meter stick" → with "and" before the last. */
function listed(text: string): string {
  const parts = text.split(', ');
  if (parts.length < 3 || / (and|or|is|are|that|which) /.test(text) || parts.some((part) => part.split(' ').length > 3)) return text;
  return `${parts.slice(0, -1).join(', ')}, and ${parts[parts.length - 1]}`;
}

/** Two things joined by "and" at the head: "salt and sand", but not "the supply of food and water". */
function isJoined(words: readonly Word[]): boolean {
  const and = words.findIndex((word) => word.lower === 'and');
  if (words.some((word, i) => i > and && and > 0 && word.tag === 'VBG')) return false;
  return (
    and > 0 &&
    !words.slice(0, and).some((word) => /^(of|in|on|at|for|with|from|to|by|that|between)$/.test(word.lower) || word.tag === 'VBG')
  );
}
