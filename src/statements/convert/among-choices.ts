/** Names the choices in front of a superlative that is true among them only: "Of iron, copper and argon, argon is the least conductive." */
import type { Draft } from './convert-question.ts';
import { made, sentence, uncapitalised } from './parse/words.ts';

export function amongChoices(draft: Draft, choices: readonly string[]): Draft {
  if (choices.length < 2) return draft;
  const names = choices
    .map((choice) => choice.trim().replace(/\.$/, ''))
    .map((choice) => (/^\p{Lu}\p{Ll}+$/u.test(choice) ? choice : lowered(choice)));
  const listed = `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`;
  const words = [...made(`of ${listed}`, 'NN'), ...made(',', ','), ...uncapitalised(draft.made.words)];
  return { ...draft, statement: sentence(words), made: { ...draft.made, words, rule: `${draft.made.rule}/listed` } };
}

const lowered = (text: string) => (/^\p{Lu}\p{Ll}/u.test(text) && text.includes(' ') ? text.charAt(0).toLowerCase() + text.slice(1) : text);
