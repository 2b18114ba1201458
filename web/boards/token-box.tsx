/** A token for the command line, shown once, with the command that uses it. */
import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { CopyBox } from '../parts/copy-box.tsx';
import { when } from '../parts/time.ts';
import { boardPath } from './competition.ts';

export function TokenBox({ board }: { board: string }) {
  const [made, setMade] = useState<{ token: string; expires: string } | null>(null);
  return (
    <section aria-labelledby="token">
      <h2 id="token">From the command line</h2>
      <p>
        <code>
          sensebench submit predictions.jsonl --board {location.origin}
          {boardPath(board)} --row "My model" --token TOKEN --wait
        </code>
      </p>
      <ActionButton act={async () => setMade(await call('post', '/api/boards/{board}/token', { params: { board } }))}>
        Make a token
      </ActionButton>
      {made && (
        <CopyBox
          label={`The token, shown this once; it works until ${when(made.expires)}. Who has it can submit as you.`}
          text={made.token}
        />
      )}
    </section>
  );
}
