/** The results so far: warnings, the distribution of the answers, agreement, and the task's outcome. */
import { call } from '../api/call.ts';
import { Histogram } from '../parts/histogram.tsx';
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
      {({ answers, agreement, outcome, warnings, computed }) => (
        <>
          <Warnings texts={warnings} />
          {agreement.length + outcome.length === 0 && <Empty>There are no answers yet. Results appear with the first ones.</Empty>}
          {answers.length > 0 && (
            <section aria-labelledby="answers">
              <h2 id="answers">Answers</h2>
              <div class="histograms">
                {answers.map((own) => (
                  <Histogram key={own.field} {...own} />
                ))}
              </div>
            </section>
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
            Computed {when(computed)}. <code>sensebench agreement</code> gives the same figures for the downloaded file.{' '}
            <button type="button" class="quiet" onClick={() => void loaded.reload()}>
              Refresh
            </button>
          </p>
        </>
      )}
    </Ready>
  );
}
