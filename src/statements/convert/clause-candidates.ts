/** Statements for an answer that is a clause of its own: "X because …", "When X, …", the clause itself, its pronoun said in full. */
import type { AnswerPhrase } from './answer-phrase.ts';
import { isWh } from './stem.ts';
import { made, type Word } from './words.ts';
import type { Converted } from './yes-no.ts';

const TRUE = /^(true|correct|accurate|valid|supported)$/;
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
  if (answer.kind === 'clause')
    return [{ words: [...fact, ...made('because', 'IN'), ...answer.bare], rule: 'clause/because', confidence: 0.88 }];
  if (answer.kind === 'noun' || answer.kind === 'ing')
    return [{ words: [...fact, ...made('because of', 'IN'), ...answer.withArticle], rule: 'clause/because of', confidence: 0.7 }];
  return [];
}

const HAPPEN = /^(happens?|happened|occurs?|occurred|result|results)$/;
const CONDITION = /^(when|as|if|during|after|before|while|once|because|whenever|since|until|in|on|at|for|over|throughout)$/;

/** "What happens to X when Y?" → "X … when Y", the answer's pronoun said as X. */
function happenings(words: readonly Word[], answer: AnswerPhrase): Converted[] {
  const at = words.findIndex((word) => HAPPEN.test(word.lower));
  if (at < 0 || at > 7 || !isWh(words[0])) return [];
  const between = words.slice(1, at);
  if (between.some((word) => /^(DT|NNS|PRP|IN)$/.test(word.tag))) return [];
  let rest = words.slice(at + 1);
  let whom: Word[] = [];
  if (rest[0]?.lower === 'to') {
    const cut = rest.findIndex(
      (word, i) => i > 1 && (/^(when|as|if|during|after|before|while|once|because|since|until)$/.test(word.lower) || word.text === ','),
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
    if (!modal) return [];
    return [{ words: [...whom, modal, ...adverbs, ...answer.inForm('VB'), ...rest], rule: 'happen/verb', confidence: 0.8 }];
  }
  if (answer.kind !== 'clause') return [];
  const pronoun = /^(it|they|its|their)$/.test(answer.bare[0]?.lower ?? '');
  // Without its pronoun the clause would lose what the question asks about.
  if (!pronoun && whom.length > 3 && rest.length === 0) return [];
  const said = withSubject(answer.bare, whom);
  const found: Converted[] = [{ words: [...said, ...rest], rule: 'happen/after', confidence: 0.8 }];
  if (rest.length > 0) found.push({ words: [...rest, ...made(',', ','), ...said], rule: 'happen/before', confidence: 0.82 });
  return found;
}

/** "Which statement about X is true?", "… best describes X?": the clause is the statement. */
function statements(words: readonly Word[], answer: AnswerPhrase): Converted[] {
  if (answer.kind !== 'clause' || !/^(which|what)$/.test(words[0]?.lower ?? '')) return [];
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
  if (pronoun && (topic.length === 0 || topic.length > 7)) return [];
  return [
    {
      words: pronoun ? withSubject(answer.bare, topic) : [...answer.bare],
      rule: pronoun ? 'clause/topic' : 'clause/itself',
      confidence: last ? 0.75 : 0.5,
    },
  ];
}

/** The pronoun that opens a clause, said in full. */
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
