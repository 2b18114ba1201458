/** Predictions item by item, beside those of another submission: those that differ most come first. */
import { useState } from 'preact/hooks';
import { call, type Reply } from '../api/call.ts';
import { SelectField } from '../parts/field.tsx';
import { Empty, Ready } from '../parts/loading.tsx';
import { Pager } from '../parts/pager.tsx';
import { useLoaded } from '../parts/use-loaded.ts';
import { splitFields } from './item-fields.ts';

type Items = Reply<'get', '/api/boards/{board}/submissions/{submission}/items'>;

interface ItemComparisonProps {
  board: string;
  submission: string;
  others: readonly { id: string; name: string }[];
}

/** Less than the server sends at once: items can be long. */
const A_PAGE = 25;

export function ItemComparison({ board, submission, others }: ItemComparisonProps) {
  const [other, setOther] = useState('');
  const [from, setFrom] = useState(0);
  const query = { from, ...(other === '' ? {} : { with: other }) };
  const loaded = useLoaded(
    () => call('get', '/api/boards/{board}/submissions/{submission}/items', { params: { board, submission }, query }),
    `${submission} ${other} ${from}`,
  );
  return (
    <section aria-labelledby="items">
      <h2 id="items">Item by item</h2>
      {others.length > 0 && (
        <div class="fields-line">
          <SelectField
            label="Compare with"
            value={other}
            set={(value) => {
              setFrom(0);
              setOther(value);
            }}
          >
            <option value="">nothing</option>
            {others.map((own) => (
              <option key={own.id} value={own.id}>
                {own.name}
              </option>
            ))}
          </SelectField>
        </div>
      )}
      <Ready loaded={loaded}>
        {({ items, names, total }) => {
          const shown = items.slice(0, A_PAGE);
          return (
            <Pager
              from={from}
              shown={shown.length}
              total={total}
              size={A_PAGE}
              setFrom={setFrom}
              note={other === '' ? '' : ', largest differences first'}
            >
              <ItemTable items={shown} names={names} />
            </Pager>
          );
        }}
      </Ready>
    </section>
  );
}

function ItemTable({ items, names }: Pick<Items, 'items' | 'names'>) {
  if (items.length === 0) return <Empty>There is no item to show.</Empty>;
  const { shared, own } = splitFields(items.map(({ input }) => input));
  return (
    <>
      {shared.length > 0 && (
        <details>
          <summary>The same in all of these items: {shared.map(([name]) => name).join(', ')}</summary>
          <Fields fields={shared} />
        </details>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard */}
      <section class="scroll" tabIndex={0} aria-label="Items">
        <table class="items">
          <thead>
            <tr>
              <th scope="col">Item</th>
              {names.map((name, i) => (
                <th key={`${i} ${name}`} scope="col">
                  <bdi>{name}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map(({ id, systems }, place) => (
              <tr key={id}>
                <th scope="row">
                  <Fields fields={own[place]} />
                  <small class="soft">
                    <bdi>{id}</bdi>
                  </small>
                </th>
                {systems.map(({ prediction, score }, i) => (
                  <td key={`${i} ${names[i]}`}>
                    <bdi class="passage">{prediction}</bdi>
                    {score !== null && <small class="soft">score {Number(score.toFixed(3))}</small>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

function Fields({ fields }: { fields: readonly [string, string][] }) {
  return (
    <dl class="input">
      {fields.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd dir="auto">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
