/** The sealed bundle: a competition in one file, with everything that is not public encrypted. */
import { useState } from 'preact/hooks';
import { addressOf, callForFile } from '../api/call.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { CopyBox } from '../parts/copy-box.tsx';
import { TextField } from '../parts/field.tsx';

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
        A file from which another server shows the same boards. With a passphrase it also contains the submissions, scores and answers,
        encrypted with age, so that the other server can continue the competition.
      </p>
      <div class="fields-line">
        <TextField
          label="Passphrase"
          help="At least 12 characters. Without it, nobody can open the encrypted part."
          secret
          autocomplete="new-password"
          maxLength={1000}
          value={passphrase}
          set={setPassphrase}
        />
        <ActionButton act={save}>Download the bundle</ActionButton>
      </div>
      {digest && <CopyBox key={digest} label="Publish this digest so that others can verify the bundle" text={digest} />}
      <p>
        <a class="button" href={addressOf('/api/boards/{board}/static', { params: { board } })} download>
          Download plain HTML pages
        </a>{' '}
        <span class="soft">The boards as static files for any web server.</span>
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
