/** `sensebench tgcsr generative`: looks free answers up in the answer sets; unmatched ones are written out for people to judge. */

import { type ActionContext, defineAction, InputError, joinSentences, type Scores, type Table } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { readDecisions, tasksOf } from '../../../annotate/index.ts';
import { readPredictionTexts } from '../../../files/formats/index.ts';
import { writeJsonl } from '../../../files/index.ts';
import { percent } from '../../../report/index.ts';
import { createAnswerMatch } from '../generative/answer-match.ts';
import { tgcsrGenerative } from '../generative/benchmark.ts';
import { generativeReport, generativeTable } from '../generative/generative-report.ts';
import { type QuestionItem, readQuestions } from '../question-item.ts';
import { TASKS } from '../tasks/index.ts';
import { reviewTask } from '../tasks/review.ts';

/** Answers are short, so that BLEU-4 is mostly 0; it is reported because the paper names BLEU. */
const TEXT_METRICS = ['bleu1', 'bleu2', 'bleu4', 'rougeL', 'meteor', 'chrf'] as const;

interface ComparedTexts {
  /** Questions with an accepted answer; for the others there is nothing to compare with. */
  questions: number;
  corpus: Scores['corpus'];
  perCategory: Record<string, Scores['corpus']>;
  signatures: Scores['signatures'];
}

/** Null where no metric was asked for, or where no question has an accepted answer (labels may be withheld). */
async function compareTexts(
  items: readonly QuestionItem[],
  answers: readonly string[],
  { metrics, context }: { metrics: readonly string[]; context: Pick<ActionContext, 'scorer' | 'signal'> },
): Promise<ComparedTexts | null> {
  const wanted = metrics.filter((name) => name !== 'none');
  const kept = items.flatMap((item, i) => (item.references.length > 0 ? [{ item, answer: answers[i] }] : []));
  if (wanted.length === 0 || kept.length === 0) return null;
  const { scores } = await context.scorer(wanted).measure({
    items: kept.map(({ item }) => item),
    predictions: kept.map(({ answer }) => answer),
    benchmark: tgcsrGenerative,
    signal: context.signal,
  });
  return {
    questions: kept.length,
    corpus: scores.corpus,
    perCategory: Object.fromEntries(Object.entries(scores.breakdowns?.category ?? {}).map(([name, { corpus }]) => [name, corpus])),
    signatures: scores.signatures,
  };
}

/** Free answers by metrics of machine translation against the accepted answers (Santos et al. 2022, section 4, fourth desideratum). */
function textTable({ questions, corpus, perCategory }: ComparedTexts): Table {
  return {
    caption: `Words and letters shared with the accepted answers, ${questions} questions; a good answer in other words scores low`,
    columns: [
      { key: 'category', label: 'category' },
      ...Object.keys(corpus).map((key) => ({ key, label: key, align: 'right' as const, format: percent(1) })),
    ],
    rows: [...Object.entries(perCategory), ['all', corpus] as const].map(([category, scores]) => ({ category, ...scores })),
  };
}

export const generative = defineAction({
  summary: 'count generated answers that match a yes, a no or nothing, per category',
  options: z.object({
    dataset: z.string().describe('a TG-CSR dataset folder, or a file of it'),
    split: z.string().optional().describe('split to read, if the dataset is a folder'),
    predictions: z.string().describe('free answers by question: JSON Lines {id: context/question, prediction}, or one per line'),
    limit: z.number().min(-1).max(1).default(0.8).describe('least cosine that counts as a match'),
    abstract: z
      .number()
      .int()
      .min(0)
      .max(8)
      .default(3)
      .describe('most WordNet hypernyms between an accepted answer and a class named in its place; 0 accepts no class'),
    metrics: z
      .array(z.string().min(1))
      .default([...TEXT_METRICS])
      .describe('metrics of machine translation against the accepted answers; "none" for none'),
    embedding: z.boolean().default(true).describe('compare answers by sentence embeddings, not by letters alone'),
    review: z.string().optional().describe('file to write unmatched answers to, for people to judge'),
    decisions: z.string().optional().describe('their decisions: JSON Lines {item, annotator, task: "tgcsr/review", value: "yes"|"no"}'),
  }),
  examples: ['tgcsr generative --dataset my-dataset --predictions answers.jsonl --review review.jsonl'],
  async run({ dataset, split, predictions, limit, abstract, metrics, embedding, review, decisions: path }, context) {
    const items: QuestionItem[] = [];
    for await (const item of readQuestions(dataset, { split })) items.push(item);
    if (items.length === 0) throw new InputError('has no questions', { file: dataset });
    const { texts, notes } = await readPredictionTexts(predictions, items);
    for (const note of notes) context.warn(note);
    const tools = await context.tools({ embedder: embedding, wordnet: abstract > 0 });
    const inputs = items.map((item, i) => ({ item, candidate: joinSentences(texts[i]), tokens: { candidate: [], references: [] } }));
    const metric = createAnswerMatch({ limit, steps: abstract });
    const prepared = (await metric.prepare?.(inputs, embedding ? tools : { ...tools, embedder: undefined })) ?? {
      embedder: null,
      limit,
      vectors: new Map(),
      wordnet: null,
    };
    const stats = await Promise.all(inputs.map((input) => metric.segment(input, prepared)));
    const { current: decisions } = await readDecisions(path ? [path] : [], reviewTask, {
      items,
      tasks: tasksOf({ name: 'tgcsr', tasks: TASKS }),
      now: context.now(),
      warn: context.warn,
    });
    const report = generativeReport(items, stats, { decisions });
    const compared = await compareTexts(items, texts.map(joinSentences), { metrics, context });
    if (review) await writeJsonl(review, report.review);
    return {
      json: {
        ...report,
        signature: metric.signature(prepared),
        ...(compared ? { text: compared } : {}),
        perItem: stats.map(({ id, generated, match }) => ({ id, generated, match })),
      },
      tables: [generativeTable(report), ...(compared ? [textTable(compared)] : [])],
      notes: `\n${report.review.length} answers are for people to judge${review ? `: ${review}` : ''}`,
    };
  },
});
