/** One submission: where it stands, what its sender says of it, its scores by breakdown, and single items where the phase allows. */
import { useState } from 'preact/hooks';
import { call, type Reply } from '../api/call.ts';
import { Empty, Ready } from '../parts/loading.tsx';
import { Link } from '../parts/navigation.tsx';
import { count, when } from '../parts/time.ts';
import { useLoaded } from '../parts/use-loaded.ts';
import { type BoardRow, boardPath, type Competition, type Submission } from './competition.ts';
import { ItemComparison } from './item-comparison.tsx';
import { printed, printedChange, printedInterval, printedP, printedRanks } from './printed.ts';
import { SaidForm } from './said-fields.tsx';
import { ScoreTables } from './score-tables.tsx';
import { SubmissionActions } from './submission-actions.tsx';
import { isWaiting, SubmissionState } from './submission-state.tsx';

type Found = Reply<'get', '/api/boards/{board}/submissions/{submission}'>;

export function SubmissionPage({ competition, submission }: { competition: Competition; submission: string }) {
  const board = competition.id;
  const params = { board, submission };
  const [waiting, setWaiting] = useState(false);
  const loaded = useLoaded(
    async () => {
      const found = await call('get', '/api/boards/{board}/submissions/{submission}', { params });
      setWaiting(found.own !== null && isWaiting(found.own));
      return found;
    },
    submission,
    { everySeconds: waiting ? 2 : 30 },
  );
  return (
    <Ready loaded={loaded}>
      {(found) => {
        const { phase, phaseNumber, row, own, tables, items, others } = found;
        const { scale = 1, rank = '' } = competition.phases.find(({ number }) => number === phaseNumber) ?? {};
        return (
          <>
            <h2>
              <bdi>{row?.name ?? own?.row ?? 'A submission'}</bdi>
            </h2>
            <p class="subtitle">
              in <Link to={boardPath(board, 'phases', phaseNumber)}>{phase}</Link>
              {row?.account && (
                <>
                  {' '}
                  · by <bdi>{row.account}</bdi>
                </>
              )}
              {(row?.at ?? own?.at) && ` · ${when(row?.at ?? own?.at ?? '')}`}
            </p>
            {own && <Own competition={competition} own={own} reload={loaded.reload} />}
            {row && <Figures row={row} found={found} scale={scale} />}
            <Said row={row} own={own} />
            {row && <ScoreTables row={row} rank={rank} table={tables[0]} />}
            {!row && !own && <Empty>Another submission stands for this row now.</Empty>}
            {items && <ItemComparison board={board} submission={submission} others={others} />}
          </>
        );
      }}
    </Ready>
  );
}

function Own({ competition, own, reload }: { competition: Competition; own: Submission; reload(): Promise<void> }) {
  const phase = competition.phases.find(({ number }) => number === own.phaseNumber);
  return (
    <section class="banner" aria-label="Your submission">
      <p>
        <SubmissionState submission={own} /> {own.result !== null && `Scored: ${own.result}.`}
      </p>
      <SubmissionActions board={competition.id} submission={own} over={phase?.state === 'over'} done={reload} />
      <details>
        <summary>Change what is said of it</summary>
        <SaidForm board={competition.id} submission={own} done={reload} />
      </details>
    </section>
  );
}

function Figures({ row, found: { feedback }, scale }: { row: BoardRow; found: Found; scale: number }) {
  const { rank, rankInterval, value, interval, missing, fromBest, likeBest, attempts, accountAttempts } = row;
  return (
    <dl class="grid">
      <div class="card figure">
        <dt>{feedback === 'ladder' ? 'Rank so far' : 'Rank'}</dt>
        <dd>
          <b>{rank ?? '–'}</b>
          {rankInterval && <span>95% between {printedRanks(rankInterval)}</span>}
        </dd>
      </div>
      <div class="card figure">
        <dt>{feedback === 'ladder' ? 'Score, rounded' : 'Score'}</dt>
        <dd>
          <b>{printed(value, scale)}</b>
          {interval && <span>95%: {printedInterval(interval, scale)}</span>}
          {value === null && <span>{missing}</span>}
        </dd>
      </div>
      {likeBest !== undefined && likeBest !== null && (
        <div class="card figure">
          <dt>Against the best</dt>
          <dd>
            <b>{rank === 1 ? 'the best' : likeBest ? 'like the best' : 'below the best'}</b>
            {fromBest && fromBest.difference !== null && (
              <span>
                {printedChange(fromBest.difference, scale)}
                {fromBest.pHolm !== null && `, p ${fromBest.pHolm < 0.001 ? '' : '= '}${printedP(fromBest.pHolm)} (Holm)`}
              </span>
            )}
          </dd>
        </div>
      )}
      {attempts !== undefined && (
        <div class="card figure">
          <dt>Attempts</dt>
          <dd>
            <b>{attempts}</b>
            <span>
              behind this row, withdrawn ones too
              {accountAttempts !== undefined && accountAttempts > attempts && `; ${count(accountAttempts, 'attempt')} by the account`}
            </span>
          </dd>
        </div>
      )}
    </dl>
  );
}

/** Links come from competitors: only addresses of the web, and no word of where the reader came from. */
function Said({ row, own }: { row: BoardRow | null; own: Submission | null }) {
  const said = row ?? own;
  if (!said) return null;
  const { model, parameters, note, links = [] } = said;
  const facts: [string, string | null | undefined][] = [
    ['Model', model],
    ['Parameters', parameters],
    ['Note', note],
    ['Scored by sensebench', row?.scorer],
  ];
  const web = links.filter((link) => /^https?:\/\//i.test(link));
  if (!facts.some(([, text]) => text) && web.length === 0) return null;
  return (
    <dl class="facts">
      {facts.map(
        ([label, text]) =>
          text && (
            <div key={label}>
              <dt>{label}</dt>
              <dd class="passage" dir="auto">
                {text}
              </dd>
            </div>
          ),
      )}
      {web.length > 0 && (
        <div>
          <dt>Links</dt>
          <dd>
            {web.map((link) => (
              <a key={link} class="outside" href={link} rel="noopener noreferrer nofollow ugc" target="_blank">
                <bdi>{link}</bdi>
              </a>
            ))}
          </dd>
        </div>
      )}
    </dl>
  );
}
