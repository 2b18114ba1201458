/** Old and new ranks side by side, after labels or a metric changed and everything was scored again. */
import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import { Empty, Ready } from '../parts/loading.tsx';
import { when } from '../parts/time.ts';
import { useLoaded } from '../parts/use-loaded.ts';
import { Changes } from './changes.tsx';
import type { Competition } from './competition.ts';

export function RescoringPage({ competition, number }: { competition: Competition; number: number }) {
  const board = competition.id;
  const [running, setRunning] = useState(false);
  const loaded = useLoaded(
    async () => {
      const found = await call('get', '/api/boards/{board}/rescorings/{number}', { params: { board, number } });
      setRunning(found.rescoring.state === 'running');
      return found;
    },
    `${board} ${number}`,
    { everySeconds: running ? 2 : 0 },
  );
  return (
    <Ready loaded={loaded}>
      {({ rescoring: { at, reason, labels, scorer, state, scored, of, problem }, phases }) => (
        <>
          <h2>Scored again: old and new ranks</h2>
          <dl class="facts">
            <div>
              <dt>When</dt>
              <dd>{when(at)}</dd>
            </div>
            <div>
              <dt>Why</dt>
              <dd dir="auto">{reason}</dd>
            </div>
            <div>
              <dt>Labels</dt>
              <dd>{labels ? 'changed' : 'the same'}</dd>
            </div>
            <div>
              <dt>By</dt>
              <dd>sensebench {scorer}</dd>
            </div>
          </dl>
          {state === 'running' && (
            <label class="bar">
              <span>
                {scored} of {of} scored; the board changes when all are
              </span>
              <progress value={scored} max={Math.max(1, of)} />
            </label>
          )}
          {problem && (
            <div class="banner bad">
              <p dir="auto">{problem}</p>
            </div>
          )}
          {phases.length === 0 && state === 'done' && <Empty>No phase had begun.</Empty>}
          {phases.map((compared) => {
            const phase = competition.phases.find(({ name }) => name === compared.phase);
            return (
              <section key={compared.phase} aria-labelledby={`phase-${phase?.number}`}>
                <h2 id={`phase-${phase?.number}`}>
                  <bdi>{compared.phase}</bdi>
                </h2>
                <Changes
                  compared={compared}
                  rank={phase?.rank ?? 'score'}
                  scale={phase?.scale ?? 1}
                  names={{ old: 'before', now: 'after' }}
                />
              </section>
            );
          })}
        </>
      )}
    </Ready>
  );
}
