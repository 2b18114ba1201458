/** Places the answer of a fronted question: after its verb, after a stranded preposition, or after the main clause. */

import { adverbialEnd, lastVerb, strandedPreposition } from '../parse/gap-place.ts';
import { predicateHead } from '../parse/score-predicate.ts';
import type { VerbTag } from '../parse/verb-groups.ts';
import { made, type Word } from '../parse/words.ts';
import type { AnswerPhrase } from './answer-phrase.ts';
import { nominal, partOf } from './nominal.ts';
import { placePhrase, timePhrase } from './place-and-time.ts';
import { adverbial, isPlace, isTime, nounPhrase, type WhPhrase } from './wh-phrase.ts';

export interface Filled {
  words: Word[];
  /** The position of the inserted answer. */
  rule: string;
  confidence: number;
}

export interface Gap {
  predicate: Word[];
  phrase: WhPhrase;
  answer: AnswerPhrase;
  /** "In which …": the preposition that was fronted with the phrase. */
  preposition?: Word;
  subjectPlural: boolean;
}

export function fillGap(gap: Gap): Filled {
  const { predicate, phrase, answer, preposition } = gap;
  const verb = predicate.length > 0 ? lastVerb(predicate, predicateHead(predicate, 0)) : -1;
  if (preposition) {
    const at = adverbialEnd(predicate, verb);
    const lower = { ...preposition, text: preposition.lower, at: -1, space: true };
    return { words: insert(predicate, at, afterPreposition(lower, phrase, answer)), rule: 'preposition', confidence: 0.9 };
  }
  if (
    /^(where|when|why)$/.test(phrase.wh) ||
    (phrase.wh === 'how' &&
      !(/^(many|much)$/.test(phrase.rest[0]?.lower ?? '') && !/^(take|last|weigh|cost|measure)$/.test(predicate[verb]?.lemma ?? '')))
  )
    return fillAdverbial(gap, verb);
  return fillObject(gap, verb);
}

/** "in the same direction" has its own preposition; "in what way … by doing X" and "… in that X". */
function afterPreposition(preposition: Word, phrase: WhPhrase, answer: AnswerPhrase): Word[] {
  if (answer.kind === 'preposition') return answer.bare;
  if (answer.kind === 'clause') return [...made('in that', 'IN'), ...answer.bare];
  if (phrase.head?.lemma === 'way' && (answer.kind === 'verb' || answer.kind === 'ing'))
    return [...made('by', 'IN'), ...answer.inForm('VBG')];
  if (answer.kind === 'verb') return [preposition, ...answer.inForm('VBG')];
  return [preposition, ...(nounPhrase(phrase, answer) ?? partOf(answer, phrase) ?? nominal(answer, phrase)?.words ?? answer.withArticle)];
}

const insert = (words: readonly Word[], at: number, added: readonly Word[]): Word[] => [
  ...words.slice(0, at),
  ...added,
  ...words.slice(at),
];

const MOTION =
  /^(go|live|move|travel|drive|look|stay|sleep|sit|stand|eat|put|keep|store|work|end|walk|run|fly|wait|park|shop|hide|place|retire|stop|lie|rest|settle)$/;

function fillAdverbial({ predicate, phrase, answer }: Gap, verb: number): Filled {
  const main = predicate[verb];
  const stranded = strandedPreposition(predicate, verb);
  // "come from … from the food": the answer has its own preposition.
  if (stranded > 0 && phrase.wh === 'where' && answer.kind === 'preposition')
    return {
      words: insert(
        predicate.filter((_, i) => i !== stranded),
        stranded,
        answer.bare,
      ),
      rule: 'where/stranded',
      confidence: 0.8,
    };
  if (phrase.wh === 'where' && stranded < 0 && main && /^(get|obtain|receive|come)$/.test(main.lemma) && answer.kind === 'noun')
    return {
      words: insert(predicate, adverbialEnd(predicate, verb), [...made('from', 'IN'), ...answer.withArticle]),
      rule: 'where/from',
      confidence: 0.8,
    };
  if (stranded > 0 && phrase.wh === 'where')
    return {
      words: insert(predicate, stranded + 1, placePhrase(answer, { preposition: false })),
      rule: `${phrase.wh}/stranded`,
      confidence: 0.85,
    };
  if (
    phrase.wh === 'how' &&
    phrase.rest.length === 0 &&
    main &&
    /^(look|feel|seem|taste|smell|sound|appear)$/.test(main.lemma) &&
    answer.kind !== 'verb'
  )
    return { words: insert(predicate, verb + 1, answer.bare), rule: 'how/state', confidence: 0.8 };
  if (
    phrase.wh === 'how' &&
    main &&
    /^(describe|define|classify|characterize)$/.test(main.lemma) &&
    answer.kind !== 'clause' &&
    answer.kind !== 'preposition'
  )
    return { words: insert(predicate, verb + 1, [...made('as', 'IN'), ...answer.withArticle]), rule: 'how/as', confidence: 0.8 };
  if (phrase.wh === 'where' && main && /^(visit|reach|enter|leave|explore|tour)$/.test(main.lemma) && clauseIsOver(predicate, verb))
    return { words: insert(predicate, verb + 1, placePhrase(answer, { preposition: false })), rule: 'where/object', confidence: 0.85 };
  if (phrase.wh === 'how' && phrase.rest.length > 0 && main && /^(take|last|weigh|cost|measure)$/.test(main.lemma))
    return { words: insert(predicate, measureAt(predicate, verb), answer.bare), rule: 'how/measure', confidence: 0.85 };
  const distance = distanceAt(predicate, phrase, main);
  if (distance >= 0)
    return { words: insert(predicate, distance, nounPhrase(phrase, answer) ?? answer.bare), rule: 'how/distance', confidence: 0.8 };
  const verbText = main?.lemma === 'be' || main === undefined ? '' : main.lemma;
  const words = adverbial(phrase, answer, { verb: goesTo(predicate, verb) ? verbText : '' });
  const clauseEnd = adverbialEnd(predicate, verb);
  const at = main && MOTION.test(main.lemma) && timeFollows(predicate, verb) ? verb + 1 : clauseEnd;
  const sure = phrase.wh === 'where' || phrase.wh === 'when' ? 0.88 : phrase.wh === 'why' ? (answer.kind === 'noun' ? 0.7 : 0.85) : 0.65;
  return { words: insert(predicate, at, words), rule: phrase.wh, confidence: sure };
}

