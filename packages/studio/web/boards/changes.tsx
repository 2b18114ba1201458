/** Old and new ranks side by side: since a date, or before and after all was scored again. */
import { Empty } from '../parts/loading.tsx';
import type { PhaseReply } from './competition.ts';
import { printed, printedChange } from './printed.ts';

type Compared = NonNullable<PhaseReply['changes']>;
type Change = Compared['changes'][number];

interface ChangesProps {
  compared: Compared;
  rank: string;
  scale: number;
  /** Above the columns. */
  names?: { old: string; now: string };
}

export function Changes({ compared: { changes, phase }, rank, scale, names = { old: 'before', now: 'now' } }: ChangesProps) {
  if (changes.length === 0) return <Empty>There is no row to compare.</Empty>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
    <section class="scroll board" tabIndex={0} aria-label={`Changes of ${phase}`}>
      <table>
        <thead>
          <tr>
            <th scope="col">System</th>
            <th scope="col">Change</th>
            <th scope="col" class="number">
              Rank {names.old}
            </th>
            <th scope="col" class="number">
              Rank {names.now}
            </th>
            <th scope="col" class="number">
              <bdi>{rank}</bdi> {names.old}
            </th>
            <th scope="col" class="number">
              <bdi>{rank}</bdi> {names.now}
            </th>
          </tr>
        </thead>
        <tbody>
          {changes.map((own) => (
            <tr key={`${own.account} ${own.name}`}>
              <th scope="row">
                <bdi>{own.name}</bdi>
                {own.account && (
                  <small>
                    <bdi>{own.account}</bdi>
                  </small>
                )}
              </th>
              <td>
                <Mark change={own} />
              </td>
              <td class="number">{own.rank.old ?? '–'}</td>
              <td class="number">
                <b>{own.rank.new ?? '–'}</b>
              </td>
              <td class="number">{printed(own.value.old, scale)}</td>
              <td class="number">
                <b>{printed(own.value.new, scale)}</b>
                {own.value.old !== null && own.value.new !== null && own.value.old !== own.value.new && (
                  <small>{printedChange(own.value.new - own.value.old, scale)}</small>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const MARKS: Readonly<Record<Change['change'], { sign: string; kind: string; words: string }>> = {
  new: { sign: '+', kind: 'done', words: 'new' },
  gone: { sign: '✕', kind: 'failed', words: 'gone' },
  up: { sign: '▲', kind: 'done', words: 'up' },
  down: { sign: '▼', kind: 'failed', words: 'down' },
  same: { sign: '', kind: '', words: 'same rank' },
};

function Mark({ change: { change, rank, rescored } }: { change: Change }) {
  const { sign, kind, words } = MARKS[change];
  const places = rank.old !== null && rank.new !== null ? Math.abs(rank.old - rank.new) : 0;
  return (
    <>
      <span class={`badge ${kind}`}>
        {sign && <span aria-hidden="true">{sign} </span>}
        {words}
        {places > 0 && ` ${places}`}
      </span>
      {rescored && <small>scored again</small>}
    </>
  );
}
