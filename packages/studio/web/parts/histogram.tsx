/** How often each answer was given: a bar, a number and a share for each. */
import type { Reply } from '../api/call.ts';
import { share } from './time.ts';

type Counts = Reply<'get', '/api/studies/{study}/outcome'>['answers'][number];

export function Histogram({ field, bars }: Counts) {
  const all = bars.reduce((sum, { count }) => sum + count, 0);
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <table class="histogram">
      <caption dir="auto">{field}</caption>
      <tbody>
        {bars.map(({ label, count }) => (
          <tr key={label}>
            <th scope="row">
              <bdi>{label}</bdi>
            </th>
            <td class="drawn">
              <progress aria-label={label} value={count} max={most} />
            </td>
            <td class="number">{count}</td>
            <td class="number soft">{share(all === 0 ? null : count / all)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
