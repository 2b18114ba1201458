/** Statements for a question that asks for the subject: "A does X", "A is an N that does X", "The N that does X is A". */

import type { WordSenses } from '../parse/score-predicate.ts';
import { agreeing, copulaFor } from '../parse/verb-groups.ts';
import { made, type Word } from '../parse/words.ts';
import type { AnswerPhrase } from './answer-phrase.ts';
import { article } from './articles.ts';
import { type Asks, asksForSubject, type Frame } from './frame.ts';
import { clauseAsNoun, nominal, partOf } from './nominal.ts';
import { nounPhrase } from './wh-phrase.ts';
import type { Converted } from './yes-no.ts';

/** Nouns whose answer is quoted, because a statement does not act by itself. */
export const QUOTED =
  /^(statement|sentence|conclusion|hypothesis|question|list|sequence|set|order|equation|formula|prediction|explanation|description|inference|title|reason|phrase|expression|evidence|row|table|pair|example|symbol|step|rule|observation|outcome|effect|result)$/;

/** "Which discovery revealed …? galaxies": the thing itself does not act. */
const DEED = /^(discovery|invention|development|introduction|use|addition|removal|loss|presence|study)$/;

export function subjectCandidates(frame: Frame, answer: AnswerPhrase, senses: WordSenses): Converted[] {
  const asks = asksForSubject(frame, senses);
  if (asks === 'other' || /^(where|when|why)$/.test(frame.phrase.wh)) return [];
  const clause = [...frame.adverbs, frame.verb, ...frame.after];
  return answer.kind === 'clause' ? thatClause(frame, clause, answer, asks) : asNoun(frame, clause, answer, asks);
}

const sure = (asks: Asks) => (asks === 'subject' ? 0.85 : 0.6);

function asNoun(frame: Frame, clause: readonly Word[], answer: AnswerPhrase, asks: Asks): Converted[] {
  const { phrase } = frame;
  const found: Converted[] = [];
  const noun = nominal(answer, phrase);
  const amount = phrase.wh === 'how' && /^(many|much)$/.test(phrase.rest[0]?.lower ?? '') ? nounPhrase(phrase, answer) : null;
  if (amount) {
    const plural = !/^(one|1|a|an)$/.test(amount[0]?.lower ?? '') && amount[amount.length - 1]?.tag === 'NNS';
    return [{ words: [...amount, ...agreeing(clause, { plural })], rule: 'subject/amount', confidence: 0.85 }];
  }
  if (phrase.wh === 'how') return [];
  const group = quantified(answer, phrase.rest);
  if (group)
    return [
      { words: [...group, ...agreeing(clause, { plural: answer.bare[0].lower === 'both' })], rule: 'subject/quantified', confidence: 0.8 },
    ];
  if (noun)
    found.push({ words: [...noun.words, ...aside(phrase.rest), ...agreeing(clause, noun)], rule: 'subject/plain', confidence: sure(asks) });
  if (noun && DEED.test(phrase.head?.lemma ?? '') && phrase.rest.length === 1)
    found.push({
      words: [...made('the', 'DT'), ...phrase.rest, ...made('of', 'IN'), ...noun.words, ...agreeing(clause, { plural: false })],
      rule: 'subject/deed',
      confidence: sure(asks),
    });
  if (noun && !noun.plural && phrase.head?.tag === 'NNS' && answer.kind === 'noun' && answer.bare.length === 1 && !answer.isName)
    found.push({
      words: [...answer.bare, { ...phrase.head, at: -1, space: true }, ...agreeing(clause, { plural: true })],
      rule: 'subject/compound',
      confidence: sure(asks),
    });
  const part = partOf(answer, phrase);
  if (part) found.push({ words: [...part, ...agreeing(clause, { plural: false })], rule: 'subject/part', confidence: sure(asks) });
  // For "Which food is a fruit?" only the plain sentence makes sense.
  if (noun && frame.kind === 'be' && /^(a|an)$/.test(frame.after[0]?.lower ?? '')) return found;
  if (phrase.rest.length === 0 || phrase.wh === 'whose') {
    if (!noun)
      found.push({
        words: [...made('what', 'WP'), ...clause, ...made(copulaFor(clause, { plural: false }), 'VBZ'), ...complement(answer)],
        rule: 'subject/what',
        confidence: 0.5,
      });
    return found;
  }
  const singular = agreeing(clause, { plural: phrase.head?.tag === 'NNS' });
  if (noun && !noun.plural && phrase.head?.tag !== 'NNS')
    found.push({
      words: [
        ...noun.words,
        ...made(copulaFor(clause, noun), 'VBZ'),
        ...classPhrase(phrase.rest, clause),
        ...made('that', 'WDT'),
        ...singular,
      ],
      rule: 'subject/class',
      confidence: sure(asks) - 0.03,
    });
  found.push({
    words: [
      ...made('the', 'DT'),
      ...phrase.rest,
      ...made('that', 'WDT'),
      ...singular,
      ...made(copulaFor(clause, { plural: phrase.head?.tag === 'NNS' }), 'VBZ'),
      ...(noun ? noun.words : complement(answer)),
    ],
    rule: 'subject/reversed',
    confidence: sure(asks) - 0.05,
  });
  return found;
}

