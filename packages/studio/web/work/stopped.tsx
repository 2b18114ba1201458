/** The page without an item: all done, waiting for the next ones, or the work has ended. */
import { ActionButton } from '../parts/action-button.tsx';
import { useKeys } from '../parts/use-keys.ts';
import { skippingRule } from './skipping-rule.ts';
import type { Work } from './work-api.ts';
import type { WorkSession } from './work-session.ts';

export function Stopped({ work, session }: { work: Work; session: WorkSession }) {
  const { sending, empty } = session.state;
  useKeys({ u: () => void session.back() });
  const lost = sending.kept === 'connection';
  const waiting = work.state === 'working' && !empty;
  const texts: Record<Work['state'], { title: string; text: string }> = {
    working: lost
      ? { title: 'No connection', text: 'The next items come as soon as the connection is back. You can leave this page open.' }
      : waiting
        ? { title: 'One moment', text: 'The next item is on its way.' }
        : {
            title: 'No items for you right now',
            text: 'All items are answered or assigned to others. Check again later: some may come back.',
          },
    done: work.code ? { title: 'You are done. Thank you!', text: 'There are no more items for you in this study.' } : tooFew(work),
    paused: { title: 'The study is paused', text: 'The study takes no answers at the moment. Your answers are saved.' },
    excluded: { title: 'Your part has ended', text: 'The owner of the study has ended your part in it.' },
    withdrawn: { title: 'You have withdrawn', text: 'Your answers are erased.' },
    failed: { title: 'The qualification was not passed', text: 'Thank you for trying. There are no more items for you in this study.' },
  };
  const { title, text } = texts[work.state];
  return (
    <section class="narrow stopped" aria-labelledby="stopped">
      <h2 id="stopped">{title}</h2>
      <p role="status">{text}</p>
      {sending.waiting > 0 && !lost && <p>Please keep this page open until all answers are saved.</p>}
      {work.code && (
        <p>
          Your completion code: <code class="code">{work.code}</code>
        </p>
      )}
      {work.state === 'done' && !work.code && work.completion.reopen >= work.completion.needed && (
        <ActionButton kind="primary" act={() => session.reopen()}>
          Show skipped items
        </ActionButton>
      )}
      {work.state === 'working' && empty && (
        <button
          type="button"
          onClick={async () => {
            await session.reload();
            await session.refill();
          }}
        >
          Check again
        </button>
      )}
    </section>
  );
}

/** All items are dealt with, and yet there is no completion code. */
function tooFew(work: Work): { title: string; text: string } {
  const { skipped, needed, reopen } = work.completion;
  if (work.answered + skipped === 0)
    return { title: 'Nothing is left to answer', text: 'Others have answered all items before you, so there is no completion code.' };
  const more = needed === 1 ? 'One more answer is needed' : `${needed} more answers are needed`;
  const shown = `You answered ${work.answered} and skipped ${skipped} of the items you were shown. ${skippingRule(work)}`;
  return reopen >= needed
    ? {
        title: more,
        text: `${shown} You get the completion code when you have answered ${needed === 1 ? 'one' : needed} of those you skipped.`,
      }
    : {
        title: 'There is no completion code',
        text: `${shown} ${more}, but others have answered the items that you skipped. If you think that you should have a code, write to the owner (Notes).`,
      };
}
