/** Composes an authored context (Santos et al. 2022, section 4.1): one answer set per category, duplicates logged, stable ids. */
import { InputError } from '@sensebench/metrics/internal/core';
import type { TgcsrAnswer, TgcsrContext, TgcsrQuestion } from '../context.ts';
import type { Taxonomy } from '../taxonomy/taxonomy.ts';
import type { AuthoredAnswer, AuthoredContext } from './authored-context.ts';
import { foldText } from './near-duplicates.ts';

export interface MergedAnswer {
  category: string;
  /** The text of the duplicate. */
  text: string;
  /** The answer that replaces it. */
  into: string;
  intoText: string;
}

export interface ComposeOptions {
  taxonomy: Taxonomy;
  /** An earlier composition, whose texts keep their ids. */
  previous?: TgcsrContext;
  /** The limit of every category. Default: that of the taxonomy. */
  maxAnswers?: number;
  file?: string;
}

export function composeContext(
  authored: AuthoredContext,
  { taxonomy, previous, maxAnswers, file }: ComposeOptions,
): { context: TgcsrContext; merged: MergedAnswer[] } {
  const place = { file };
  const merged: MergedAnswer[] = [];
  const questions: (Omit<TgcsrQuestion, 'id'> & { id?: string })[] = [];
  const answers: (Omit<TgcsrAnswer, 'id'> & { id?: string })[] = [];
  const marks: AuthoredMark[] = [];
  const seen = new Set<string>();
  for (const { name, questions: asked, answers: shared } of authored.categories) {
    const category = taxonomy.categories.find((each) => each.name === name);
    if (!category)
      throw new InputError(`"${name}" is not a category`, { ...place, expected: taxonomy.categories.map((each) => each.name).join(', ') });
    if (seen.has(name)) throw new InputError(`the category ${name} occurs twice`, place);
    seen.add(name);
    if (asked.length < 2) {
      const count = asked.length === 0 ? 'no question' : 'one question';
      throw new InputError(`${name} has ${count}`, { ...place, expected: 'at least two, so that they share the answers' });
    }
    const known = new Map<string, { id?: string; text: string }>();
    const add = (answer: AuthoredAnswer) => {
      const folded = foldText(answer.text) || answer.text;
      const first = known.get(folded);
      if (first) merged.push({ category: name, text: answer.text, into: '', intoText: first.text });
      else {
        known.set(folded, answer);
        answers.push({ ...answer, category: name });
      }
    };
    for (const { options = [], correct = [], incorrect = [], ...question } of asked) {
      for (const answer of correct) marks.push({ question: questions.length, answer, correct: true });
      for (const answer of incorrect) marks.push({ question: questions.length, answer, correct: false });
      for (const { correct: mark, ...option } of options) {
        if (mark !== undefined) marks.push({ question: questions.length, answer: option.text, correct: mark });
        add(option);
      }
      questions.push({ ...question, category: name });
    }
    shared.forEach(add);
    const limit = maxAnswers ?? category.maxAnswers;
    if (known.size < 2)
      throw new InputError(`${name} has ${known.size === 0 ? 'no answers' : 'one answer'}`, { ...place, expected: 'at least two' });
    if (limit !== undefined && known.size > limit)
      throw new InputError(`${name} has ${known.size} answers`, { ...place, expected: `at most ${limit}` });
  }
  const context: TgcsrContext = {
    id: authored.id,
    title: authored.title,
    theme: authored.theme.trim(),
    questions: giveIds(questions, previous?.questions ?? [], { ...place, field: 'questions' }),
    answers: giveIds(answers, previous?.answers ?? [], { ...place, field: 'answers' }),
  };
  for (const row of merged)
    row.into = context.answers.find(({ category, text }) => category === row.category && text === row.intoText)?.id ?? '';
  return { context: { ...context, questions: resolveMarks(context, marks, place) }, merged };
}

/** Ids that the author wrote come first, then those of an earlier composition. The rest take the next free numbers, so that an insertion changes no id. */
function giveIds<Entry extends { id?: string; category: string; text: string }>(
  entries: readonly Entry[],
  previous: readonly { id: string; category: string; text: string }[],
  place: { file?: string; field: string },
): (Entry & { id: string })[] {
  const taken = new Set<string>();
  for (const { id } of entries) {
    if (id === undefined) continue;
    if (taken.has(id)) throw new InputError(`the id ${id} occurs twice`, place);
    taken.add(id);
  }
  const remembered = new Map(previous.map(({ id, category, text }) => [`${category}\n${text}`, id]));
  const kept = entries.map((entry) => {
    const id = entry.id ?? remembered.get(`${entry.category}\n${entry.text}`);
    if (id === undefined || (entry.id === undefined && taken.has(id))) return entry;
    taken.add(id);
    return { ...entry, id };
  });
  // Numbers of removed entries are not used again: a rating of the old entry must not become a rating of a new one.
  let next = [...taken, ...previous.map(({ id }) => id)].reduce((highest, id) => Math.max(highest, /^\d+$/.test(id) ? Number(id) : 0), 0);
  return kept.map((entry) => ({ ...entry, id: entry.id ?? String(++next) }));
}

interface AuthoredMark {
  /** The index of the question in the context. */
  question: number;
  /** The id or the text of an answer of its category. */
  answer: string;
  correct: boolean;
}

/**
 * Options that their author marked correct or not (Santos et al. 2022, section 4.1): at least one correct option per question.
 * Returns the questions with the ids of their marked answers. If a context marks any option, every question needs a correct one.
 */
function resolveMarks({ questions, answers }: TgcsrContext, marks: readonly AuthoredMark[], place: { file?: string }): TgcsrQuestion[] {
  if (marks.length === 0) return questions;
  return questions.map((question, at) => {
    const known = answers.filter(({ category }) => category === question.category);
    const chosen = new Map<string, boolean>();
    for (const { answer, correct } of marks.filter((mark) => mark.question === at)) {
      const found = known.find(({ id }) => id === answer) ?? known.find(({ text }) => foldText(text) === foldText(answer));
      if (!found)
        throw new InputError(`question "${question.text}" marks "${answer}"`, { ...place, expected: `an answer of ${question.category}` });
      if (chosen.get(found.id) === !correct)
        throw new InputError(`question "${question.text}" marks "${found.text}" correct and incorrect`, place);
      chosen.set(found.id, correct);
    }
    const marked = (correct: boolean) => [...chosen].filter(([, mark]) => mark === correct).map(([id]) => id);
    if (marked(true).length === 0)
      throw new InputError(`question "${question.text}" has no option that is marked correct`, {
        ...place,
        expected: 'at least one for every question, once options are marked',
      });
    return { ...question, correct: marked(true), ...(marked(false).length > 0 ? { incorrect: marked(false) } : {}) };
  });
}
