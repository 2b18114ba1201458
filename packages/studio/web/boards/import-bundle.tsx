/** Importing a competition from its sealed bundle. */
import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { Field, TextField } from '../parts/field.tsx';
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
      <summary>Import a competition from a bundle</summary>
      <div class="fields-line">
        <Field label="Bundle" help="The zip file from “Download the bundle”.">
          {(id) => <input id={id} type="file" accept=".zip" onChange={({ currentTarget }) => setFile(currentTarget.files?.[0] ?? null)} />}
        </Field>
        <TextField
          label="Passphrase"
          help="Decrypts submissions and answers, so that the competition can continue. Without it, the boards are read-only."
          secret
          autocomplete="off"
          value={passphrase}
          set={setPassphrase}
        />
        <TextField
          label="Digest"
          help="If the exporter published one, only that bundle is accepted."
          maxLength={64}
          value={digest}
          set={setDigest}
        />
        <ActionButton disabled={!file} act={bring}>
          Import
        </ActionButton>
      </div>
    </details>
  );
}
