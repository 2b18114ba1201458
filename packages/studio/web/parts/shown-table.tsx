/** A table whose cells are texts; it scrolls sideways on a phone. */
import type { ShownTable } from '../../src/server/http/shapes.ts';

export function TableView({ table: { caption, columns, rows } }: { table: ShownTable }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
    <section class="scroll" tabIndex={0} aria-label={caption ?? columns.map(({ label }) => label).join(', ')}>
      <table>
        {caption && <caption dir="auto">{caption}</caption>}
        <thead>
          <tr>
            {columns.map(({ label, align }) => (
              <th key={label} scope="col" class={align === 'right' ? 'number' : ''}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={`${row} ${cells[0]}`}>
              {cells.map((cell, i) =>
                i === 0 ? (
                  <th key={columns[i]?.label} scope="row" class={columns[i]?.align === 'right' ? 'number' : ''}>
                    <bdi>{cell}</bdi>
                  </th>
                ) : (
                  <td key={columns[i]?.label} class={columns[i]?.align === 'right' ? 'number' : ''}>
                    <bdi>{cell}</bdi>
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
