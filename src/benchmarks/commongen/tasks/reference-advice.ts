/** Advice to people who write references (Lin et al. 2020, Figure 7): length, pronoun subject, tense, voice. Nothing is blocked. */
import type { Token } from '../../../core/index.ts';

export const LONGEST = 20;

const PRONOUNS = new Set(['i', 'you', 'he', 'she', 'they', 'we', 'it']);
const SUBJECTS = new Set(['nsubj', 'nsubjpass']);

/** Tokens are parsed. */
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
