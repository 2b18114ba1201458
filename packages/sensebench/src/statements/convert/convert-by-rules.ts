/** Converts questions and answers by the rules, in batches: the best statement for each, or the reason why there is none. */
import type { Analysis, Tools } from '@sensebench/metrics/internal/core';
import { splitSentences } from '@sensebench/metrics/internal/nlp/tokens';
import type { SourceRow } from '../sources/source-reader.ts';
import { type Draft, draftStatements, type Lexica } from './convert-question.ts';
import { loadNounUses, nounLore } from './parse/noun-lore.ts';
import { booleanOf, onlyAmongChoices, refusedQuestion, refusedText, withParts } from './parse/refusals.ts';
import { wordSenses } from './parse/score-predicate.ts';
import { made, sentence, uncapitalised, wordsOf } from './parse/words.ts';
import { type Candidate, loadRanker, type QuestionResult, rankDrafts } from './rank/ranker.ts';

const lowerFirst = (text: string) =>
  /^\p{Lu}\p{Ll}/u.test(text) && text.includes(' ') ? text.charAt(0).toLowerCase() + text.slice(1) : text;

export type QuestionRow = SourceRow & { question: string; answer: string | boolean };

export interface Refused {
  refused: string;
}

export type Conversion = QuestionResult | Refused;

/** The number of questions that are analysed together. */
const BATCH = 512;

export async function convertByRules(rows: readonly QuestionRow[], tools: Tools): Promise<Map<string, Conversion>> {
  const results = new Map<string, Conversion>();
  for await (const { id, candidates } of candidatesOf(rows, tools)) {
    if (!Array.isArray(candidates)) results.set(id, candidates);
    else {
      const [best] = candidates;
      results.set(id, best ? { statement: best.statement, rule: best.rule, confidence: best.confidence } : { refused: 'no rule fits' });
    }
  }
  return results;
}

export interface CandidatesOf {
  id: string;
  /** Best first. */
  candidates: Candidate[] | Refused;
}

/** All candidates of each question, for the ranker and its training. Where the two analysers differ, each gives its own candidates. */
export async function* candidatesOf(rows: readonly QuestionRow[], tools: Tools): AsyncGenerator<CandidatesOf> {
  if (rows.length === 0) return;
  const lexica = lexicaOf(tools);
  const ranker = loadRanker();
  for (let from = 0; from < rows.length; from += BATCH) {
    const batch = rows.slice(from, from + BATCH).map((row) => prepared(row, lexica.lore.isCommon));
    const readings = await Promise.all(
      [tools.analyse, ...(tools.analyseFast ? [tools.analyseFast] : [])].map((analyse) => readBatch(batch, analyse)),
    );
    const drafted = batch.map((row, i) => {
      const asking = wordsOf(readings[0].questions[i]);
      const refused = row.refused ?? refusedQuestion(asking, { isBoolean: row.isBoolean, hasChoices: row.choices.length > 1 });
      const among = onlyAmongChoices(asking) ? row.choices : [];
      const drafts = readings.map(({ questions, answers }) =>
        refused === null ? draftStatements({ question: questions[i], answer: row.boolean ?? answers[i], whole: row.whole }, lexica) : [],
      );
      return { row, refused, drafts: withoutTwins(drafts).map((draft) => amongChoices(draft, among)) };
    });
    // The drafts of both analysers are analysed by the fast one again, so that their features are comparable.
    const again = await (tools.analyseFast ?? tools.analyse)(
      drafted.flatMap(({ drafts }) => drafts.map(({ statement }) => statement)),
      { entities: false },
    );
    let next = 0;
    for (const { row, refused, drafts } of drafted) {
      const ranked = rankDrafts(drafts, again.slice(next, next + drafts.length), ranker);
      next += drafts.length;
      if (refused !== null) {
        yield { id: row.id, candidates: { refused } };
        continue;
      }
      const { before, after } = row.stem;
      const whole = (statement: string) => [before, statement, after].filter((part) => part !== '').join(' ');
      yield { id: row.id, candidates: ranked.map((one) => ({ ...one, statement: whole(one.statement) })) };
    }
  }
}

/** A sentence that both analysers lead to is one candidate. */
function withoutTwins(drafts: readonly Draft[][]): Draft[] {
  const seen = new Set<string>();
  return drafts.flat().filter(({ statement }) => !seen.has(statement) && seen.add(statement));
}

interface Prepared {
  id: string;
  choices: readonly string[];
  whole: string;
  stem: { before: string; asking: string; after: string };
  answer: string;
  boolean: boolean | null;
  isBoolean: boolean;
  refused: string | null;
}

