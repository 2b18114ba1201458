/** Transfer to CommonsenseQA (Lin et al. 2020, section 5.3): a generated scene for each choice before the question. */
import { InputError } from '../../../core/index.ts';

export interface ChoiceQuestion {
  id: string;
  question: string;
  choices: { label: string; text: string }[];
  answerKey?: string;
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
