/** How many submissions an account has left, today and in the phase. */
import { moment } from '../parts/time.ts';
import type { Competition } from './competition.ts';

type Me = Competition['me'];

export function quotaIsUsed(me: Me): boolean {
  return me?.quota?.day.left === 0 || me?.quota?.total.left === 0;
}

export function QuotaLeft({ me }: { me: NonNullable<Me> }) {
  if (!me.quota) return null;
  const { day, total, renewed } = me.quota;
  const limits = [
    ...(day.left === undefined ? [] : [`${day.left} of ${day.used + day.left} left today`]),
    ...(total.left === undefined ? [] : [`${total.left} of ${total.used + total.left} left in this phase`]),
  ];
  return (
    <p class="quota" role="status">
      <strong>Submissions:</strong> {limits.length > 0 ? limits.join(', ') : 'no limit'}.{' '}
      {day.left === 0 && total.left !== 0 && `The daily quota renews ${moment(renewed)}.`}{' '}
      <span class="soft">Failed and cancelled submissions do not count.</span>
    </p>
  );
}
