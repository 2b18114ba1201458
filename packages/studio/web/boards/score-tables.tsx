/** The scores of one submission, downwards: all metrics, each breakdown by the score that ranks, and how the numbers were made. */
import type { ShownTable } from '../../src/server/http/shapes.ts';
import { TableView } from '../parts/shown-table.tsx';
import type { BoardRow } from './competition.ts';
import { SCORES, scoreColumns, tableRows } from './table-rows.ts';

interface ScoreTablesProps {
  row: BoardRow;
  rank: string;
  /** The server's table of this row alone. */
  table: ShownTable | undefined;
}

export function ScoreTables({ row, rank, table }: ScoreTablesProps) {
  const columns = scoreColumns({ rank, rows: [row] });
  const [shown] = tableRows({ rows: [row], published: [] }, table);
  const text = (key: string) => shown.texts.get(key) || '–';
  const sets = [...new Set(columns.map(({ set }) => set))];
  const signatures = groupSignatures(row.signatures);
  if (columns.length === 0 && signatures.length === 0) return null;
  return (
    <section aria-labelledby="scores">
      <h2 id="scores">Scores</h2>
      <div class="score-tables">
        {sets.map((set) => (
          <TableView
            key={set}
            table={{
              caption: set === SCORES ? `All metrics${table?.caption ? ` (${table.caption})` : ''}` : `${rank} by ${set}`,
              columns: [
                { label: set === SCORES ? 'Score' : set, align: 'left' },
                { label: set === SCORES ? 'Value' : rank, align: 'right' },
              ],
              rows: [
                ...(set === SCORES ? [[rank, text(rank)]] : []),
                ...columns.filter((own) => own.set === set).map(({ key, label }) => [label, text(key)]),
              ],
            }}
          />
        ))}
      </div>
      {signatures.length > 0 && (
        <details>
          <summary>How the scores were computed</summary>
          <dl class="facts">
            {signatures.map(({ signature, names }) => (
              <div key={signature}>
                <dt>{names.join(', ')}</dt>
                <dd>
                  <code>{signature}</code>
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </section>
  );
}

/** Scores of one metric share their signature. */
function groupSignatures(signatures: BoardRow['signatures']): { signature: string; names: string[] }[] {
  const groups = new Map<string, string[]>();
  for (const [name, signature] of Object.entries(signatures)) groups.set(signature, [...(groups.get(signature) ?? []), name]);
  return Array.from(groups, ([signature, names]) => ({ signature, names }));
}
