/** Joining by a link: the token is taken from the fragment, removed from the address bar at once, and becomes a session. */
import { useEffect, useState } from 'preact/hooks';
import { call, type Reply, wordsOf } from '../api/call.ts';
import type { Who } from '../app.tsx';
import { ActionButton } from '../parts/action-button.tsx';
import { goTo, Heading, homeOf } from '../parts/navigation.tsx';

/** Names under which crowd platforms add a person's id to the link. */
const CROWD_IDS = ['PROLIFIC_PID', 'workerId'];

interface LinkToken {
  token: string;
  crowdId?: string;
}
type LinkView = Reply<'post', '/api/session/link'>;

export function JoinPage({ joined }: { joined(who: Who): void }) {
  const [problem, setProblem] = useState<string | null>(null);
  const [earlier, setEarlier] = useState<Who | null>(null);
  const [asked, setAsked] = useState<{ link: LinkToken; view: LinkView } | null>(null);
  const enter = (who: Who) => {
    joined(who);
    goTo(homeOf(who), { replace: true });
  };
  const open = async (link: LinkToken) => enter(await call('post', '/api/session', { body: link }));
  useEffect(() => {
    const link = takeToken();
    if (link.token === '') {
      setProblem('The link is incomplete. Copy the whole link, including the part after #.');
      return;
    }
    const begin = async () => {
      const view = await call('post', '/api/session/link', { body: link });
      // A link for several has so many places: previews of links and idle visits must not take one.
      if (view.joins && view.uses > 1) setAsked({ link, view });
      else await open(link);
    };
    begin().catch(async (error: unknown) => {
      setProblem(wordsOf(error));
      // Somebody who opens a link again that is used up may still have the session of the first time.
      setEarlier(await call('get', '/api/session', {}).catch(() => null));
    });
  }, []);
  if (asked && !problem) return <Confirm view={asked.view} join={() => open(asked.link)} />;
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
          You have already joined on this device.{' '}
          <button type="button" class="primary" onClick={() => enter(earlier)}>
            Continue where you left off
          </button>
        </p>
      )}
    </main>
  );
}

function Confirm({ view: { role, title }, join }: { view: LinkView; join(): Promise<void> }) {
  return (
    <main id="main" class="narrow">
      <Heading>{title ?? 'Join'}</Heading>
      <p>
        You are invited to{' '}
        {role === 'participant'
          ? 'take part in this competition'
          : role === 'viewer'
            ? 'see the results of this study'
            : 'answer the items of this study'}
        . Several people can join with this link, once each. Join only if you want to take part.
      </p>
      <p>
        <ActionButton kind="primary" act={join}>
          Join
        </ActionButton>
      </p>
      <p class="soft">If you have already joined on another device, ask for a link of your own.</p>
    </main>
  );
}

function takeToken(): LinkToken {
  const token = location.hash.slice(1);
  const asked = new URLSearchParams(location.search);
  const crowdId = CROWD_IDS.map((name) => asked.get(name)).find((id) => id);
  // Neither the history of the browser nor a screenshot of it should hold them.
  history.replaceState(null, '', '/join');
  return { token, ...(crowdId ? { crowdId } : {}) };
}
