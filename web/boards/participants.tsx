/** Inviting participants by links, and who has joined. */
import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { CopyBox } from '../parts/copy-box.tsx';
import { Field } from '../parts/field.tsx';
import { Ready } from '../parts/loading.tsx';
import { isolated } from '../parts/text.tsx';
import { count, when } from '../parts/time.ts';
import { useLoaded } from '../parts/use-loaded.ts';

export function Participants({ board }: { board: string }) {
  const [name, setName] = useState('');
  const [uses, setUses] = useState(1);
  const [days, setDays] = useState(30);
  const [again, setAgain] = useState('');
  const [link, setLink] = useState<string | null>(null);
  const loaded = useLoaded(() => call('get', '/api/boards/{board}/accounts', { params: { board } }), board, { everySeconds: 20 });
  const accounts = loaded.data?.accounts ?? [];

  async function invite(): Promise<void> {
    const body = again === '' ? { name: name.trim(), uses, days } : { account: again, uses: 1, days };
    const { link: fresh } = await call('post', '/api/boards/{board}/invitations', { params: { board }, body });
    setLink(fresh);
    await loaded.reload();
  }

  return (
    <section aria-labelledby="participants">
      <h2 id="participants">Participants</h2>
      <div class="fields-line">
        {accounts.length > 0 && (
          <Field label="For" help="An account that lost its link can join again.">
            {(id) => (
              <select id={id} value={again} onChange={({ currentTarget }) => setAgain(currentTarget.value)}>
                <option value="">new accounts</option>
                {accounts.map(({ account }) => (
                  <option key={account} value={account}>
                    {isolated(account)}, again
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        {again === '' && (
          <>
            <Field label="Name of the account" help="As boards show it; they can change it. Empty: a letter.">
              {(id) => (
                <input id={id} type="text" maxLength={60} value={name} onInput={({ currentTarget }) => setName(currentTarget.value)} />
              )}
            </Field>
            <Field label="Accounts it makes">
              {(id) => (
                <input
                  id={id}
                  type="number"
                  min={1}
                  max={10_000}
                  value={uses}
                  onInput={({ currentTarget }) => setUses(Number(currentTarget.value))}
                />
              )}
            </Field>
          </>
        )}
        <Field label="Days it works">
          {(id) => (
            <input
              id={id}
              type="number"
              min={1}
              max={365}
              value={days}
              onInput={({ currentTarget }) => setDays(Number(currentTarget.value))}
            />
          )}
        </Field>
        <ActionButton act={invite} kind="primary">
          Make a link
        </ActionButton>
      </div>
      {link && <CopyBox key={link} label="The link, shown this once. Who has it can submit: send it to that person alone." text={link} />}
      <Ready loaded={loaded}>
        {({ invitations }) => (
          <>
            {accounts.length > 0 && (
              <>
                <h3>Joined</h3>
                <ul class="rows">
                  {accounts.map(({ account, joined, submissions, last }) => (
                    <li key={account}>
                      <span>
                        <bdi>{account}</bdi>
                      </span>
                      <span class="soft">
                        {count(submissions, 'submission')}
                        {last && `, the last ${when(last)}`} · joined {when(joined)}
                      </span>
                    </li>
                  ))}
                </ul>
              </>
            )}
            {invitations.length > 0 && (
              <>
                <h3>Links</h3>
                <ul class="rows">
                  {invitations.map(({ id, label, used, uses: most, expires, revoked, idle }) => (
                    <li key={id}>
                      <span>
                        <bdi>{label || 'without a name'}</bdi>
                      </span>
                      <span class="soft">
                        {used} of {most} joined{idle > 0 && `, ${idle} of them have sent nothing yet`} ·{' '}
                        {revoked ? 'revoked' : `until ${when(expires)}`}
                      </span>
                      {idle > 0 && (
                        <ActionButton
                          kind="quiet"
                          act={async () => {
                            await call('post', '/api/boards/{board}/invitations/{invitation}/release', {
                              params: { board, invitation: id },
                            });
                            await loaded.reload();
                          }}
                        >
                          Free {idle === 1 ? 'that place' : `those ${idle} places`}
                        </ActionButton>
                      )}
                      {!revoked && (
                        <ActionButton
                          kind="quiet"
                          act={async () => {
                            await call('delete', '/api/boards/{board}/invitations/{invitation}', { params: { board, invitation: id } });
                            await loaded.reload();
                          }}
                        >
                          Revoke
                          <span class="said">
                            {' '}
                            the link of <bdi>{label || 'no name'}</bdi>
                          </span>
                        </ActionButton>
                      )}
                    </li>
                  ))}
                </ul>
              </>
            )}
          </>
        )}
      </Ready>
    </section>
  );
}
