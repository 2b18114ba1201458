/** Statements for "what is X", "which is X", "which N would be X": X and the answer in both orders, an adverb in its place. */

import { auxiliaryKind, auxiliaryText, isNot } from '../parse/verb-groups.ts';
import { isNoun, made, replaced, type Word } from '../parse/words.ts';
import type { AnswerPhrase } from './answer-phrase.ts';
import { article } from './articles.ts';
import type { Frame } from './frame.ts';
import { clauseAsGerund, clauseAsNoun, nominal } from './nominal.ts';
import { complement } from './subject-candidates.ts';
import { asksForSort, type WhPhrase } from './wh-phrase.ts';
import { type Converted, isPlural } from './yes-no.ts';

/** Nouns like "way" in "a way to do X is …", which the answer names. */
const NAMED_BY =
  /^(example|way|reason|result|advantage|disadvantage|benefit|effect|characteristic|function|purpose|cause|difference|similarity|method|part|role|step|use|problem|consequence|property|factor|feature|trait)$/;

interface Copula {
  /** "is", "would be". */
  verb: Word[];
  /** "most likely", "probably", "not". */
  adverbs: Word[];
  complement: Word[];
}

export function copulaCandidates(frame: Frame, answer: AnswerPhrase): Converted[] {
  if (!/^(what|which|who)$/.test(frame.phrase.wh)) return [];
  const parts = copulaOf(frame);
  if (!parts || parts.complement.length === 0) return [];
  const { complement: said } = parts;
  // "Which is the student most likely describing?" has lost its object: nothing is said to be something.
  const last = said[said.length - 1];
  if (last.tag === 'VBG' && /^(RB|NN|NNS|PRP)$/.test(said[said.length - 2]?.tag ?? '') && frame.kind === 'be' && said.length > 2) return [];
  const found: Converted[] = [];
  const definite = /^(DT|PRP\$|JJS|CD|NNP|NN|NNS|JJ|VBG|PDT)$/.test(said[0].tag) && !/^(most|least|likely|true)$/.test(said[0].lower);
  if (!definite) return [];
  const indefinite = /^(a|an|one)$/.test(said[0].lower) || /^(example|part|type|kind|form)s$/.test(said[0].lower);
  const noun = nominal(answer, frame.phrase);
  // "Which is a composite material?" classifies: "A composite material is a bumper" would define.
  const classifies = indefinite && noun !== null && frame.phrase.wh === 'which' && !NAMED_BY.test(said.find(isNoun)?.lemma ?? '');
  const quoted =
    frame.phrase.rest.length === 1 &&
    /^(statement|phrase|sentence|term|word|answer|choice)$/.test(frame.phrase.head?.lemma ?? '') &&
    answer.kind !== 'clause';
  if ((frame.phrase.rest.length === 0 || quoted) && !classifies) {
    const be = inNumber(parts.verb, isPlural(said) && !/^(a|an|one)$/.test(said[0].lower));
    const rule = `copula/of${indefinite ? '/indefinite' : ''}`;
    found.push({
      words: [...said, ...be, ...parts.adverbs, ...complement(answer)],
      rule,
      confidence: indefinite && frame.phrase.wh === 'what' ? 0.9 : 0.85,
    });
  }
  found.push(...sortOfThing(frame, parts, answer));
  if (noun) {
    const be = inNumber(parts.verb, noun.plural);
    const matched = matchNumber(said, noun.plural);
    found.push({
      words: [...noun.words, ...be, ...parts.adverbs, ...matched],
      rule: `copula/is${indefinite ? '/indefinite' : ''}`,
      confidence: indefinite ? 0.88 : 0.8,
    });
  }
  const acting = clauseAsNoun(answer) ?? clauseAsGerund(answer);
  const concludes = said.some((word) => /^(reason|conclusion|explanation|hypothesis|inference|prediction)$/.test(word.lemma));
  if (acting && !concludes && answer.kind === 'clause' && indefinite && frame.phrase.rest.length === 0)
    found.push({ words: [...acting, ...inNumber(parts.verb, false), ...parts.adverbs, ...said], rule: 'copula/acting', confidence: 0.85 });
  return found;
}

/** "What best describes X?" → "X is best described as A". */
export function describedCandidates({ phrase, adverbs, verb, after }: Frame, answer: AnswerPhrase): Converted[] {
  const classed =
    phrase.rest.length === 0 &&
    phrase.wh === 'which' &&
    adverbs.length === 0 &&
    /^(a|an)$/.test(after[0]?.lower ?? '') &&
    !NAMED_BY.test(after.find(isNoun)?.lemma ?? '');
  if ((phrase.head?.lemma === 'example' || classed) && SHOWS.test(verb.lemma) && /^(DT|PRP\$|NN|NNS|JJ|VBG)$/.test(after[0]?.tag ?? ''))
    return exampleOf(phrase, after, answer);
  if (verb.lemma !== 'describe' || verb.tag === 'VBN' || answer.kind === 'clause' || answer.kind === 'preposition' || after.length === 0)
    return [];
  if (!/^(DT|PRP\$|JJ|NN|NNS|NNP|CD)$/.test(after[0].tag) || after.some((word) => /^(MD)$/.test(word.tag))) return [];
  const head = phrase.head?.lemma ?? '';
  if (phrase.rest.length > 0 && !/^(term|word|phrase|statement|sentence|description|example|pair|name)$/.test(head)) return [];
  const said = answer.kind === 'verb' ? answer.inForm('VBG') : answer.withArticle;
  const how = adverbs.length > 0 ? adverbs : made('best', 'RB');
  return [
    {
      words: [...after, ...made(isPlural(after) ? 'are' : 'is', 'VBZ'), ...how, ...made('described as', 'VBN'), ...said],
      rule: 'described',
      confidence: 0.8,
    },
  ];
}

