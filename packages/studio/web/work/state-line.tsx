/** The state of the answers, always visible: saved on the server, on their way, or kept on this device. */
import type { SessionState } from './work-session.ts';

export function StateLine({ state }: { state: SessionState }) {
  const { kind, text } = describeState(state);
  return (
    <p role="status" class={`state ${kind}`}>
      <span class="dot" aria-hidden="true" />
      {text}
    </p>
  );
}

export function describeState({ sending: { waiting, kept }, saved, lasting }: Pick<SessionState, 'sending' | 'saved' | 'lasting'>): {
  kind: 'fine' | 'busy' | 'bad';
  text: string;
} {
  const answers = waiting === 1 ? '1 answer' : `${waiting} answers`;
  if (waiting > 0 && kept !== 'no') {
    const where = lasting ? 'kept on this device, not yet saved' : 'not yet saved: do not close this page';
    const why = kept === 'session' ? 'Your session has ended: open your link again.' : 'No connection; trying again.';
    return { kind: 'bad', text: `${answers} ${where}. ${why}` };
  }
  if (waiting > 0) return { kind: 'busy', text: 'saving…' };
  if (kept === 'connection') return { kind: 'bad', text: 'No connection; trying again. All your answers are saved.' };
  if (kept === 'session') return { kind: 'bad', text: 'Your session has ended: open your link again.' };
  return { kind: 'fine', text: saved > 0 ? 'all answers saved' : 'nothing to save yet' };
}