/** "takes | a letter | about a week | to travel": after the person and before the action; "take place" is one verb. */
function measureAt(predicate: readonly Word[], verb: number): number {
  const next = predicate[verb + 1];
  if (next?.lower === 'place') return adverbialEnd(predicate, verb);
  const to = predicate.findIndex((word, i) => i > verb + 1 && word.tag === 'TO');
  return next && /^(DT|PRP|PRP\$|NN|NNS|NNP|JJ)$/.test(next.tag) && to > 0 ? to : verb + 1;
}

/** "How far is the Moon | from Earth on average": the measure comes before "from …". */
function distanceAt(predicate: readonly Word[], phrase: WhPhrase, main: Word | undefined): number {
  if (phrase.wh !== 'how' || !/^(far|long|old|tall|deep|high|wide)$/.test(phrase.rest[0]?.lower ?? '')) return -1;
  return main === undefined || /^(IN|RB)$/.test(main.tag) ? predicate.findIndex((word) => word.tag === 'IN') : -1;
}

const clauseIsOver = (predicate: readonly Word[], verb: number) =>
  predicate[verb + 1] === undefined || /^(IN|TO|,|RB|WRB)$/.test(predicate[verb + 1].tag);

/** The words after the verb say when or what for: the place goes before them. */
function timeFollows(predicate: readonly Word[], verb: number): boolean {
  const next = predicate[verb + 1];
  if (!next) return false;
  if (next.tag === 'TO')
    return predicate[verb + 2]?.tag === 'VB' && /^(go|come|travel|move|look|stay|stop|live)$/.test(predicate[verb].lemma);
  if (/^(during|after|before|when|while|if|because|until)$/.test(next.lower)) return true;
  const rest = predicate.slice(verb + 2, verb + 6).map(({ lower }) => lower);
  return (
    /^(on|in|at|for)$/.test(next.lower) &&
    rest.some((word) =>
      /^((sun|mon|tues|wednes|thurs|fri|satur)days?|weekends?|day|days|night|morning|afternoon|evening|summer|winter|spring|fall|autumn|vacation|january|february|march|april|may|june|july|august|september|october|november|december|christmas|easter|halloween|thanksgiving|holiday|holidays)$/.test(
        word,
      ),
    )
  );
}

/** "drive to X" but "drive a car in X": a direct object keeps the place still. */
function goesTo(predicate: readonly Word[], verb: number): boolean {
  const next = predicate[verb + 1];
  const main = predicate[verb];
  if (main && /^(take|bring|send|ship|get|move)$/.test(main.lemma))
    return next !== undefined && main.lemma !== 'get' && main.lemma !== 'take';
  return next === undefined || timeFollows(predicate, verb) || /^(VBG|,)$/.test(next.tag);
}

/** "What country can X be found?": the place with the preposition that the question left out. */
function placed({ predicate, phrase, answer }: Gap, verb: number): Filled {
  const at = adverbialEnd(predicate, verb);
  const noun = nounPhrase(phrase, answer);
  const simple = isTime(phrase) ? timePhrase(answer) : placePhrase(answer);
  const preposition = simple.length > answer.withArticle.length ? simple.slice(0, 1) : [];
  return {
    words: insert(predicate, at, noun ? [...(preposition.length > 0 ? preposition : made('in', 'IN')), ...noun] : simple),
    rule: 'place',
    confidence: 0.8,
  };
}

const NOUN_START = /^(DT|PDT|PRP\$|JJ|JJR|JJS|NN|NNS|NNP|NNPS|CD|VBG)$/;

