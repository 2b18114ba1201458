/** Inviting participants by links, and the accounts that joined. */
import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { CopyBox } from '../parts/copy-box.tsx';
import { NumberField, SelectField, TextField } from '../parts/field.tsx';
import { InvitationList } from '../parts/invitation-list.tsx';
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
          <SelectField label="For" help="Gives an account that lost its link a new one." value={again} set={setAgain}>
            <option value="">new accounts</option>
            {accounts.map(({ account }) => (
              <option key={account} value={account}>
                {isolated(account)}, again
              </option>
            ))}
          </SelectField>
        )}
        {again === '' && (
          <>
            <TextField
              label="Account name"
              help="Shown on the board; participants can change it. Default: a letter."
              maxLength={60}
              value={name}
              set={setName}
            />
            <NumberField label="Accounts" min={1} max={10_000} value={uses} set={setUses} />
          </>
        )}
        <NumberField label="Valid for days" min={1} max={365} value={days} set={setDays} />
        <ActionButton act={invite} kind="primary">
          Create link
        </ActionButton>
      </div>
      {link && (
        <CopyBox
          key={link}
          label="The link is shown only once. Anyone who has it can submit, so send it to that person only."
          text={link}
        />
      )}
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
                <InvitationList
                  invitations={invitations}
                  release={async (invitation) => {
                    await call('post', '/api/boards/{board}/invitations/{invitation}/release', { params: { board, invitation } });
                    await loaded.reload();
                  }}
                  revoke={async (invitation) => {
                    await call('delete', '/api/boards/{board}/invitations/{invitation}', { params: { board, invitation } });
                    await loaded.reload();
                  }}
                />
              </>
            )}
          </>
        )}
      </Ready>
    </section>
  );
}
