/** Phases as YAML, checked while they are written: the line of a mistake is marked, and what would be made is shown. */
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Problem, type Reply, wordsOf } from '../api/call.ts';
import { Warnings } from '../parts/loading.tsx';
import { count, moment } from '../parts/time.ts';

import { faultLine, lineStart } from './yaml-lines.ts';

export type BoardPreview = Reply<'post', '/api/boards/preview'>;

export type Checked = { yaml: string; preview: BoardPreview } | { yaml: string; fault: string };

interface PhasesEditorProps {
  yaml: string;
  change(yaml: string): void;
  /** What the check of this text said; null while it is on its way. */
  checked: Checked | null;
  /** There is nothing to check: the text is what is saved. */
  idle?: boolean;
}

export function PhasesEditor({ yaml, change, checked, idle = false }: PhasesEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const gutter = useRef<HTMLDivElement>(null);
  const id = useId();
  const fault = checked && 'fault' in checked ? checked.fault : null;
  const line = fault === null ? null : faultLine(fault);
  const lines = yaml.split('\n').length;

  function goToLine(): void {
    if (!field.current || line === null) return;
    const { start, end } = lineStart(yaml, line);
    field.current.focus();
    field.current.setSelectionRange(start, end);
  }

  return (
    <div class="phases-editor">
      <label for={id}>Phases (YAML)</label>
      <div class="numbered">
        <div ref={gutter} class="gutter" aria-hidden="true">
          {Array.from({ length: lines }, (_, i) => (
            <span key={String(i)} class={line === i + 1 ? 'wrong' : ''}>
              {i + 1}
            </span>
          ))}
        </div>
        <textarea
          id={id}
          ref={field}
          wrap="off"
          spellcheck={false}
          autocapitalize="off"
          rows={Math.min(32, Math.max(16, lines + 1))}
          value={yaml}
          aria-invalid={fault !== null}
          aria-describedby={`${id}-said`}
          onInput={({ currentTarget }) => change(currentTarget.value)}
          onScroll={({ currentTarget }) => {
            if (gutter.current) gutter.current.scrollTop = currentTarget.scrollTop;
          }}
        />
      </div>
      <div id={`${id}-said`} role="status" class="check-said">
        {checked === null && !idle && <p class="soft">Checking…</p>}
        {fault !== null && (
          <div class="banner bad">
            <p class="fault" dir="auto">
              {fault}
            </p>
            {line !== null && (
              <button type="button" onClick={goToLine}>
                Go to line {line}
              </button>
            )}
          </div>
        )}
        {checked && 'preview' in checked && <Preview preview={checked.preview} />}
      </div>
    </div>
  );
}

function Preview({ preview: { title, phases, references, published, warnings } }: { preview: BoardPreview }) {
  return (
    <div class="banner good">
      <p>
        <strong>
          <bdi>{title}</bdi>
        </strong>
        : {count(phases.length, 'phase')}, no mistake found.
      </p>
      <ul class="preview-phases">
        {phases.map((phase) => (
          <li key={phase.name}>
            <strong>
              <bdi>{phase.name}</bdi>
            </strong>
            , {moment(phase.start)} to {phase.end === null ? 'no end' : moment(phase.end)}: {count(phase.scored, 'item')} scored (
            {phase.private > 0 ? `${phase.public} public, ${phase.private} private` : 'all public'}
            {phase.between > 0 && `, ${phase.between} of neither`}); the kit shows {phase.withAnswers} with answers and{' '}
            {phase.withoutAnswers} without.
            {phase.leak && (
              <span class="soft">
                {' '}
                One account with all its {phase.leak.submissions} submissions can be certain of at most {phase.leak.labels} labels.
              </span>
            )}
          </li>
        ))}
      </ul>
      {references.length > 0 && <p>Reference rows: {references.join(', ')}.</p>}
      {published.length > 0 && (
        <p>
          From papers, beside or apart: <bdi>{[...new Set(published)].join(', ')}</bdi>.
        </p>
      )}
      <Warnings texts={warnings} />
    </div>
  );
}

const PAUSE_MS = 400;

/** Checks a text when it has not been changed for a moment. Null: no answer for this text yet, or nothing to check with. */
export function useChecked(yaml: string, key: string, check: (() => Promise<BoardPreview>) | null): Checked | null {
  const [said, setSaid] = useState<{ key: string; checked: Checked } | null>(null);
  const off = check === null;
  useEffect(() => {
    if (check === null) return;
    let gone = false;
    const timer = setTimeout(() => {
      check().then(
        (preview) => gone || setSaid({ key, checked: { yaml, preview } }),
        (error: unknown) => {
          if (gone) return;
          const passing = error instanceof Problem && error.passing ? ' The check goes on when you write.' : '';
          setSaid({ key, checked: { yaml, fault: `${wordsOf(error)}${passing}` } });
        },
      );
    }, PAUSE_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [yaml, key, off]);
  return said && said.key === key && said.checked.yaml === yaml ? said.checked : null;
}