function fillObject(gap: Gap, verb: number): Filled {
  const { predicate, phrase, answer, subjectPlural } = gap;
  const main = predicate[verb];
  const noun = nounPhrase(phrase, answer);
  // "What does a child do?": the answer is the verb.
  if (main && main.lemma === 'do' && phrase.rest.length === 0 && answer.canBeVerb && answer.kind !== 'adjective') {
    const form = (/^VB[A-Z]?$/.test(main.tag) ? main.tag : 'VB') as VerbTag;
    const verbPhrase = answer.inForm(form, { plural: subjectPlural });
    return {
      words: [...predicate.slice(0, verb), ...verbPhrase, ...predicate.slice(verb + 1)],
      rule: 'do',
      confidence: answer.kind === 'verb' || answer.kind === 'ing' ? 0.9 : 0.7,
    };
  }
  // "adroit at doing": a later "do" takes the verb as well.
  const inner = predicate.findIndex(
    (word, i) =>
      i > verb && /^(do|doing)$/.test(word.lower) && (predicate[i + 1] === undefined || /^(IN|TO|RB|WRB|,)$/.test(predicate[i + 1].tag)),
  );
  if (inner > 0 && phrase.rest.length === 0 && answer.canBeVerb && answer.kind !== 'adjective')
    return {
      words: [
        ...predicate.slice(0, inner),
        ...answer.inForm(predicate[inner].lower === 'doing' ? 'VBG' : 'VB'),
        ...predicate.slice(inner + 1),
      ],
      rule: 'do',
      confidence: 0.75,
    };
  const stranded = strandedPreposition(predicate, verb);
  const filler = noun ?? nominal(answer, phrase)?.words ?? answer.withArticle;
  // "What do people wear fur hats for? to keep warm": the answer has its own preposition.
  if (stranded >= 0 && answer.kind === 'preposition')
    return {
      words: insert(
        predicate.filter((_, i) => i !== stranded),
        adverbialEnd(predicate, verb) - 1,
        answer.bare,
      ),
      rule: 'stranded',
      confidence: 0.75,
    };
  if (stranded >= 0) return { words: insert(predicate, stranded + 1, filler), rule: 'stranded', confidence: 0.88 };
  const next = predicate[verb + 1];
  if (
    next &&
    /^(PRP|NN|NNS|NNP|DT|PRP\$|JJ)$/.test(next.tag) &&
    main &&
    /^(make|let|help|have|see|cause|get|want|allow)$/.test(main.lemma)
  ) {
    const inner = predicate.findIndex((word, i) => i > verb + 1 && /^(VB|VBG)$/.test(word.tag));
    if (inner > 0) {
      const filled = fillObject({ ...gap, predicate: predicate.slice(inner), subjectPlural: true }, lastVerb(predicate.slice(inner), 0));
      return { ...filled, words: [...predicate.slice(0, inner), ...filled.words], confidence: filled.confidence - 0.1 };
    }
  }
  if (
    next &&
    (NOUN_START.test(next.tag) || next.tag === 'PRP') &&
    main &&
    !/^(today|tomorrow|most|more|only|every|each|next|last)$/.test(next.lower)
  ) {
    if (isPlace(phrase) || isTime(phrase)) {
      return placed(gap, verb);
    }
    // "need to serve it": the answer is what one needs.
    const needed = predicate.findIndex(
      (word, i) => i < verb && /^(need|use|require|take)$/.test(word.lemma) && predicate[i + 1]?.tag === 'TO',
    );
    if (needed >= 0) return { words: insert(predicate, needed + 1, filler), rule: 'need', confidence: 0.8 };
    if (next.tag === 'PRP' && !NOUN_START.test(predicate[verb + 2]?.tag ?? ''))
      return { words: insert(predicate, verb + 2, filler), rule: 'second object', confidence: 0.65 };
    if (/^(call|name|consider)$/.test(main.lemma))
      return { words: insert(predicate, adverbialEnd(predicate, verb), filler), rule: 'name', confidence: 0.75 };
    return { words: insert(predicate, adverbialEnd(predicate, verb), filler), rule: 'no gap', confidence: 0.45 };
  }
  const passive = main?.tag === 'VBN' && /^(be|been|being|is|are|was|were)$/.test(predicate[verb - 1]?.lower ?? 'be');
  if (main && /^year$/.test(phrase.head?.lemma ?? '') && !/^(like|love|hate|prefer|call|choose)$/.test(main.lemma))
    return placed(gap, verb);
  if (
    main &&
    isPlace(phrase) &&
    phrase.rest.length > 0 &&
    (passive || /^(live|work|stay|reside|grow|occur|happen|be|originate|stand|take)$/.test(main.lemma)) &&
    !/^(call|name|know)$/.test(main.lemma)
  )
    return placed(gap, verb);
  if (verb < 0) return { words: filler, rule: 'copula', confidence: 0.9 };
  const particle = next?.tag === 'RP' ? 2 : 1;
  return { words: insert(predicate, verb + particle, filler), rule: 'object', confidence: 0.85 };
}
