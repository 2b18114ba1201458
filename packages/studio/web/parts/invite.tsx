/** Inviting people: a link that is shown once, with a button that copies it, and the invitations so far. */
import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import { ActionButton } from './action-button.tsx';
import { CopyBox } from './copy-box.tsx';
import { NumberField, SelectField, TextField } from './field.tsx';
import { InvitationList } from './invitation-list.tsx';
import { Ready } from './loading.tsx';
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
        <TextField
          label="Person or group"
          help="Appears in exported decisions. Default: A, B, C …"
          maxLength={100}
          value={label}
          set={setLabel}
        />
        <NumberField label="People who can join" min={1} max={100_000} value={uses} set={setUses} />
        <NumberField label="Valid for days" min={1} max={365} value={days} set={setDays} />
        <SelectField label="Role" value={role} set={(value) => setRole(ROLES.find((one) => one === value) ?? 'annotator')}>
          <option value="annotator">annotator</option>
          <option value="viewer">viewer (sees results)</option>
        </SelectField>
        <SelectField label="Crowd platform" value={crowd} set={setCrowd}>
          <option value="">none</option>
          <option value="prolific">Prolific</option>
          <option value="mturk">Mechanical Turk</option>
        </SelectField>
        <ActionButton act={invite} kind="primary">
          Create link
        </ActionButton>
      </div>
      {link && <CopyBox label="The link is shown only once. Anyone who has it can join, so send it to that person only." text={link} />}
      <Ready loaded={made}>
        {({ invitations }) => (
          <InvitationList
            invitations={invitations}
            release={async (invitation) => {
              await call('post', '/api/studies/{study}/invitations/{invitation}/release', { params: { study, invitation } });
              await made.reload();
            }}
            revoke={async (invitation) => {
              await call('delete', '/api/studies/{study}/invitations/{invitation}', { params: { study, invitation } });
              await made.reload();
            }}
          />
        )}
      </Ready>
    </section>
  );
}
