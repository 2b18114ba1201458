/** Bringing a competition in from its sealed bundle: the same boards, here. */
import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { Field } from '../parts/field.tsx';
import { goTo } from '../parts/navigation.tsx';
import { boardPath } from './competition.ts';

export function ImportBundle() {
  const [file, setFile] = useState<File | null>(null);
  const [passphrase, setPassphrase] = useState('');
  const [digest, setDigest] = useState('');
  async function bring(): Promise<void> {
    if (!file) return;
    const form = new FormData();
    form.set('file', file);
    if (passphrase !== '') form.set('passphrase', passphrase);
    if (digest.trim() !== '') form.set('digest', digest.trim());
    const { id } = await call('post', '/api/boards/import', { form });
    goTo(boardPath(id));
  }
  return (
    <details class="apart">
      <summary>Bring in a competition from a bundle</summary>
      <div class="fields-line">
        <Field label="Bundle" help="The zip that “Download the bundle” made.">
          {(id) => <input id={id} type="file" accept=".zip" onChange={({ currentTarget }) => setFile(currentTarget.files?.[0] ?? null)} />}
        </Field>
        <Field label="Passphrase" help="Opens submissions and answers, so that the competition goes on. Without it the boards can be read.">
          {(id) => (
            <input
              id={id}
              type="password"
              autocomplete="off"
              value={passphrase}
              onInput={({ currentTarget }) => setPassphrase(currentTarget.value)}
            />
          )}
        </Field>
        <Field label="Digest" help="If the exporter published one: another bundle is refused.">
          {(id) => (
            <input id={id} type="text" maxLength={64} value={digest} onInput={({ currentTarget }) => setDigest(currentTarget.value)} />
          )}
        </Field>
        <ActionButton disabled={!file} act={bring}>
          Bring in
        </ActionButton>
      </div>
    </details>
  );
}
