/** The author's judgement of every answer, plausibility.yaml beside context.yaml: question id, answer id, 1 to 4 as annotators rate. */
import { z } from 'zod';
import { InputError } from '../../../core/index.ts';
import { nameOf, readYaml } from '../../../files/index.ts';
import type { AuthoredContext, AuthoredQuestion } from './authored-context.ts';

const plausibilitySchema = z.record(z.string(), z.record(z.string(), z.int().min(1).max(4)));

/** A good fit (3, 4) is marked correct, a bad fit (1) incorrect; 2, not sure, is not marked. */
export async function withPlausibility(authored: AuthoredContext, path: string): Promise<AuthoredContext> {
  const judged = new Map(Object.entries(await readYaml(path, plausibilitySchema)));
  const mark = (question: AuthoredQuestion): AuthoredQuestion => {
    const fits = Object.entries(judged.get(question.id ?? '') ?? {});
    judged.delete(question.id ?? '');
    const of = (keep: (fit: number) => boolean) => fits.filter(([, fit]) => keep(fit)).map(([answer]) => answer);
    return {
      ...question,
      correct: [...(question.correct ?? []), ...of((fit) => fit >= 3)],
      incorrect: [...(question.incorrect ?? []), ...of((fit) => fit === 1)],
    };
  };
  const categories = authored.categories.map((category) => ({ ...category, questions: category.questions.map(mark) }));
  const [unknown] = judged.keys();
  if (unknown !== undefined)
    throw new InputError(`judges question ${unknown}, which the context does not have`, {
      file: nameOf(path),
      expected: 'ids of context.yaml',
    });
  return { ...authored, categories };
}
