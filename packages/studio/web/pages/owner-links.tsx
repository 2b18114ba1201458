/** The links that give access to the whole studio: their use, revoking one, and replacing all of them. */
import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { CopyBox } from '../parts/copy-box.tsx';
import { Ready } from '../parts/loading.tsx';
import { Heading } from '../parts/navigation.tsx';
import { count, when } from '../parts/time.ts';
import { useLoaded } from '../parts/use-loaded.ts';

export function OwnerLinksPage() {
  const [fresh, setFresh] = useState<string | null>(null);
  const loaded = useLoaded(() => call('get', '/api/owner-links', {}), 'owner-links', { everySeconds: 20 });
  async function rotate(): Promise<void> {
    setFresh((await call('post', '/api/owner-links/rotation', {})).link);
    await loaded.reload();
  }
  async function revoke(link: string): Promise<void> {
    await call('delete', '/api/owner-links/{link}', { params: { link } });
    await loaded.reload();
  }
  return (
    <>
      <Heading>Owner links</Heading>
      <p>
        Each of these links gives full access to the studio, on any device, until it expires. The server creates one whenever it starts; a
        link that was never opened is replaced at the next start.
      </p>
      <Ready loaded={loaded}>
        {({ links }) => (
          <ul class="rows">
            {links.map(({ id, created, expires, opened, sessions, seen, yours }) => (
              <li key={id}>
                <span>
                  created {when(created)} {yours && <span class="badge">yours</span>}
                </span>
                <span class="soft">
                  {Date.parse(expires) > Date.now() ? `works until ${when(expires)}` : 'expired'} ·{' '}
                  {opened ? `${count(sessions, 'session')}, last seen ${seen ? when(seen) : '–'}` : 'never opened'}
                </span>
                <ActionButton kind="quiet" act={() => revoke(id)}>
                  Revoke<span class="said"> the link made {when(created)}</span>
                </ActionButton>
              </li>
            ))}
          </ul>
        )}
      </Ready>
      <p class="soft">Revoking a link ends its sessions too. If you revoke your own, you are signed out.</p>
      <h2>Replace all links</h2>
      <p>This creates a new link, disables all others and ends every other owner session.</p>
      <ActionButton act={rotate}>Create a new link and revoke all others</ActionButton>
      {fresh && <CopyBox label="The new link, shown this once. Whoever has it owns the studio." text={fresh} />}
    </>
  );
}
