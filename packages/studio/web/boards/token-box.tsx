/** Tokens for the command line: created with a name, shown once, listed with their last use, revoked one by one. */
import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { CopyBox } from '../parts/copy-box.tsx';
import { TextField } from '../parts/field.tsx';
import { Ready } from '../parts/loading.tsx';
import { when } from '../parts/time.ts';
import { useLoaded } from '../parts/use-loaded.ts';
import { boardPath } from './competition.ts';

export function TokenBox({ board }: { board: string }) {
  const [name, setName] = useState('');
  const [made, setMade] = useState<{ id: string; token: string; expires: string } | null>(null);
  const loaded = useLoaded(() => call('get', '/api/boards/{board}/tokens', { params: { board } }), board);
  async function make(): Promise<void> {
    setMade(await call('post', '/api/boards/{board}/tokens', { params: { board }, body: { name: name.trim() } }));
    setName('');
    await loaded.reload();
  }
  async function revoke(token: string): Promise<void> {
    await call('delete', '/api/boards/{board}/tokens/{token}', { params: { board, token } });
    if (made?.id === token) setMade(null);
    await loaded.reload();
  }
  return (
    <section aria-labelledby="token">
      <h2 id="token">From the command line</h2>
      <p>
        <code>
          sensebench submit predictions.jsonl --board {location.origin}
          {boardPath(board)} --row "My model" --token TOKEN --wait
        </code>
      </p>
      <div class="fields-line">
        <TextField label="Token name" help="For example, the machine that uses it." maxLength={60} value={name} set={setName} />
        <ActionButton act={make} disabled={name.trim() === ''}>
          Create token
        </ActionButton>
      </div>
      {made && (
        <CopyBox
          label={`The token is shown only once and expires ${when(made.expires)}. Anyone who has it can submit as you.`}
          text={made.token}
        />
      )}
      <Ready loaded={loaded}>
        {({ tokens }) =>
          tokens.length === 0 ? null : (
            <ul class="rows">
              {tokens.map(({ id, name: label, created, expires, used }) => (
                <li key={id}>
                  <bdi>{label}</bdi>
                  <span class="soft">
                    {used ? `last used ${when(used)}` : 'never used'} · created {when(created)}, expires {when(expires)}
                  </span>
                  <ActionButton kind="quiet" act={() => revoke(id)}>
                    Revoke
                    <span class="said">
                      {' '}
                      the token <bdi>{label}</bdi>
                    </span>
                  </ActionButton>
                </li>
              ))}
            </ul>
          )
        }
      </Ready>
    </section>
  );
}
