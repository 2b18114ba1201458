/** What happened to answers while the person went on: refused ones with their text, a passed qualification. */
import { describe } from '../tasks/plain-form.tsx';
import type { WorkSession } from './work-session.ts';

export function Notices({ session }: { session: WorkSession }) {
  return (
    <div role="alert" class="notices">
      {session.state.notices.map(({ id, kind, text, answer }) => (
        <div key={id} class={`banner ${kind}`}>
          <p dir="auto">{text}</p>
          {answer !== undefined && (
            <p class="soft" dir="auto">
              Your answer was: {describe(answer)}
            </p>
          )}
          <button type="button" class="quiet" onClick={() => session.dismiss(id)}>
            OK
          </button>
        </div>
      ))}
    </div>
  );
}
