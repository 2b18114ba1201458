/** Reads questions and answers in batches and converts them by the rules: for each the best statement, or the reason why there is none. */
import type { Analysis, Tools } from '../../core/index.ts';
import type { SourceRow } from '../sources/source-row.ts';
import { type Candidate, convertQuestion, type Lexica, type QuestionResult, worthOf } from './convert-question.ts';
import { nounLore } from './noun-lore.ts';
import { cutStem, plainText } from './question-text.ts';
import { loadRanker } from './ranker.ts';
import { booleanOf, refusedQuestion, refusedText, withParts } from './refusals.ts';
import { wordSenses } from './word-senses.ts';
import { wordsOf } from './words.ts';

export type QuestionRow = SourceRow & { question: string; answer: string | boolean };

export interface Refused {
  refused: string;
}

export type Conversion = QuestionResult | Refused;

/** Questions that are read by the analyser at a time. */
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

/** All candidates of each question, for the ranker and for those who train it. Where two readers differ, each has candidates of its own. */
export async function* candidatesOf(rows: readonly QuestionRow[], tools: Tools): AsyncGenerator<CandidatesOf> {
  if (rows.length === 0) return;
  const lexica = lexicaOf(tools);
  for (let from = 0; from < rows.length; from += BATCH) {
    const batch = rows.slice(from, from + BATCH).map(prepared);
    const readings = await Promise.all(
      [tools.analyse, ...(tools.analyseFast ? [tools.analyseFast] : [])].map((analyse) => readBatch(batch, analyse)),
    );
    for (const [i, row] of batch.entries()) {
      const early = row.refused ?? refusedQuestion(wordsOf(readings[0].questions[i]), { isBoolean: row.isBoolean });
      if (early !== null) {
        yield { id: row.id, candidates: { refused: early } };
        continue;
      }
      const all = readings.flatMap(({ questions, answers }) =>
        convertQuestion({ question: questions[i], answer: row.boolean ?? answers[i], whole: row.whole }, lexica),
      );
      const { before, after } = row.stem;
      const whole = (statement: string) => [before, statement, after].filter((part) => part !== '').join(' ');
      if (readings.length > 1) all.sort((a, b) => worthOf(b) - worthOf(a));
      yield { id: row.id, candidates: all.map((one) => ({ ...one, statement: whole(one.statement) })) };
    }
  }
}

interface Prepared {
  id: string;
  whole: string;
  stem: { before: string; asking: string; after: string };
  answer: string;
  boolean: boolean | null;
  isBoolean: boolean;
  refused: string | null;
}

function prepared({ id, question, answer, choices }: QuestionRow): Prepared {
  const whole = plainText(question);
  const said = typeof answer === 'string' ? plainText(withParts(answer, choices)) : '';
  const boolean = booleanOf(answer);
  // A yes/no question is read as a whole: its sentences are few, and none is context.
  const stem = boolean === null ? cutStem(whole) : { before: '', asking: whole, after: '' };
  return {
    id,
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
  return { senses: wordSenses(wordnet), lore: nounLore(wordnet, truecaser), ranker: loadRanker() };
}
