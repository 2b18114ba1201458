/** The head of every page of a study: its name, its state, and the way to its other pages. */
import type { ComponentChildren } from 'preact';
import { call, type Reply } from '../api/call.ts';
import { Ready, Warnings } from './loading.tsx';
import { Heading, Link } from './navigation.tsx';
import { count } from './time.ts';
import { useLoaded } from './use-loaded.ts';

export type Study = Reply<'get', '/api/studies/{study}'>;

export interface StudyPageProps {
  study: string;
  mayChange: boolean;
}

const PAGES = [
  { path: '', label: 'Overview' },
  { path: '/people', label: 'People' },
  { path: '/items', label: 'Items' },
  { path: '/results', label: 'Results' },
  { path: '/adjudicate', label: 'Adjudicate' },
  { path: '/notes', label: 'Notes' },
];

function useStudy(study: string) {
  return useLoaded(() => call('get', '/api/studies/{study}', { params: { study } }), study);
}

interface StudyFrameProps {
  study: string;
  here: string;
  children: (study: Study, reload: () => Promise<void>) => ComponentChildren;
}

export function StudyFrame({ study, here, children }: StudyFrameProps) {
  const loaded = useStudy(study);
  return (
    <Ready loaded={loaded}>
      {(found) => (
        <>
          <Heading
            note={
              <>
                <span class={`badge ${found.state}`}>{found.state}</span> {found.simulated && <span class="badge warn">simulated</span>}{' '}
                <bdi>{found.dataset}</bdi> ({found.split}) · <bdi>{found.task.slice(found.task.lastIndexOf('/') + 1)}</bdi> ·{' '}
                {count(found.items, 'item')}
              </>
            }
          >
            {found.title}
          </Heading>
          <nav aria-label="Pages of the study" class="tabs">
            {PAGES.map(({ path, label }) => (
              <Link key={path} to={`/studies/${encodeURIComponent(study)}${path}`} current={path === here}>
                {label}
              </Link>
            ))}
          </nav>
          <Warnings texts={found.warnings} />
          {children(found, loaded.reload)}
        </>
      )}
    </Ready>
  );
}
