/** The times that all submissions were scored again, with the reason and a link to the ranks before and after. */
import { Link } from '../parts/navigation.tsx';
import { when } from '../parts/time.ts';
import { boardPath, type Competition } from './competition.ts';

export function Rescorings({ competition: { id, rescorings } }: { competition: Competition }) {
  const later = rescorings.filter(({ number }) => number > 1);
  if (later.length === 0) return null;
  return (
    <>
      <h3>Rescorings</h3>
      <ul class="rows">
        {later.map(({ number, at, reason, labels, state, scored, of }) => (
          <li key={number}>
            <span>
              {state === 'done' ? (
                <Link to={boardPath(id, 'rescorings', number)}>
                  <bdi>{reason}</bdi>
                </Link>
              ) : (
                <bdi>{reason}</bdi>
              )}{' '}
              {labels && <span class="badge warn">other labels</span>}
            </span>
            <span class="soft">
              {when(at)} · {state === 'done' ? 'old and new ranks' : state === 'running' ? `${scored} of ${of} scored` : state}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
