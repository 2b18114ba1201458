/** A board as files, the starter kit, and a link to the view that is shown. */
import { useState } from 'preact/hooks';
import { addressOf } from '../api/call.ts';
import { CopyBox } from '../parts/copy-box.tsx';
import { boardPath, type Competition, type Phase } from './competition.ts';

const FORMATS = [
  { format: 'csv', label: 'CSV' },
  { format: 'json', label: 'JSON' },
  { format: 'tex', label: 'LaTeX' },
  { format: 'md', label: 'Markdown' },
] as const;

export function TakeAway({ competition: { id: board, live }, phase: { number, state } }: { competition: Competition; phase: Phase }) {
  const [link, setLink] = useState<string | null>(null);
  const params = { board, phase: number };
  return (
    <section aria-labelledby="take-away">
      <h2 id="take-away">Take away</h2>
      <div class="buttons">
        {state !== 'coming' &&
          FORMATS.map(({ format, label }) => (
            <a
              key={format}
              class="button"
              href={addressOf('/api/boards/{board}/phases/{phase}/download', { params, query: { format } })}
              download
            >
              {label}
            </a>
          ))}
        {state !== 'coming' && live && (
          <a class="button" href={addressOf('/api/boards/{board}/phases/{phase}/kit', { params })} download>
            Starter kit
          </a>
        )}
        <a class="button" href={addressOf('/api/boards/{board}/static', { params })} download>
          Plain HTML pages
        </a>
        <button type="button" onClick={() => setLink(`${location.origin}${boardPath(board, 'phases', number)}${location.search}`)}>
          Link to this view
        </button>
      </div>
      {link && <CopyBox label="This link shows the same phase, rows, columns and order" text={link} />}
    </section>
  );
}
