/** "All of these animals are found in Australia except …" → "… is not found in Australia". */
import { singularize } from '../../../nlp/word-forms/index.ts';
import { agreeing, auxiliaryKind, inVerbForm, negated } from '../parse/verb-groups.ts';
import { isFiniteVerb, made, replaced, type Word } from '../parse/words.ts';
import type { AnswerPhrase } from './answer-phrase.ts';
import { article } from './articles.ts';
import type { Converted } from './yes-no.ts';

const EXCEPT = /^(except|but)$/;

export function exceptCandidates(words: readonly Word[], answer: AnswerPhrase): Converted[] {
  const following = followingExcept(words, answer);
  if (following) return [following];
  const [first, of, ...rest] = words;
  let end = words.length;
  while (end > 0 && /^(except|but|for|,|which|what|one)$/.test(words[end - 1].lower)) end--;
  if (!first || !/^(all|each|every)$/.test(first.lower) || !words.slice(end).some((word) => EXCEPT.test(word.lower))) return [];
  if (of?.lower !== 'of' || rest.length < 3 || answer.kind === 'clause') return [];
  const at = words.findIndex((word, i) => i > 2 && (isFiniteVerb(word) || auxiliaryKind(word) !== undefined));
  if (at < 0 || at >= end) return [];
  const plural = answer.isPlural;
  const verb = words[at];
  const after = words.slice(at + 1, end);
  const subject = answer.kind === 'verb' ? answer.inForm('VBG') : answer.withArticle;
  const kind = auxiliaryKind(verb);
  const isHelper = kind !== undefined && kind !== 'do' && !(kind === 'have' && after[0]?.tag !== 'VBN');
  const denied = isHelper
    ? negated(agreeing([verb], { plural })[0])
    : [...made(verb.tag === 'VBD' ? 'did not' : plural ? 'do not' : 'does not', 'VBP'), replaced(verb, inVerbForm(verb.lemma, 'VB'))];
  return [{ words: [...subject, ...denied, ...singular(after, plural)], rule: 'except', confidence: 0.8 }];
}

/** "are examples of …" of one thing is "is an example of …". */
function singular(after: readonly Word[], plural: boolean): Word[] {
  const [first, ...rest] = after;
  if (plural || first?.tag !== 'NNS' || rest[0]?.lower !== 'of' || !/s$/.test(first.lower)) return [...after];
  return [...made(/^[aeiou]/.test(first.lower) ? 'an' : 'a', 'DT'), { ...replaced(first, first.lower.slice(0, -1)), tag: 'NN' }, ...rest];
}

/** "The following are inherited traits of humans except long hair" → "Long hair is not an inherited trait of humans". */
function followingExcept(words: readonly Word[], answer: AnswerPhrase): Converted | null {
  const except = words[words.length - 1];
  if (words[0]?.lower !== 'the' || words[1]?.lower !== 'following' || words[2]?.lower !== 'are' || except?.lower !== 'except') return null;
  const said = words.slice(3, -1).filter((word) => word.lower !== 'all');
  const head = said.findIndex((word) => word.tag === 'NNS');
  if (head < 0 || answer.kind === 'clause' || said.slice(0, head).some((word) => !/^(JJ|NN|VBN|VBG)$/.test(word.tag))) return null;
  const subject = answer.kind === 'verb' ? answer.inForm('VBG') : answer.withArticle;
  const one = said.map((word, i) => (i === head ? { ...replaced(word, singularize(word.lower)), tag: 'NN' } : word));
  const complement = answer.isPlural ? said : [...made(article(one[0].lower), 'DT'), ...one];
  return { words: [...subject, ...made(answer.isPlural ? 'are not' : 'is not', 'VBZ'), ...complement], rule: 'except', confidence: 0.8 };
}
