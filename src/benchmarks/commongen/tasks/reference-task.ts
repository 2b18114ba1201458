/** Reference collection (Lin et al. 2020, section 3.2 and Figure 7) as an annotation task: what a worker is shown, writes, and is advised. */
import { z } from 'zod';
import type { AnnotationTask, Token } from '../../../core/index.ts';

export const REFERENCE_TASK = 'commongen/reference';
export const WORKERS_PER_SET = 3;
const LONGEST = 20;

/** What a worker writes for a set. */
export const referenceValueSchema = z.object({ sentence: z.string().min(1), rationale: z.string().default('') });
export type ReferenceValue = z.infer<typeof referenceValueSchema>;

export const referenceTask: AnnotationTask = {
  name: REFERENCE_TASK,
  summary: 'write one sentence about an everyday scene with all given words, and the common sense behind it',
  guidelines: `Write a natural and simple English sentence about a common scene that contains all of the given words, and the commonsense knowledge that you used.

- The words are given in random order; use them in any order.
- Other forms are fine: plurals (apples), verb forms (picks, put).
- New words like "boy" may be added to make the scene natural and complete.
- Simple present tense and active voice are better, and at most ${LONGEST} words.
- Use "a man", "a girl", "a group of people" and the like, not I, you, he, she or they.
- Imagine that you are looking at a video or a picture of the scene.`,
  value: referenceValueSchema,
};

/** `apple(noun), pick(verb)`: each concept with the part of speech that it has most often in the captions. */
export function showConcepts(concepts: readonly { word: string; noun: number; verb: number }[]): string {
  return concepts.map(({ word, noun, verb }) => `${word}(${verb > noun ? 'verb' : 'noun'})`).join(', ');
}

const PRONOUNS = new Set(['i', 'you', 'he', 'she', 'they', 'we', 'it']);
const SUBJECTS = new Set(['nsubj', 'nsubjpass']);

/** Advice that warns and does not block: length, pronoun subject, tense, voice. Tokens are parsed. */
export function adviceOn(tokens: readonly Token[]): string[] {
  const advice: string[] = [];
  const words = tokens.filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  if (words.length > LONGEST) advice.push(`${words.length} words; at most ${LONGEST} are better`);
  if (tokens.some(({ text, relation }) => SUBJECTS.has(relation ?? '') && PRONOUNS.has(text.toLowerCase())))
    advice.push('the subject is a pronoun; name who it is');
  const root = tokens.findIndex(({ head }) => head === 0);
  const main = tokens[root];
  const helpers = tokens.filter(({ head, relation }) => head === root + 1 && relation?.startsWith('aux'));
  if ([main, ...helpers].some((token) => token?.tag === 'VBD')) advice.push('past tense; the present is better');
  const passive = main?.tag === 'VBN' && helpers.some(({ lemma }) => lemma === 'be');
  if (passive) advice.push('passive voice; the active is better');
  return advice;
}
