/** Writing a contrastive pair from keywords: two fields, and the keywords that are still to be used. */
import { Chips } from '../parts/text.tsx';
import { focusNextField, WritingField } from '../parts/writing-field.tsx';
import { missingWords } from './find-words.ts';
import { textOf, textsOf } from './read-json.ts';
import { definePage } from './task-page.tsx';

interface Draft {
  first: string;
  second: string;
}

export const writePairPage = definePage<{ keywords: string[] }, Draft>({
  names: ['write'],
  read(shown) {
    const keywords = textsOf(shown, 'keywords');
    return keywords && { keywords };
  },
  draft: (value) => splitPair(textOf(value, 'sentences') ?? ''),
  value: ({ first, second }) => ({ sentences: [first, second].map(ended).filter(Boolean).join(' ') }),
  missing: ({ first, second }) => (first.trim() && second.trim() ? null : 'Write both sentences.'),
  title: ({ keywords }) => keywords.join(', '),
  checked: true,
  keys: [
    { keys: 'Enter', does: 'to the second sentence, then send' },
    { keys: 'Esc', does: 'out of the field, so that other keys work' },
  ],
  View: ({ shown: { keywords }, draft, change, send, active }) => (
    <>
      <div class="shown">
        <Chips words={keywords} missing={missingWords(`${draft.first} ${draft.second}`, keywords)} label="Keywords to use" />
      </div>
      <WritingField
        label="First sentence"
        text={draft.first}
        change={(first) => change({ ...draft, first })}
        onEnter={() => focusNextField()}
        first={active}
        required
      />
      <WritingField
        label="Second sentence"
        text={draft.second}
        change={(second) => change({ ...draft, second })}
        onEnter={() => send()}
        required
      />
    </>
  ),
});

/** Where a sentence has no end, the next one would be taken for its rest. */
function ended(sentence: string): string {
  const trimmed = sentence.trim().replace(/\s+/g, ' ');
  return trimmed === '' || /[.!?…]["'”’)]*$/.test(trimmed) ? trimmed : `${trimmed}.`;
}

function splitPair(text: string): Draft {
  const [, first = text, second = ''] = /^(.*?[.!?…]["'”’)]*)\s+(\S.*)$/s.exec(text) ?? [];
  return { first, second };
}
