/** The sealed bundle: a competition in one file, of which everything that the pages do not show is encrypted. */
import { useState } from 'preact/hooks';
import { addressOf, callForFile } from '../api/call.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { CopyBox } from '../parts/copy-box.tsx';
import { Field } from '../parts/field.tsx';

export function BundleBox({ board }: { board: string }) {
  const [passphrase, setPassphrase] = useState('');
  const [digest, setDigest] = useState<string | null>(null);
  async function save(): Promise<void> {
    const { blob, headers } = await callForFile('post', '/api/boards/{board}/export', {
      params: { board },
      body: passphrase === '' ? {} : { passphrase },
    });
    setDigest(headers.get('X-Bundle-Digest'));
    saveBlob(blob, nameIn(headers) ?? 'leaderboard.zip');
  }
  return (
    <section aria-labelledby="bundle">
      <h2 id="bundle">Bundle</h2>
      <p class="soft">
        One file that another server takes to show the same boards. With a passphrase, the submissions, scores and answers are inside too,
        encrypted (age), and the other server can go on with the competition.
      </p>
      <div class="fields-line">
        <Field label="Passphrase" help="At least 12 characters. Keep it: nobody can open the sealed part without it.">
          {(id) => (
            <input
              id={id}
              type="password"
              autocomplete="new-password"
              maxLength={1000}
              value={passphrase}
              onInput={({ currentTarget }) => setPassphrase(currentTarget.value)}
            />
          )}
        </Field>
        <ActionButton act={save}>Download the bundle</ActionButton>
      </div>
      {digest && <CopyBox key={digest} label="Publish this digest: with it anyone can tell that a bundle is this one" text={digest} />}
      <p>
        <a class="button" href={addressOf('/api/boards/{board}/static', { params: { board } })} download>
          Download plain HTML pages
        </a>{' '}
        <span class="soft">The boards as files that any web server can serve.</span>
      </p>
    </section>
  );
}

/** "attachment; filename="x.zip"" names x.zip. */
function nameIn(headers: Headers): string | undefined {
  return /filename="([^"/\\]+)"/.exec(headers.get('Content-Disposition') ?? '')?.[1];
}

function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
