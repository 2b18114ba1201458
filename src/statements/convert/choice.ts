/** The candidate statements of a question with its right choice: each rule that fits gives one or more, the ranker chooses. */
import type { AnswerPhrase } from './answer-phrase.ts';
import { choiceInside, listedChoices } from './choice-inside.ts';
import { clauseCandidates } from './clause-candidates.ts';
import { copulaCandidates, describedCandidates } from './copula-candidates.ts';
import { embeddedCandidates } from './embedded-question.ts';
import { exceptCandidates } from './except.ts';
import { endCandidates, fillBlank, fillInPlace } from './fill-blank.ts';
import { asksForSubject, framesOf } from './frame.ts';
import { joint } from './lead-joint.ts';
import { locateWh } from './locate-wh.ts';
import { withoutChoices } from './of-these.ts';
import type { WordSenses } from './score-predicate.ts';
import { trimmed } from './stem.ts';
import { subjectCandidates } from './subject-candidates.ts';
import { invertedCandidates } from './wh-question.ts';
import { made, uncapitalised, type Word } from './words.ts';
import type { Converted } from './yes-no.ts';

/** The sentence that asks, as read. */
export function choiceCandidates(asking: readonly Word[], answer: AnswerPhrase, senses: WordSenses): Converted[] {
  const isQuestion = asking.some((word) => word.text.startsWith('?'));
  const words = withoutChoices(trimmed(asking)).words;
  const blank = fillBlank(words, answer);
  if (blank) return [blank];
  const named = nameImperative(words, answer);
  if (named) return [named];
  const listed = listedChoices(words);
  if (listed) {
    const lead = [...made('of', 'IN'), ...listed.listed, ...made(',', ',')];
    return wherever(listed.words, answer, senses).map((one) => ({
      ...one,
      words: [...lead, ...uncapitalised(one.words)],
      rule: `${one.rule}/listed`,
    }));
  }
  const place = locateWh(words);
  const pointer = words[words.length - 1];
  if ((!place || place.score <= 1) && pointer?.lower === 'this')
    return [fillInPlace([...words.slice(0, -1), { ...pointer, lower: 'what' }], words.length - 1, answer)];
  const embedded = embeddedCandidates(words, answer);
  if (embedded.length > 0) return embedded;
  const except = exceptCandidates(words, answer);
  const inside = choiceInside(words, answer, senses);
  if (except.length + inside.length > 0) return [...except, ...inside];
  const fronted = place?.kind === 'fronted' && place.at <= 2;
  const ends = !isQuestion && !fronted;
  const found = ends ? endCandidates(words, answer) : wherever(words, answer, senses);
  return found.length > 0 ? found : endCandidates(words, answer);
}

/** By the place of the wh-word: in front of its clause, or where the answer goes. */
function wherever(words: readonly Word[], answer: AnswerPhrase, senses: WordSenses): Converted[] {
  const place = locateWh(words);
  if (!place || (place.score <= 1 && place.at === 0 && /^(when|where|how)$/.test(words[0].lower))) return endCandidates(words, answer);
  if (place.kind === 'in place') return [fillInPlace(words, place.at, answer)];
  const previous = words[place.at - 1];
  const hedge =
    previous && /^(about|approximately|roughly|around|exactly|nearly)$/.test(previous.lower) && words[place.at].lower === 'how'
      ? previous
      : undefined;
  const preposition =
    previous &&
    !hedge &&
    /^(IN|TO)$/.test(previous.tag) &&
    !/^(so|then)$/.test(previous.lower) &&
    (place.at === 1 || /^[,;:]$/.test(words[place.at - 2].text) || words[place.at].lower === 'which')
      ? previous
      : undefined;
  const start = place.at - (preposition || hedge ? 1 : 0);
  const said = hedge ? hedged(answer, hedge) : answer;
  const found = fronted(words.slice(place.at), said, senses, preposition);
  const lead = words.slice(0, start);
  if (found.length === 0) return [fillInPlace(words, place.at, answer)];
  if (lead.length === 0) return found;
  return found.map((one) => ({ ...one, words: [...lead, ...joint(lead), ...uncapitalised(one.words)], rule: `${one.rule}/context` }));
}

function fronted(words: readonly Word[], answer: AnswerPhrase, senses: WordSenses, preposition: Word | undefined): Converted[] {
  const frames = framesOf(words, senses);
  return [
    ...(preposition ? [] : clauseCandidates(words, answer)),
    ...frames.flatMap((frame, i) => {
      const copulas = preposition ? [] : copulaCandidates(frame, answer);
      const subjects = preposition ? [] : subjectCandidates(frame, answer, senses);
      const isCopula = copulas.some(({ rule }) => rule.startsWith('copula/of'));
      const made = [
        // "What is the best reason is that …": the copula says it better.
        ...subjects.filter(({ rule }) => !(isCopula && /^(clause|subject)\/what/.test(rule))),
        ...copulas,
        ...(preposition ? [] : describedCandidates(frame, answer)),
        ...(!preposition && asksForSubject(frame, senses) === 'subject'
          ? []
          : invertedCandidates(frame, { answer, senses, ...(preposition ? { preposition } : {}) })),
      ];
      return i === 0 ? made : made.map((one) => ({ ...one, rule: `${one.rule}/later verb`, confidence: one.confidence * 0.8 }));
    }),
  ];
}

/** "About how long …": the hedge belongs to the answer. */
function hedged(answer: AnswerPhrase, hedge: Word): AnswerPhrase {
  const word = { ...made(hedge.lower, 'RB')[0] };
  const first = answer.bare[0]?.lower ?? '';
  if (first === hedge.lower) return answer;
  return { ...answer, bare: [word, ...answer.bare], withArticle: [word, ...answer.withArticle] };
}

/** "Name a place where …" → "A place where … is an attic." */
function nameImperative(words: readonly Word[], answer: AnswerPhrase): Converted | null {
  const [first, second] = words;
  if (!first || !second || !/^(name|identify)$/.test(first.lower) || !/^(DT|CD)$/.test(second.tag)) return null;
  return { words: [...words.slice(1), ...made('is', 'VBZ'), ...answer.withArticle], rule: 'fill/name', confidence: 0.85 };
}
