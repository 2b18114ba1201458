/** What papers report of other data: set apart, grouped by where it is from, without ranks. */
import type { Board } from './competition.ts';
import { printed } from './printed.ts';

type Published = Board['elsewhere'][number];

export function Elsewhere({ board: { elsewhere, rank }, scale }: { board: Board; scale: number }) {
  if (elsewhere.length === 0) return null;
  return (
    <section aria-labelledby="elsewhere" class="elsewhere">
      <h2 id="elsewhere">Published, of other data</h2>
      <p class="soft">Results that papers report. They are of other items, so they cannot be compared with the rows above.</p>
      <div class="apart-boxes">
        {groupsOf(elsewhere).map(({ source, data, rows }) => (
          <div key={source} class="apart-box">
            <table>
              <caption dir="auto">
                {source}
                {data && <small>Other data: {data}</small>}
              </caption>
              <thead>
                <tr>
                  <th scope="col">System</th>
                  <th scope="col" class="number">
                    <bdi>{rank}</bdi>
                  </th>
                </tr>
              </thead>
              <tbody>
                {rows.map(({ system, scores, note }) => (
                  <tr key={system}>
                    <th scope="row">
                      <bdi>{system}</bdi>
                      {note && <small dir="auto">{note}</small>}
                    </th>
                    <td class="number">{printed(scores[rank], scale)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        ))}
      </div>
    </section>
  );
}

/** One for each paper, split and size, in their order. */
function groupsOf(rows: readonly Published[]): { source: string; data: string; rows: Published[] }[] {
  const groups = new Map<string, { source: string; data: string; rows: Published[] }>();
  for (const row of rows) {
    const data = [`split ${row.split}`, ...Object.entries(row.sizes ?? {}).map(([name, size]) => `${size} ${name}`)].join(', ');
    const key = `${row.source}\n${data}`;
    const group = groups.get(key) ?? { source: row.source, data, rows: [] };
    group.rows.push(row);
    groups.set(key, group);
  }
  return [...groups.values()];
}
