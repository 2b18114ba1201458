/** A built TG-CSR dataset as content for the writer of dataset folders. */
import type { DatasetContent, DatasetPeople, DatasheetAnswers } from '../../../build/dataset/index.ts';
import { writeJson, writeJsonl } from '../../../files/index.ts';
import { type PairRow, pairRowSchema } from '../item.ts';
import type { RatedPairs } from '../ratings/rated-pairs.ts';
import { contextToJsonLd } from '../taxonomy/context-jsonld.ts';
import { taxonomyToJsonLd } from '../taxonomy/taxonomy-jsonld.ts';
import { contextSections } from './context-card.ts';
import { datasetSections } from './dataset-report.ts';
import type { ContentInput } from './dataset-stats.ts';

export function datasetContent(input: ContentInput): DatasetContent<PairRow> {
  const { context, built, rated, stats, taxonomy, config, seed, sources, version, licence } = input;
  return {
    benchmark: { name: 'tgcsr' },
    name: context.id,
    title: context.title,
    summary: `${built.rows.length} question–answer pairs on one theme, in categories of commonsense. A model reads the theme, a question and one candidate answer, and says yes (a good fit) or no.`,
    citation:
      'Santos et al., A Theoretically Grounded Benchmark for Semantic Evaluation of Machine Common Sense, 2022, arXiv:2203.12184 (the method)',
    collection: 'Questions and answers were authored by hand in categories of a theory of commonsense; annotators rated every pair.',
    limits: 'What counts as common sense differs with age and culture; pairs without agreement were removed.',
    keywords: ['commonsense reasoning', 'question answering', 'TG-CSR'],
    categories: ['question-answering', 'text-classification'],
    row: pairRowSchema,
    splits: built.splits,
    ledger: built.ledger,
    stats,
    sources,
    people: [raters(input)],
    extras: [
      { path: 'context.json', description: 'theme, questions and answers', write: (file) => writeJson(file, context) },
      {
        path: 'context.jsonld',
        description: 'questions and answers linked to concepts',
        write: (file) => writeJson(file, contextToJsonLd(context, taxonomy)),
      },
      { path: 'taxonomy.jsonld', description: 'categories and concepts', write: (file) => writeJson(file, taxonomyToJsonLd(taxonomy)) },
      { path: 'ratings.jsonl', description: 'one rating a line', write: (file) => writeJsonl(file, ratingLines(rated)) },
    ],
    card: contextSections(input),
    answers: answers(input),
    page: { sections: datasetSections(input) },
    groups: { category: ({ category }) => category, context: ({ context: name }) => name, label: ({ label }) => label ?? null },
    listed: ['question', 'answer'],
    config,
    seed,
    versions: { sensebench: version },
    licences: licence ? [licence] : [],
  };
}

function raters({ rated, simulated, stats }: ContentInput): DatasetPeople {
  const given = rated.pairs.reduce((sum, { values }) => sum + values.filter((value) => value !== null).length, 0);
  const scale =
    rated.scale === 'likert' ? 'from 1 (bad fit) to 4 (very good fit), with category names hidden' : 'with 1 (a good fit) or 0 (a bad fit)';
  return {
    task: 'tgcsr/rating',
    annotators: rated.annotators.length,
    decisions: given,
    simulated,
    text: `Every pair was rated ${scale}; ${stats.ceiling.gaps} ratings are missing.`,
  };
}

export function* ratingLines({ pairs, annotators }: RatedPairs): Generator<object> {
  for (const { context, question, answer, category, values, comments } of pairs) {
    for (const [i, annotator] of annotators.entries()) {
      const comment = comments[annotator] ? { comment: comments[annotator] } : {};
      yield { context, question, answer, category, annotator, value: values[i], ...comment };
    }
  }
}

/** What a build of TG-CSR answers to the questions of a datasheet (Gebru et al., 2021). */
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
