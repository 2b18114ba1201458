/** Changing the phases. Somebody else's change is never overwritten unseen: both texts are shown, and the owner decides. */
import { useState } from 'preact/hooks';
import { call, Problem, wordsOf } from '../api/call.ts';
import { ActionButton } from '../parts/action-button.tsx';
import type { Competition } from './competition.ts';
import { PhasesEditor, useChecked } from './phases-editor.tsx';

export function EditPhases({ competition, reload }: { competition: Competition; reload(): Promise<void> }) {
  const { id: board, yaml: saved, version: current } = competition;
  const [own, setOwn] = useState<{ yaml: string; version: number } | null>(null);
  const [conflict, setConflict] = useState<string | null>(null);
  const [done, setDone] = useState(false);
  const yaml = own?.yaml ?? saved ?? '';
  const version = own?.version ?? current;
  const changed = own !== null && own.yaml !== saved;
  const checked = useChecked(yaml, board, changed ? () => call('post', '/api/boards/preview', { body: { board, phases: yaml } }) : null);

  async function save(over: number): Promise<void> {
    setConflict(null);
    setDone(false);
    try {
      await call('patch', '/api/boards/{board}', { params: { board }, body: { phases: yaml, version: over } });
      setOwn(null);
      setDone(true);
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 409) throw error;
      setConflict(wordsOf(error));
    }
    await reload();
  }

  return (
    <section aria-labelledby="edit">
      <h2 id="edit">Phases</h2>
      <PhasesEditor
        yaml={yaml}
        change={(text) => {
          setDone(false);
          // The version is the one of the text that was changed first.
          setOwn({ yaml: text, version });
        }}
        checked={checked}
        idle={!changed}
      />
      <div class="buttons">
        <ActionButton kind="primary" disabled={!changed || !checked || 'fault' in checked} act={() => save(version)}>
          Save the phases
        </ActionButton>
        {changed && (
          <button
            type="button"
            onClick={() => {
              setConflict(null);
              setOwn(null);
            }}
          >
            Drop my changes
          </button>
        )}
        <span role="status" class="soft">
          {done && 'saved'}
        </span>
      </div>
      <div role="alert">
        {conflict && (
          <div class="banner bad">
            <p dir="auto">{conflict}</p>
            {current !== version && (
              <>
                <p>Your text is still here, above. This is what is saved now:</p>
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard */}
                <section class="theirs" tabIndex={0} aria-label="Phases that are saved now">
                  <pre>{saved}</pre>
                </section>
                <ActionButton act={() => save(current)}>Save mine in its place</ActionButton>
              </>
            )}
          </div>
        )}
      </div>
    </section>
  );
}
