/** Writing rationales: the common sense behind each sentence of a concept-set. */
import { Chips, Passage } from '../parts/text.tsx';
import { focusNextField, WritingField } from '../parts/writing-field.tsx';
import { fieldOf, textOf, textsOf } from './read-json.ts';
import { definePage } from './task-page.tsx';

interface ShownSentences {
  concepts: string[];
  sentences: string[];
}

export const rationalesPage = definePage<ShownSentences, ReadonlyMap<string, string>>({
  names: ['rationales'],
  read(shown) {
    const [concepts, sentences] = [textsOf(shown, 'concepts'), textsOf(shown, 'sentences')];
    return concepts && sentences && { concepts, sentences: [...new Set(sentences)] };
  },
  draft(value, { sentences }) {
    const written = fieldOf(value, 'rationales');
    return new Map(sentences.map((sentence) => [sentence, textOf(written, sentence) ?? '']));
  },
  value: (draft) => ({
    rationales: Object.fromEntries(
      [...draft].map(([sentence, text]) => [sentence, text.trim().replace(/\s+/g, ' ')]).filter(([, text]) => text),
    ),
  }),
  missing: (draft) => ([...draft.values()].some((text) => text.trim()) ? null : 'Write for one of the sentences at least.'),
  title: ({ concepts }) => concepts.join(', '),
  keys: [
    { keys: 'Enter', does: 'to the next sentence; in the last one, send' },
    { keys: 'Esc', does: 'out of the field, so that other keys work' },
  ],
  View: ({ shown: { concepts, sentences }, draft, change, send, active }) => (
    <>
      <div class="shown">
        <Chips words={concepts} label="Words" />
      </div>
      {sentences.map((sentence, i) => (
        <div key={sentence} class="sentence-block">
          <Passage text={sentence} words={concepts} kind="large" />
          <WritingField
            label={`Common sense behind sentence ${i + 1}`}
            text={draft.get(sentence) ?? ''}
            change={(text) => change(new Map([...draft, [sentence, text]]))}
            onEnter={() => focusNextField() || send()}
            first={active && i === 0}
          />
        </div>
      ))}
    </>
  ),
});
