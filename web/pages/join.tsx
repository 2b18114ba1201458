/** Joining by a link: the token is taken from the fragment, removed from the address bar at once, and becomes a session. */
import { useEffect, useState } from 'preact/hooks';
import { call, wordsOf } from '../api/call.ts';
import type { Who } from '../app.tsx';
import { homeOf } from '../parts/home-of.ts';
import { goTo, Heading } from '../parts/navigation.tsx';

/** Names under which crowd platforms add a person's id to the link. */
const CROWD_IDS = ['PROLIFIC_PID', 'workerId'];

export function JoinPage({ joined }: { joined(who: Who): void }) {
  const [problem, setProblem] = useState<string | null>(null);
  const [earlier, setEarlier] = useState<Who | null>(null);
  useEffect(() => {
    const { token, crowdId } = takeToken();
    const enter = (who: Who) => {
      joined(who);
      goTo(homeOf(who), { replace: true });
    };
    if (token === '') {
      setProblem('The link is incomplete: copy all of it, with the part after #.');
      return;
    }
    call('post', '/api/session', { body: { token, ...(crowdId ? { crowdId } : {}) } }).then(enter, async (error: unknown) => {
      setProblem(wordsOf(error));
      // Somebody who opens a link again that is used up may still have the session of the first time.
      setEarlier(await call('get', '/api/session', {}).catch(() => null));
    });
  }, []);
  return (
    <main id="main" class="narrow">
      <Heading>{problem ? 'The link did not work' : 'Opening the studio…'}</Heading>
      {problem && (
        <p role="alert" class="problem">
          {problem}
        </p>
      )}
      {problem && !earlier && <p>Ask the person who invited you for a new link.</p>}
      {earlier && (
        <p>
          You have joined before on this device.{' '}
          <button
            type="button"
            class="primary"
            onClick={() => {
              joined(earlier);
              goTo(homeOf(earlier), { replace: true });
            }}
          >
            Go on where you left
          </button>
        </p>
      )}
    </main>
  );
}

function takeToken(): { token: string; crowdId?: string } {
  const token = location.hash.slice(1);
  const asked = new URLSearchParams(location.search);
  const crowdId = CROWD_IDS.map((name) => asked.get(name)).find((id) => id);
  // Neither the history of the browser nor a screenshot of it should hold them.
  history.replaceState(null, '', '/join');
  return { token, ...(crowdId ? { crowdId } : {}) };
}
