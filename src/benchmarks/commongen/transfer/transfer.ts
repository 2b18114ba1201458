/** Transfer to CommonsenseQA (Lin et al. 2020, section 5.3): a generated scene for each choice before the question. */

import { InputError, type Tools } from '../../../core/index.ts';
import type { CommonGenRow } from '../row.ts';

export interface ChoiceQuestion {
  id: string;
  question: string;
  choices: { label: string; text: string }[];
  answerKey?: string;
}

/** One concept-set for each choice of each question: the nouns and verbs of both, in the order of their first occurrence. */
export async function transferSets(
  questions: readonly ChoiceQuestion[],
  tools: Pick<Tools, 'analyse'>,
): Promise<{ id: string; row: CommonGenRow }[]> {
  const texts = questions.flatMap(({ question, choices }) => [question, ...choices.map(({ text }) => text)]);
  const analyses = await tools.analyse(texts, { entities: false });
  let next = 0;
  return questions.flatMap(({ id, choices }) => {
    const ofQuestion = conceptsIn(analyses[next++].tokens);
    return choices.map(({ label }) => {
      const concepts = [...new Set([...ofQuestion, ...conceptsIn(analyses[next++].tokens)])];
      return { id: `${id}/${label}`, row: { concept_set: concepts.join('#') || 'nothing', scene: [] } };
    });
  });
}

function conceptsIn(tokens: readonly { tag: string; lemma: string }[]): string[] {
  return tokens.filter(({ tag }) => /^(NN|VB)/.test(tag)).map(({ lemma }) => lemma.toLowerCase().replaceAll('#', ''));
}

/** `<s> G: g | Q: q </s> C: c </s>`; without a scene, the baseline's form. */
export function transferInput({ question, choice, scene }: { question: string; choice: string; scene?: string }): string {
  return `<s> ${scene === undefined ? '' : `G: ${scene} | `}Q: ${question} </s> C: ${choice} </s>`;
}

export interface TransferRow {
  id: string;
  inputs: string[];
  label: number | null;
}

/** Rows for training and evaluating a multiple-choice model; `scenes` by `question/choice`, absent for the baseline. */
export function transferRows(questions: readonly ChoiceQuestion[], scenes?: ReadonlyMap<string, string>): TransferRow[] {
  return questions.map(({ id, question, choices, answerKey }) => {
    const label = choices.findIndex((choice) => choice.label === answerKey);
    const inputs = choices.map(({ label: letter, text }) => {
      const scene = scenes?.get(`${id}/${letter}`);
      if (scenes && scene === undefined) throw new InputError(`no generated scene for "${id}/${letter}"`);
      return transferInput({ question, choice: text, scene });
    });
    return { id, inputs, label: label < 0 ? null : label };
  });
}

export interface CurvePoint {
  steps: number;
  accuracy: number;
}

export interface LearningCurve {
  best: CurvePoint | null;
  /** First checkpoint that reaches the baseline's best, and how much earlier that is. */
  reachesBaseline: { steps: number; speedUp: number } | null;
}

/** Figure 6 and Table 8: the best checkpoint of each system, and how soon it reaches the baseline's best. */
export function learningCurves(points: Readonly<Record<string, readonly CurvePoint[]>>, baseline: string): Record<string, LearningCurve> {
  const bestOf = (list: readonly CurvePoint[]) =>
    list.reduce<CurvePoint | null>((best, point) => (best && best.accuracy >= point.accuracy ? best : point), null);
  const target = bestOf(points[baseline] ?? []);
  return Object.fromEntries(
    Object.entries(points).map(([system, list]) => {
      const reached = target && [...list].sort((a, b) => a.steps - b.steps).find(({ accuracy }) => accuracy >= target.accuracy);
      return [
        system,
        { best: bestOf(list), reachesBaseline: reached && target ? { steps: reached.steps, speedUp: target.steps / reached.steps } : null },
      ];
    }),
  );
}
