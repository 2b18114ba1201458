/** Inviting people: a link that is shown once, with a button that copies it, and the invitations that were made. */
import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import { ActionButton } from './action-button.tsx';
import { CopyBox } from './copy-box.tsx';
import { Field } from './field.tsx';
import { Ready } from './loading.tsx';
import { when } from './time.ts';
import { useLoaded } from './use-loaded.ts';

const ROLES = ['annotator', 'viewer'] as const;
const PLATFORMS = ['prolific', 'mturk'] as const;

export function Invite({ study }: { study: string }) {
  const [label, setLabel] = useState('');
  const [uses, setUses] = useState(1);
  const [days, setDays] = useState(14);
  const [role, setRole] = useState<(typeof ROLES)[number]>('annotator');
  const [crowd, setCrowd] = useState('');
  const [link, setLink] = useState<string | null>(null);
  const made = useLoaded(() => call('get', '/api/studies/{study}/invitations', { params: { study } }), study);

  async function invite(): Promise<void> {
    const platform = PLATFORMS.find((one) => one === crowd);
    const body = { role, label: label.trim(), uses, days, ...(platform ? { crowd: platform } : {}) };
    const { link: fresh } = await call('post', '/api/studies/{study}/invitations', { params: { study }, body });
    setLink(fresh);
    await made.reload();
  }

  return (
    <section aria-labelledby="invite">
      <h2 id="invite">Invite</h2>
      <div class="fields-line">
        <Field label="Name of the person or group" help="In exported decisions; without one: A, B, C …">
          {(id) => (
            <input id={id} type="text" maxLength={100} value={label} onInput={({ currentTarget }) => setLabel(currentTarget.value)} />
          )}
        </Field>
        <Field label="People who may join by it">
          {(id) => (
            <input
              id={id}
              type="number"
              min={1}
              max={100_000}
              value={uses}
              onInput={({ currentTarget }) => setUses(Number(currentTarget.value))}
            />
          )}
        </Field>
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
        <Field label="As">
          {(id) => (
            <select
              id={id}
              value={role}
              onChange={({ currentTarget }) => setRole(ROLES.find((one) => one === currentTarget.value) ?? 'annotator')}
            >
              <option value="annotator">annotator</option>
              <option value="viewer">viewer (sees results)</option>
            </select>
          )}
        </Field>
        <Field label="From a crowd platform">
          {(id) => (
            <select id={id} value={crowd} onChange={({ currentTarget }) => setCrowd(currentTarget.value)}>
              <option value="">no</option>
              <option value="prolific">Prolific</option>
              <option value="mturk">Mechanical Turk</option>
            </select>
          )}
        </Field>
        <ActionButton act={invite} kind="primary">
          Make a link
        </ActionButton>
      </div>
      {link && <CopyBox label="The link, shown this once. Who has it can join: send it to that person alone." text={link} />}
      <Ready loaded={made}>
        {({ invitations }) =>
          invitations.length === 0 ? null : (
            <ul class="rows">
              {invitations.map(({ id, label: name, role: of, used, uses: most, expires, revoked, idle }) => (
                <li key={id}>
                  <span>
                    <bdi>{name || 'without a name'}</bdi> <span class="soft">({of})</span>
                  </span>
                  <span class="soft">
                    {used} of {most} joined{idle > 0 && `, ${idle} of them have done nothing yet`} ·{' '}
                    {revoked ? 'revoked' : `until ${when(expires)}`}
                  </span>
                  {idle > 0 && (
                    <ActionButton
                      kind="quiet"
                      act={async () => {
                        await call('post', '/api/studies/{study}/invitations/{invitation}/release', { params: { study, invitation: id } });
                        await made.reload();
                      }}
                    >
                      Free {idle === 1 ? 'that place' : `those ${idle} places`}
                    </ActionButton>
                  )}
                  {!revoked && (
                    <ActionButton
                      kind="quiet"
                      act={async () => {
                        await call('delete', '/api/studies/{study}/invitations/{invitation}', { params: { study, invitation: id } });
                        await made.reload();
                      }}
                    >
                      Revoke
                    </ActionButton>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Ready>
    </section>
  );
}
