/** Statements for "what is X", "which is X", "which N would be X": X and the answer in both orders, an adverb in its place. */
import type { AnswerPhrase } from './answer-phrase.ts';
import { article } from './articles.ts';
import type { Frame } from './frame.ts';
import { nominal } from './nominal.ts';
import { complement } from './subject-candidates.ts';
import { auxiliaryKind, auxiliaryText, isNot } from './verb-groups.ts';
import { made, replaced, type Word } from './words.ts';
import { type Converted, isPlural } from './yes-no.ts';

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
  const found: Converted[] = [];
  const definite = /^(DT|PRP\$|JJS|CD|NNP|NN|NNS|JJ|VBG|PDT)$/.test(said[0].tag) && !/^(most|least|likely)$/.test(said[0].lower);
  if (!definite) return [];
  const indefinite = /^(a|an|one)$/.test(said[0].lower) || /^(example|part|type|kind|form)s$/.test(said[0].lower);
  const noun = nominal(answer, frame.phrase);
  if (frame.phrase.rest.length === 0) {
    const be = inNumber(parts.verb, isPlural(said));
    const rule = `copula/of${indefinite ? '/indefinite' : ''}`;
    found.push({
      words: [...said, ...be, ...parts.adverbs, ...complement(answer)],
      rule,
      confidence: indefinite && frame.phrase.wh === 'what' ? 0.9 : 0.85,
    });
  }
  if (noun) {
    const be = inNumber(parts.verb, noun.plural);
    const matched = matchNumber(said, noun.plural);
    found.push({
      words: [...noun.words, ...be, ...parts.adverbs, ...matched],
      rule: `copula/is${indefinite ? '/indefinite' : ''}`,
      confidence: indefinite ? 0.88 : 0.8,
    });
  }
  return found;
}

/** "What best describes X?" → "X is best described as A". */
export function describedCandidates({ phrase, adverbs, verb, after }: Frame, answer: AnswerPhrase): Converted[] {
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

/** The verb, its adverbs and all that follows. */
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
