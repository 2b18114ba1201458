/** What of a board is shown: a text to look for, which rows, which columns. All of it is kept in the address. */
import { SelectField, TextField } from '../parts/field.tsx';
import type { Phase } from './competition.ts';
import { SCORES } from './table-rows.ts';

export interface View extends Record<string, string> {
  find: string;
  show: string;
  /** Sets of columns, apart by commas. */
  columns: string;
  sort: string;
  order: string;
  since: string;
  /** "owner": the owner's view. */
  as: string;
}

export function usualView({ direction }: Pick<Phase, 'direction'>): View {
  return { find: '', show: 'all', columns: SCORES, sort: 'value', order: direction === 'higher' ? 'down' : 'up', since: '', as: '' };
}

interface ViewFormProps {
  view: View;
  change(part: Partial<View>): void;
  sets: readonly string[];
  /** The reader has rows of their own. */
  own: boolean;
}

export function ViewForm({ view, change, sets, own }: ViewFormProps) {
  const chosen = view.columns.split(',').filter(Boolean);
  const toggle = (set: string, on: boolean) =>
    change({ columns: sets.filter((one) => (one === set ? on : chosen.includes(one))).join(',') });
  return (
    <div class="fields-line view-form">
      <TextField label="Find" placeholder="name, account, model" value={view.find} set={(find) => change({ find })} />
      <SelectField label="Rows" value={view.show} set={(show) => change({ show })}>
        <option value="all">all rows</option>
        <option value="competitors">competitors alone</option>
        <option value="best">the best and those like it</option>
        {own && <option value="own">my own</option>}
      </SelectField>
      {sets.length > 0 && (
        <fieldset class="columns">
          <legend>Columns</legend>
          {sets.map((set) => (
            <label key={set} class="tick">
              <input type="checkbox" checked={chosen.includes(set)} onChange={({ currentTarget }) => toggle(set, currentTarget.checked)} />
              <bdi>{set === SCORES ? 'other scores' : `by ${set}`}</bdi>
            </label>
          ))}
        </fieldset>
      )}
    </div>
  );
}
