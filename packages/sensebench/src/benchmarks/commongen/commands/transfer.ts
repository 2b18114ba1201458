/** `sensebench commongen transfer …`: CommonGen's transfer study on CommonsenseQA: concept-sets, model inputs, learning curves. */
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type ActionGroup, defineAction, InputError, type Table } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { parseWith, predictionSchema, readCsv, readJsonl, writeFileAtomic, writeJson, writeJsonl } from '../../../files/index.ts';
import { fixed, percent, renderPage, tableToHtml } from '../../../report/index.ts';
import { type ChoiceQuestion, type ChoiceSets, choiceSets, transferRows } from '../analysis/choice-sets.ts';
import {
  type CurvePoint,
  curveFigure,
  learningCurves,
  PUBLISHED_BASELINE,
  PUBLISHED_CURVES,
  type Reached,
} from '../analysis/learning-curves.ts';
import hyperParameters from '../dataset/hyper-parameters.json' with { type: 'json' };

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
    const made = await choiceSets(await readQuestions(questions), await context.tools({ analyse: true }));
    for (const line of describeSets(made)) context.say(line);
    return { lines: made.sets.map(({ id, row, choice, words }) => JSON.stringify({ id, ...row, choice, words })) };
  },
});

const inputs = defineAction({
  summary: 'inputs of a multiple-choice model, with a generated scene before each question, or without',
  options: z.object({
    questions: QUESTIONS,
    scenes: z.string().optional().describe('predictions {id, prediction} of the sets; without it the baseline'),
    folder: z
      .string()
      .optional()
      .describe(
        'folder for a training run: the inputs under the name of the questions, and hyper-parameters.json with the seeds (appendix B)',
      ),
  }),
  examples: [
    'commongen transfer inputs --questions dev.jsonl --scenes predictions.jsonl --output dev-with-scenes.jsonl',
    'commongen transfer inputs --questions train.jsonl --scenes predictions.jsonl --folder roberta-with-scenes',
  ],
  async run({ questions, scenes, folder }) {
    const read = await readQuestions(questions);
    const generated = new Map<string, string>();
    // Predictions for a file of sets are named by line, and the sets were written question by question, choice by choice.
    const ids = read.flatMap(({ id, choices }) => choices.map(({ label }) => `${id}/${label}`));
    if (scenes)
      for await (const { value } of readJsonl(scenes, predictionSchema)) generated.set(ids[Number(value.id)] ?? value.id, value.prediction);
    const rows = transferRows(read, scenes ? generated : undefined);
    if (!folder) return { lines: rows.map((row) => JSON.stringify(row)) };
    const file = join(folder, `${basename(questions).replace(/(\.jsonl?)?(\.gz)?$/, '')}.jsonl`);
    const settings = join(folder, 'hyper-parameters.json');
    await mkdir(folder, { recursive: true });
    await writeJsonl(file, rows);
    await writeJson(settings, { ...hyperParameters.transfer, scenes: scenes ? basename(scenes) : null });
    return { json: { inputs: file, settings, rows: rows.length }, text: `${file}: ${rows.length} questions\n${settings}` };
  },
});

const curve = defineAction({
  summary: "the best checkpoint of each system, and how soon it reaches the baseline's best or a given accuracy",
  options: z.object({
    accuracies: z.string().optional().describe("CSV with system, steps, accuracy (default: the paper's Table 8)"),
    baseline: z.string().default(PUBLISHED_BASELINE).describe('name of the baseline system'),
    accuracy: z.number().min(0).max(1).optional().describe('report when each system first reaches this accuracy (0.7477 in the paper)'),
    page: z.string().optional().describe('file to write a page with the curves drawn, the published ones behind them'),
  }),
  examples: [
    'commongen transfer curve --accuracies curve.csv --baseline RoBERTa-Large --json',
    'commongen transfer curve --accuracy 0.7477',
    'commongen transfer curve --accuracies curve.csv --accuracy 0.7477 --page curves.html',
  ],
  async run({ accuracies, baseline, accuracy, page }, context) {
    const points = accuracies ? await readCurves(accuracies) : PUBLISHED_CURVES;
    if (!points[baseline])
      throw new InputError(`has no system "${baseline}"`, { file: accuracies ?? 'Table 8', expected: Object.keys(points).join(', ') });
    const curves = learningCurves(points, { baseline, accuracy });
    const reach = (key: string, label: string) => [
      { key: `${key}Steps`, label },
      { key: `${key}SpeedUp`, label: 'times sooner', format: fixed(2) },
    ];
    const cells = (key: string, reached: Reached | null | undefined) => ({
      [`${key}Steps`]: reached?.steps,
      [`${key}SpeedUp`]: reached?.speedUp,
    });
    const table: Table = {
      columns: [
        { key: 'system', label: 'System' },
        { key: 'best', label: 'Best accuracy', format: percent(2) },
        { key: 'steps', label: 'at step' },
        ...reach('baseline', "baseline's best at"),
        ...(accuracy === undefined ? [] : reach('accuracy', `${(100 * accuracy).toFixed(2)} at`)),
      ],
      rows: Object.entries(curves).map(([system, { best, reachesBaseline, reachesAccuracy }]) => ({
        system,
        best: best?.accuracy,
        steps: best?.steps,
        ...cells('baseline', reachesBaseline),
        ...cells('accuracy', reachesAccuracy),
      })),
    };
    if (page) {
      const html = curveFigure(points, { published: accuracies ? PUBLISHED_CURVES : {}, accuracy }) + tableToHtml(table);
      const sections = [{ id: 'curves', title: 'Learning curves', html }];
      await writeFileAtomic(page, renderPage({ title: 'Transfer to CommonsenseQA', sections, footer: `sensebench ${context.version}` }));
      context.say(`page: ${page}`);
    }
    return { json: curves, tables: [table] };
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

/** Notes on the sets: choices whose concepts are not nouns and verbs, and sets that are alike. */
function describeSets({ sets, withoutConcept, widened, sameConcepts, same }: ChoiceSets): string[] {
  const like = (ids: readonly string[]) => (ids.length > 0 ? `, like ${ids[0]}` : '');
  return [
    `${sets.length} concept-sets; each ends with the words of its choice`,
    `${withoutConcept} choices have no noun or verb, so that their other words are used; ${widened} choices use more words to differ from another choice`,
    `${sameConcepts.length} questions have two choices of the same concepts, in another order${like(sameConcepts)}`,
    `${same.length} questions have two choices with the same set${like(same)}`,
  ];
}

async function readCurves(path: string): Promise<Record<string, CurvePoint[]>> {
  const points: Record<string, CurvePoint[]> = {};
  for await (const { line, record } of readCsv(path)) {
    const { system, steps, accuracy } = parseWith(pointSchema, record, { file: path, line });
    points[system] ??= [];
    points[system].push({ steps, accuracy });
  }
  return points;
}
