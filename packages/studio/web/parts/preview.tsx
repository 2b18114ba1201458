/** An item as an annotator would get it, with the guideline beside it; nothing is sent. */
import { useState } from 'preact/hooks';
import type { Form } from '../../src/server/http/shapes.ts';
import { pageOf } from '../tasks/index.ts';
import { Guideline } from './guideline.tsx';
import { Empty } from './loading.tsx';

interface PreviewProps {
  task: string;
  form: Form;
  samples: readonly unknown[];
  guideline: string;
}

export function Preview({ task, form, samples, guideline }: PreviewProps) {
  const [place, setPlace] = useState(0);
  const [tried, setTried] = useState('');
  if (samples.length === 0) return <Empty>There are no items to show.</Empty>;
  const given = { task, form, shown: samples[place] };
  const { Editor } = pageOf(given);
  return (
    <div class="preview">
      <div class="buttons">
        <button type="button" disabled={place === 0} onClick={() => setPlace(place - 1)}>
          Previous
        </button>
        <span class="soft">
          Example {place + 1} of {samples.length}
        </span>
        <button type="button" disabled={place === samples.length - 1} onClick={() => setPlace(place + 1)}>
          Next example
        </button>
      </div>
      <div class="work-columns">
        <div class="item-card">
          <Editor
            key={place}
            {...given}
            active={false}
            sendLabel="Try it"
            onSend={(value) => setTried(`This would be sent: ${JSON.stringify(value)}`)}
          />
          <p role="status" class="soft tried" dir="auto">
            {tried}
          </p>
        </div>
        <aside aria-label="Guideline">
          <Guideline text={guideline} />
        </aside>
      </div>
    </div>
  );
}
