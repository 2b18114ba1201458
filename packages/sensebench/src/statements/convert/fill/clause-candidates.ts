/** Statements for an answer that is an independent clause: "X because …", "When X, …", or the clause itself with its pronoun replaced. */

import { isWh } from '../parse/locate-wh.ts';
import { auxiliaryKind } from '../parse/verb-groups.ts';
import { isFiniteVerb, made, type Word } from '../parse/words.ts';
import type { AnswerPhrase } from './answer-phrase.ts';
import { type Converted, isPlural } from './yes-no.ts';

const TRUE = /^(true|correct|accurate|valid|supported)$/;
/** Nouns that a clause can define: "the difference … is that …". */
const ABSTRACT =
  /^(difference|similarity|relationship|role|function|purpose|reason|cause|effect|result|advantage|disadvantage|benefit|importance|impact|conclusion|evidence|problem|property|characteristic|outcome|consequence)$/;
const DESCRIBES = /^(describes?|characterizes?|applies|apply)$/;

export function clauseCandidates(words: readonly Word[], answer: AnswerPhrase): Converted[] {
  return [...reasons(words, answer), ...happenings(words, answer), ...statements(words, answer)];
}

/** "Which statement best explains why X?" → "X because …". */
function reasons(words: readonly Word[], answer: AnswerPhrase): Converted[] {
  const why = words.findIndex((word, i) => i > 0 && word.lower === 'why');
  if (why < 0 || !isWh(words[0]) || words.slice(0, why).some((word) => /^(not|n't|reason)$/.test(word.lower))) return [];
  const fact = words.slice(why + 1);
  if (fact.length < 2 || /^(is|are|does|do|did|was|were)$/.test(fact[0].lower)) return [];
  const first = answer.bare[0]?.lower ?? '';
  if (/^(because|to|so|for|due|since)$/.test(first))
    return [{ words: [...fact, ...answer.bare], rule: 'clause/because', confidence: 0.85 }];
  // "The water evaporated during the day.": written as a sentence, so its participle is the verb.
  const told =
    answer.kind === 'noun' &&
    answer.isSentence &&
    answer.bare.some((word, i) => i > 0 && word.tag === 'VBN' && /^NN/.test(answer.bare[i - 1].tag));
  if (answer.kind === 'clause' || told)
    return [{ words: [...fact, ...made('because', 'IN'), ...answer.bare], rule: 'clause/because', confidence: 0.88 }];
  if (answer.kind === 'noun' || answer.kind === 'ing')
    return [{ words: [...fact, ...made('because of', 'IN'), ...answer.withArticle], rule: 'clause/because of', confidence: 0.7 }];
  return [];
}

const HAPPEN = /^(happens?|happened|occurs?|occurred|result|results)$/;
const CONDITION = /^(when|as|if|during|after|before|while|once|because|whenever|since|until|in|on|at|for|over|throughout)$/;

/** "What happens to X when Y?" → "X … when Y", with the pronoun of the answer replaced by X. */
function happenings(words: readonly Word[], answer: AnswerPhrase): Converted[] {
  const at = words.findIndex((word) => HAPPEN.test(word.lower));
  if (at < 0 || at > 7 || !isWh(words[0]) || (/^result/.test(words[at].lower) && /^(in|from)$/.test(words[at + 1]?.lower ?? ''))) return [];
  const between = words.slice(1, at);
  if (between.some((word) => /^(DT|NNS|PRP|IN)$/.test(word.tag))) return [];
  let rest = words.slice(at + 1);
  let whom: Word[] = [];
  if (rest[0]?.lower === 'to') {
    const cut = rest.findIndex(
      (word, i) =>
        i > 1 &&
        !(word.lower === 'as' && !rest.slice(i + 1).some(isFiniteVerb)) &&
        (/^(when|as|if|during|after|before|while|once|because|since|until)$/.test(word.lower) || word.text === ','),
    );
    whom = rest.slice(1, cut < 0 ? rest.length : cut);
    rest = cut < 0 ? [] : rest.slice(cut);
    if (rest[0]?.text === ',') rest = rest.slice(1);
  }
  if (rest.length > 0 && !CONDITION.test(rest[0].lower)) return [];
  if (rest.length === 0 && whom.length === 0) return [];
  if (answer.kind === 'verb' && whom.length > 0) {
    const modal = between.find((word) => word.tag === 'MD');
    const adverbs = between.filter((word) => /^(most|likely|probably)$/.test(word.lower));
    const plural = isPlural(whom);
    const tensed = words[at].lower.endsWith('ed') ? answer.inForm('VBD', { plural }) : answer.inForm(plural ? 'VBP' : 'VBZ');
    const verb = modal ? [modal, ...adverbs, ...answer.inForm('VB')] : [...adverbs, ...tensed];
    return [{ words: [...whom, ...verb, ...rest], rule: 'happen/verb', confidence: 0.8 }];
  }
  if (answer.kind !== 'clause') return [];
  const pronoun = /^(it|they|its|their)$/.test(answer.bare[0]?.lower ?? '');
  // Without its pronoun the clause would lose what the question asks about.
  const named = answer.bare.some((word) => /^NN/.test(word.tag) && whom.some(({ lower }) => lower === word.lower));
  if (!pronoun && !named && whom.length > 3 && rest.length === 0) return [];
  const said = hedged(withSubject(answer.bare, whom), between);
  const found: Converted[] = [{ words: [...said, ...rest], rule: 'happen/after', confidence: 0.8 }];
  if (rest.length > 0) found.push({ words: [...rest, ...made(',', ','), ...said], rule: 'happen/before', confidence: 0.82 });
  return found;
}

/** "What most likely happens …" → the clause keeps its "most likely". */
function hedged(clause: readonly Word[], between: readonly Word[]): Word[] {
  const hedge = between.filter((word) => /^(most|likely|probably)$/.test(word.lower));
  if (!hedge.some((word) => /^(likely|probably)$/.test(word.lower)) || clause.some((word) => word.lower === 'likely')) return [...clause];
  const verb = clause.findIndex((word, i) => i > 0 && (isFiniteVerb(word) || auxiliaryKind(word) !== undefined));
  if (verb < 0) return [...clause];
  const at = auxiliaryKind(clause[verb]) === undefined || /^(has|have|had)$/.test(clause[verb].lower) ? verb : verb + 1;
  return [...clause.slice(0, at), ...hedge.map((word) => ({ ...word, at: -1, space: true })), ...clause.slice(at)];
}

/** "Which statement about X is true?", "… best describes X?": the clause is the statement. */
function statements(words: readonly Word[], answer: AnswerPhrase): Converted[] {
  if (answer.kind !== 'clause' || !/^(which|what)$/.test(words[0]?.lower ?? '') || words[1]?.lower === 'example') return [];
  const last = words[words.length - 1];
  const pronoun = /^(it|they|its|their|he|she|this|these)$/.test(answer.bare[0]?.lower ?? '');
  const at = words.findIndex((word) => DESCRIBES.test(word.lower));
  const about = words.findIndex((word) => /^(about|concerning|regarding|for|of)$/.test(word.lower));
  const verb = words.findIndex((word, i) => i > 0 && /^(is|are|was|were)$/.test(word.lower));
  let topic: Word[] = [];
  const truth = words.findIndex((word, i) => verb > 0 && i > verb && TRUE.test(word.lower));
  if (truth > 0) {
    if (about > truth) topic = words.slice(about + 1);
    else if (about > 0 && about < verb) topic = words.slice(about + 1, verb);
    if (truth !== words.length - 1 && about < truth) return [];
  } else if (at > 0 && at < 6) {
    topic = words.slice(at + 1);
    if (topic[0]?.lower === 'to') topic = topic.slice(1);
    if (topic.length === 0 || isWh(topic[0]) || topic.some((word) => /^(VBZ|VBP|VBD|MD)$/.test(word.tag))) return [];
  } else return [];
  // "… of a liquid compared to a gas": the clause alone would lose the comparison.
  if (!pronoun && topic.some((word) => /^(compared|than|between)$/.test(word.lower))) return [];
  const abstract = topic.findIndex((word) => /^NN/.test(word.tag));
  if (truth < 0 && abstract >= 0 && topic[abstract].tag === 'NN' && ABSTRACT.test(topic[abstract].lemma))
    return [
      {
        words: [...topic, ...made('is', 'VBZ'), ...made('that', 'IN'), ...answer.bare],
        rule: 'clause/abstract',
        confidence: 0.8,
      },
    ];
  if (truth > 0 && words.slice(0, truth).some((word) => word.lower === 'likely') && topic.length <= 7)
    return [
      {
        words: [
          ...made('it is most likely', 'VBZ'),
          words[truth],
          ...made('that', 'IN'),
          ...(pronoun ? withSubject(answer.bare, topic) : answer.bare),
        ],
        rule: 'clause/likely',
        confidence: 0.75,
      },
    ];
  if (pronoun && topic.length > 7 && truth > 0 && about > truth)
    return [
      {
        words: [...made('it is', 'VBZ'), ...words.slice(truth, about + 1), ...topic, ...made('that', 'IN'), ...answer.bare],
        rule: 'clause/true of',
        confidence: 0.75,
      },
    ];
  if (pronoun && (topic.length === 0 || topic.length > 7)) return [];
  return [
    {
      words: pronoun ? withSubject(answer.bare, topic) : [...answer.bare],
      rule: pronoun ? 'clause/topic' : 'clause/itself',
      confidence: last ? 0.75 : 0.5,
    },
  ];
}

/** Replaces the pronoun at the beginning of a clause. */
function withSubject(clause: readonly Word[], subject: readonly Word[]): Word[] {
  const [first, ...rest] = clause;
  if (!first || subject.length === 0) return [...clause];
  const named = subject.map((word) => ({ ...word }));
  if (/^(it|they|this|he|she)$/.test(first.lower) && rest[0]?.lower !== 'is that') return [...named, ...rest];
  if (/^(its|their|his|her)$/.test(first.lower)) {
    const last = named[named.length - 1];
    return [...named.slice(0, -1), { ...last, text: `${last.text}${/s$/.test(last.text) ? "'" : "'s"}` }, ...rest];
  }
  return [...clause];
}