/** "What type of galaxy is the Milky Way? spiral" → "The Milky Way is a spiral galaxy": what is known already comes first. */
function sortOfThing({ phrase, kind }: Frame, { verb, adverbs, complement: thing }: Copula, answer: AnswerPhrase): Converted[] {
  const known =
    /^(the|this|that|these|those|its|his|her|their)$/.test(thing[0].lower) ||
    /^(NNP|PRP|NNS|NN)$/.test(thing[0].tag) ||
    /^(a|an)$/.test(thing[0].lower);
  if (
    kind !== 'be' ||
    !known ||
    !(asksForSort(phrase) || /^(type|kind|class|category)$/.test(phrase.head?.lemma ?? '')) ||
    answer.kind === 'clause' ||
    thing.some((word) => /^(VBZ|VBP|VBD|MD|WDT|VBN|VBG)$/.test(word.tag))
  )
    return [];
  const be = inNumber(verb, isPlural(thing));
  const noun = phrase.rest.slice(phrase.rest.findIndex(({ lower }) => lower === 'of') + 1);
  const found: Converted[] = [
    {
      words: [...thing, ...be, ...adverbs, ...(nominal(answer, phrase)?.words ?? answer.withArticle)],
      rule: 'copula/sort',
      confidence: 0.85,
    },
  ];
  if (answer.kind === 'noun' && answer.bare.length === 1 && !answer.isPlural && asksForSort(phrase))
    found.push({
      words: [...thing, ...be, ...adverbs, ...answer.asNoun([...answer.bare, ...noun.map((word) => ({ ...word, at: -1, space: true }))])],
      rule: 'copula/sort/noun',
      confidence: 0.8,
    });
  return found;
}

const SHOWS = /^(describe|illustrate|show|represent|demonstrate|display|explain)$/;

/** "Which example describes a learned behavior?" → "Sitting on command is an example of a learned behavior". */
function exampleOf(phrase: WhPhrase, after: readonly Word[], answer: AnswerPhrase): Converted[] {
  const noun = nominal(answer, phrase)?.words ?? clauseAsNoun(answer);
  if (!noun) return [];
  return [
    { words: [...noun, ...made('is', 'VBZ'), ...made('an example of', 'IN'), ...after], rule: 'described/example', confidence: 0.85 },
  ];
}

/** The verb, its adverbs and everything after them. */
function copulaOf({ adverbs, verb, kind, after }: Frame): Copula | null {
  const before = [...adverbs];
  let rest = after;
  let be: Word[];
  if (kind === 'be') be = [replaced(verb, auxiliaryText(verb))];
  else if (kind === 'modal') {
    while (rest[0] && /^(most|likely|best|probably|also)$/.test(rest[0].lower)) {
      before.push(rest[0]);
      rest = rest.slice(1);
    }
    if (rest[0]?.lower !== 'be') return null;
    be = [replaced(verb, auxiliaryText(verb)), ...before.splice(0), rest[0]];
    rest = rest.slice(1);
  } else return null;
  while (
    rest[0] &&
    (isNot(rest[0]) ||
      /^(probably|likely|usually|always|also|primarily|mainly|generally)$/.test(rest[0].lower) ||
      (/^(most|least)$/.test(rest[0].lower) && rest[1]?.lower === 'likely' && /^(DT|PRP\$|CD)$/.test(rest[2]?.tag ?? '')))
  ) {
    before.push(rest[0]);
    rest = rest.slice(1);
  }
  return { verb: be, adverbs: before, complement: rest };
}

function inNumber(verb: readonly Word[], plural: boolean): Word[] {
  const forms: Record<string, string> = plural ? { is: 'are', was: 'were' } : { are: 'is', were: 'was' };
  return verb.map((word) => (auxiliaryKind(word) === 'be' && Object.hasOwn(forms, word.lower) ? replaced(word, forms[word.lower]) : word));
}

/** "examples of …" of one thing is "an example of …". */
function matchNumber(said: readonly Word[], plural: boolean): Word[] {
  const [first, ...rest] = said;
  if (!plural && first.tag === 'NNS' && /^(examples|parts|types|kinds|forms)$/.test(first.lower))
    return [...made(article(first.lower), 'DT'), { ...replaced(first, first.lower.slice(0, -1)), tag: 'NN' }, ...rest];
  // "High tides and low tides are an example of …" stays: several things may be one example.
  return [...said];
}
