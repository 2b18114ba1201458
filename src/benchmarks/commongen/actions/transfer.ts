/** `sensebench commongen transfer …`: CommonGen's transfer study on CommonsenseQA: concept-sets, model inputs, learning curves. */
import { z } from 'zod';
import { type ActionGroup, defineAction, InputError } from '../../../core/index.ts';
import { parseWith, predictionSchema, readCsv, readJsonl } from '../../../files/index.ts';
import { fixed, percent, tableToText } from '../../../report/index.ts';
import { type ChoiceQuestion, learningCurves, transferRows, transferSets } from '../transfer/transfer.ts';

const questionSchema = z.looseObject({
  id: z.string(),
  question: z.looseObject({ stem: z.string(), choices: z.array(z.object({ label: z.string(), text: z.string() })) }),
  answerKey: z.string().optional(),
});
const pointSchema = z.object({ system: z.string(), steps: z.coerce.number().int().positive(), accuracy: z.coerce.number().min(0).max(1) });

const QUESTIONS = z.string().describe('CommonsenseQA in the official layout');

const sets = defineAction({
  summary: 'one concept-set for each choice of each question, as CommonGen rows',
  options: z.object({ questions: QUESTIONS }),
  examples: ['commongen transfer sets --questions dev.jsonl --output sets.jsonl'],
  async run({ questions }, context) {
    const made = await transferSets(await readQuestions(questions), await context.tools({ analyse: true }));
    return { lines: made.map(({ id, row }) => JSON.stringify({ id, ...row })) };
  },
});

const inputs = defineAction({
  summary: 'inputs of a multiple-choice model, with a generated scene before each question, or without',
  options: z.object({
    questions: QUESTIONS,
    scenes: z.string().optional().describe('predictions {id, prediction} of the sets; without it the baseline'),
  }),
  examples: ['commongen transfer inputs --questions dev.jsonl --scenes predictions.jsonl --output dev-with-scenes.jsonl'],
  async run({ questions, scenes }) {
    const read = await readQuestions(questions);
    const generated = new Map<string, string>();
    // Items of a file of sets are named by line; the sets were written question by question, choice by choice.
    const ids = read.flatMap(({ id, choices }) => choices.map(({ label }) => `${id}/${label}`));
    if (scenes)
      for await (const { value } of readJsonl(scenes, predictionSchema)) generated.set(ids[Number(value.id)] ?? value.id, value.prediction);
    return { lines: transferRows(read, scenes ? generated : undefined).map((row) => JSON.stringify(row)) };
  },
});

const curve = defineAction({
  summary: 'the best checkpoint of each system, and how soon it reaches the best of the baseline',
  options: z.object({
    accuracies: z.string().describe('CSV with system, steps, accuracy'),
    baseline: z.string().describe('name of the baseline system'),
  }),
  examples: ['commongen transfer curve --accuracies curve.csv --baseline RoBERTa-Large --json'],
  async run({ accuracies, baseline }) {
    const points: Record<string, { steps: number; accuracy: number }[]> = {};
    for await (const { line, record } of readCsv(accuracies)) {
      const { system, steps, accuracy } = parseWith(pointSchema, record, { file: accuracies, line });
      points[system] ??= [];
      points[system].push({ steps, accuracy });
    }
    if (!points[baseline])
      throw new InputError(`has no system "${baseline}"`, { file: accuracies, expected: Object.keys(points).join(', ') });
    const curves = learningCurves(points, baseline);
    return {
      json: curves,
      text: tableToText({
        columns: [
          { key: 'system', label: 'System' },
          { key: 'best', label: 'Best accuracy', format: percent(2) },
          { key: 'steps', label: 'at step' },
          { key: 'reached', label: "baseline's best at" },
          { key: 'speedUp', label: 'times sooner', format: fixed(2) },
        ],
        rows: Object.entries(curves).map(([system, { best, reachesBaseline }]) => ({
          system,
          best: best?.accuracy,
          steps: best?.steps,
          reached: reachesBaseline?.steps,
          speedUp: reachesBaseline?.speedUp,
        })),
      }),
    };
  },
});

export const transfer: ActionGroup = { summary: 'the transfer study on CommonsenseQA', actions: { sets, inputs, curve } };

async function readQuestions(path: string): Promise<ChoiceQuestion[]> {
  const questions: ChoiceQuestion[] = [];
  for await (const { value } of readJsonl(path, questionSchema)) {
    questions.push({ id: value.id, question: value.question.stem, choices: value.question.choices, answerKey: value.answerKey });
  }
  if (questions.length === 0) throw new InputError('has no questions', { file: path });
  return questions;
}
