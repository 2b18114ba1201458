/** Writing a reference: a sentence with all concepts, checked while it is written, and the common sense behind it. */
import { Chips } from '../parts/text.tsx';
import { focusNextField, WritingField } from '../parts/writing-field.tsx';
import { missingWords } from './find-words.ts';
import { textOf, textsOf } from './read-json.ts';
import { definePage } from './task-page.tsx';

interface Draft {
  sentence: string;
  rationale: string;
}

export const referencesPage = definePage<{ concepts: string[] }, Draft>({
  names: ['references'],
  read(shown) {
    const concepts = textsOf(shown, 'concepts');
    return concepts && { concepts };
  },
  draft: (value) => ({ sentence: textOf(value, 'sentence') ?? '', rationale: textOf(value, 'rationale') ?? '' }),
  value: ({ sentence, rationale }) => ({ sentence: tidy(sentence), rationale: tidy(rationale) }),
  missing: ({ sentence }) => (sentence.trim() ? null : 'Write a sentence first.'),
  title: ({ concepts }) => concepts.join(', '),
  checked: true,
  keys: [
    { keys: 'Enter', does: 'to the common sense, then send' },
    { keys: 'Esc', does: 'out of the field, so that other keys work' },
  ],
  View: ({ shown: { concepts }, draft, change, send, active }) => (
    <>
      <div class="shown">
        <Chips words={concepts} missing={missingWords(draft.sentence, concepts)} label="Words to use" />
      </div>
      <WritingField
        label="A sentence about an everyday scene, with all the words"
        text={draft.sentence}
        change={(sentence) => change({ ...draft, sentence })}
        onEnter={() => focusNextField()}
        first={active}
        required
      />
      <WritingField
        label="The common sense behind it"
        help="What is true in general and makes this scene a usual one."
        text={draft.rationale}
        change={(rationale) => change({ ...draft, rationale })}
        onEnter={() => send()}
      />
    </>
  ),
});

function tidy(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
