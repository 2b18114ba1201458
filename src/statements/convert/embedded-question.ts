/** A question inside another: "Do you know what people in Spain do?" asks what people in Spain do; its clause is in order already. */
import type { AnswerPhrase } from './answer-phrase.ts';
import { verbAfter } from './locate-wh.ts';
import { fillGap } from './move-answer.ts';
import { isWh } from './stem.ts';
import { auxiliaryKind } from './verb-groups.ts';
import { whPhrase } from './wh-phrase.ts';
import { isNoun, type Word } from './words.ts';
import { type Converted, isPlural } from './yes-no.ts';

const OPENING =
  /^((do|can|could|would|will) you (know|tell me|say|explain|guess|remember|think)|(please )?tell me|i wonder|any idea|have you heard) $/;

export function embeddedCandidates(words: readonly Word[], answer: AnswerPhrase): Converted[] {
  const at = words.findIndex((word, i) => i > 0 && isWh(word));
  if (
    at < 1 ||
    !OPENING.test(
      words
        .slice(0, at)
        .map(({ lower }) => `${lower} `)
        .join(''),
    )
  )
    return [];
  const inner = words.slice(at);
  const verb = verbAfter(inner, 0);
  // The subject is between the wh-phrase and the verb.
  let start = 1;
  if (/^(what|which|how)$/.test(inner[0].lower) && inner[1] && /^(JJ|NN|NNS)$/.test(inner[1].tag) && /^(DT|PRP)/.test(inner[2]?.tag ?? ''))
    start = 2;
  if (verb <= start || !inner.slice(start, verb).some(isNoun)) return [];
  let end = verb;
  while (end > start + 1 && /^RB/.test(inner[end - 1].tag)) end--;
  const subject = inner.slice(start, end);
  const auxiliary = auxiliaryKind(inner[verb]) !== undefined && inner[verb].lemma !== 'do' ? inner.slice(end, verb + 1) : [];
  const predicate = inner.slice(auxiliary.length > 0 ? verb + 1 : end);
  const filled = fillGap({ predicate, phrase: whPhrase(inner.slice(0, start)), answer, subjectPlural: isPlural(subject) });
  return [{ words: [...subject, ...auxiliary, ...filled.words], rule: `embedded/${filled.rule}`, confidence: 0.75 }];
}
