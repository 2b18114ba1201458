/** What follows from the answers so far: warnings first, then agreement, then the outcome. */
import { call } from '../api/call.ts';
import { Empty, Ready, Warnings } from '../parts/loading.tsx';
import { TableView } from '../parts/shown-table.tsx';
import { StudyFrame, type StudyPageProps } from '../parts/study-head.tsx';
import { when } from '../parts/time.ts';
import { useLoaded } from '../parts/use-loaded.ts';

export function ResultsPage({ study }: StudyPageProps) {
  return (
    <StudyFrame study={study} here="/results">
      {() => <Results study={study} />}
    </StudyFrame>
  );
}

function Results({ study }: { study: string }) {
  const loaded = useLoaded(() => call('get', '/api/studies/{study}/outcome', { params: { study } }), study);
  return (
    <Ready loaded={loaded}>
      {({ agreement, outcome, warnings, computed }) => (
        <>
          <Warnings texts={warnings} />
          {agreement.length + outcome.length === 0 && (
            <Empty>There is nothing to count yet: the first answers bring the first tables.</Empty>
          )}
          {agreement.length > 0 && (
            <section aria-labelledby="agreement">
              <h2 id="agreement">Agreement</h2>
              {agreement.map((table, i) => (
                <TableView key={table.caption ?? i} table={table} />
              ))}
            </section>
          )}
          {outcome.length > 0 && (
            <section aria-labelledby="outcome">
              <h2 id="outcome">Outcome</h2>
              {outcome.map((table, i) => (
                <TableView key={table.caption ?? i} table={table} />
              ))}
            </section>
          )}
          <p class="soft">
            Counted {when(computed)}. The same numbers as <code>sensebench agreement</code> says of the downloaded file.{' '}
            <button type="button" class="quiet" onClick={() => void loaded.reload()}>
              Count again
            </button>
          </p>
        </>
      )}
    </Ready>
  );
}