function prepared({ id, question, answer, choices }: QuestionRow, isCommon: (word: string) => boolean): Prepared {
  const whole = plainText(question, isCommon);
  const said = typeof answer === 'string' ? plainText(withParts(answer, choices), isCommon) : '';
  const boolean = booleanOf(answer);
  // A yes/no question is analysed as a whole, because its few sentences are not context.
  const stem = boolean === null ? cutStem(whole) : { before: '', asking: whole, after: '' };
  return {
    id,
    choices: choices ?? [],
    whole,
    stem,
    answer: said,
    boolean,
    isBoolean: boolean !== null,
    refused: refusedText(typeof answer === 'string' ? said : answer),
  };
}

async function readBatch(batch: readonly Prepared[], analyse: Tools['analyse']): Promise<{ questions: Analysis[]; answers: Analysis[] }> {
  const questions = await analyse(
    batch.map(({ stem }) => stem.asking),
    { parse: true },
  );
  const answers = await analyse(
    batch.map(({ answer, boolean }) => (boolean === null ? answer : '')),
    { parse: true, entities: false },
  );
  return { questions, answers };
}

function lexicaOf({ wordnet, truecaser }: Tools): Lexica {
  if (!wordnet || !truecaser) throw new Error('the rules that convert questions need WordNet and the truecaser');
  return { senses: wordSenses(wordnet), lore: nounLore(wordnet, truecaser, loadNounUses()) };
}

interface StemText {
  before: string;
  asking: string;
  after: string;
}

const EMPHASIS =
  /\b(MOST|BEST|LEAST|NOT|ONLY|ALWAYS|NEVER|EXCEPT|MAIN|ALL|FIRST|LAST|LEAST|BOTH|TRUE|FALSE|CORRECT|INCORRECT|LIKELY|MOST LIKELY|PRIMARY|GREATEST|SAME|DIFFERENT|MORE|LESS|CANNOT|NO|OPPOSITE|DIRECTLY|AND|OR|MAJOR|MOSTLY|WORST|HIGHEST|LOWEST|LARGEST|SMALLEST|LONGEST|SHORTEST|FASTEST|SLOWEST|STRONGEST|BETTER|BEFORE|AFTER|NONE|MUST|ANY|EVERY|EITHER|NEITHER|FINAL|INCREASE|DECREASE|DOES|SHOULD|DURING|EASIEST|CLOSEST|USUALLY|IMMEDIATELY|PRIMARILY|ONE|TWO|THREE|FOUR)\b/g;

/**
 * Prepares the text of a question for analysis: single spaces, no capitals for emphasis, context sentences separated from the question.
 * A text in capitals throughout is left alone, because its capitals are not emphasis.
 */
function plainText(text: string, isCommon: (word: string) => boolean): string {
  const tidy = text.replace(/\s+/g, ' ').trim();
  if (!/\p{Ll}/u.test(tidy)) return tidy;
  return tidy
    .replace(EMPHASIS, lowered)
    .replace(/\b\p{Lu}{4,}\b/gu, (word, at: number) => (word !== 'AIDS' && isCommon(word.toLowerCase()) ? lowered(word, '', at) : word));
}

/** The first word of a text keeps its capital letter. */
const lowered = (word: string, _group: string, at: number) =>
  (at === 0 ? word.charAt(0) : word.charAt(0).toLowerCase()) + word.slice(1).toLowerCase();

const ASKS = /\?|_{1,}|\[?\b(BLANK|MASK)\b\]?/;

/** The last sentence with a question mark or a blank asks; without one, the last. */
function cutStem(text: string): StemText {
  const sentences = splitSentences(text);
  let at = sentences.length - 1;
  for (let i = at; i >= 0; i--)
    if (ASKS.test(text.slice(sentences[i].start, sentences[i].end))) {
      at = i;
      break;
    }
  const asking = sentences[at];
  if (!asking) return { before: '', asking: text, after: '' };
  return {
    before: text
      .slice(0, asking.start)
      .trim()
      .replace(/(?<!\?)\?+$/, '.'),
    asking: text.slice(asking.start, asking.end).trim(),
    after: text.slice(asking.end).trim(),
  };
}

/** Puts the choices before a superlative that is true only among them: "Of iron, copper and argon, argon is the least conductive." */
function amongChoices(draft: Draft, choices: readonly string[]): Draft {
  if (choices.length < 2) return draft;
  const names = choices
    .map((choice) => choice.trim().replace(/\.$/, ''))
    .map((choice) => (/^\p{Lu}\p{Ll}+$/u.test(choice) ? choice : lowerFirst(choice)));
  const listed = `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`;
  const words = [...made(`of ${listed}`, 'NN'), ...made(',', ','), ...uncapitalised(draft.made.words)];
  return { ...draft, statement: sentence(words), made: { ...draft.made, words, rule: `${draft.made.rule}/listed` } };
}
