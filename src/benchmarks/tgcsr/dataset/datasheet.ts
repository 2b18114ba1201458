/** What a build of TG-CSR answers to the questions of a datasheet (Gebru et al., 2021). */
import type { DatasheetAnswers } from '../../../build/dataset/index.ts';
import type { ContentInput } from './content-input.ts';

export function answers({ context, built, truth, stats }: Pick<ContentInput, 'context' | 'built' | 'truth' | 'stats'>): DatasheetAnswers {
  const removed = built.ledger.filter(({ step }) => step === 'filter').length;
  return {
    purpose: 'To measure common sense by category, in a few-shot or zero-shot setting, on questions that one theme holds together.',
    instances: 'A question with one answer of its category’s set; all questions of a category share that set.',
    sample: `It is a sample that its authors wrote: one theme (${context.title}), a few questions in each category.`,
    label: `Yes: yes or no. Ratings were collapsed by the ${truth.by ?? 'average'}.`,
    relationships: 'Rows share questions and answers; their ids are context/question/answer.',
    splits: 'Yes. No question is in two splits unless pairs were split.',
    errors: `${removed} pairs without agreement were removed; ledger.jsonl lists them. ${stats.findings.length} findings about the authored questions are in stats.json.`,
    confidential:
      'It contains what its authors wrote about an invented situation, and ratings; ratings.jsonl names annotators as their files do.',
    offensive: 'It contains what its authors wrote; no filter for offensive text was applied.',
    mechanisms: 'Questions and answers were written by hand in categories of a theory of commonsense. Annotators rated every pair.',
    raw: 'context.json has all questions and answers, ratings.jsonl every rating.',
    tasks: 'To measure commonsense reasoning in a few-shot or zero-shot setting, per category; to study where people disagree.',
    unsuitable: 'Training at scale; judging people.',
  };
}