/** "Which resource, abundant in Nevada, is …": the aside stays behind the answer. */
function aside(rest: readonly Word[]): Word[] {
  const comma = rest.findIndex((word) => word.text === ',');
  if (comma < 1 || !/^(JJ|VBN|VBG|IN)$/.test(rest[comma + 1]?.tag ?? '')) return [];
  const said = rest.slice(comma);
  return said[said.length - 1].text === ',' ? said : [...said, ...made(',', ',')];
}

/** What may follow "is": "to separate them", "by radiation", "white". */
export function complement(answer: AnswerPhrase): Word[] {
  if (answer.kind === 'clause') return [...made('that', 'IN'), ...answer.bare];
  if (answer.kind === 'verb') return [...made('to', 'TO'), ...answer.inForm('VB')];
  return answer.withArticle;
}

/** "a property of a mineral", "the event" where the clause says that there is one only. */
function classPhrase(rest: readonly Word[], clause: readonly Word[]): Word[] {
  const unique = clause.some((word) => /^(most|best|least|only|first|main|primary)$/.test(word.lower) || /^(JJS|RBS)$/.test(word.tag));
  return [...made(unique || /^(JJS|RBS|CD)$/.test(rest[0].tag) ? 'the' : article(rest[0].lower), 'DT'), ...rest];
}

/** "Which of the two poles …? neither" → "Neither of the two poles". */
function quantified(answer: AnswerPhrase, rest: readonly Word[]): Word[] | null {
  if (rest[0]?.lower !== 'of' || answer.bare.length !== 1 || !/^(neither|both|either|none|all|each|most|some)$/.test(answer.bare[0].lower))
    return null;
  return [...answer.bare, ...rest];
}

function thatClause({ phrase }: Frame, clause: readonly Word[], answer: AnswerPhrase, asks: Asks): Converted[] {
  const that = [...made('that', 'IN'), ...answer.bare];
  const opening = phrase.rest.length > 0 ? [...made('the', 'DT'), ...phrase.rest, ...made('that', 'WDT')] : made('what', 'WP');
  const main = agreeing(clause, { plural: false });
  const found: Converted[] = [
    {
      words: [...opening, ...main, ...made(copulaFor(clause, { plural: false }), 'VBZ'), ...that],
      rule: phrase.rest.length > 0 ? 'clause/that' : 'clause/what',
      confidence: sure(asks) - 0.1,
    },
  ];
  const reasons = clause.some((word) => /^(reason|explanation|conclusion|difference|advantage|happen|occur|role)$/.test(word.lemma));
  const acting = QUOTED.test(phrase.head?.lemma ?? '') || reasons ? null : clauseAsNoun(answer);
  if (acting) found.push({ words: [...acting, ...main], rule: 'clause/acting', confidence: sure(asks) });
  return found;
}
