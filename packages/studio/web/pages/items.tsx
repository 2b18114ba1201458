/** The items of a study: how many answers each has, and which come first. */
import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import { SelectField } from '../parts/field.tsx';
import { Empty, Ready } from '../parts/loading.tsx';
import { Pager } from '../parts/pager.tsx';
import { type Study, StudyFrame, type StudyPageProps } from '../parts/study-head.tsx';
import { useLoaded } from '../parts/use-loaded.ts';
import { titleOf } from '../tasks/index.ts';

const STATES = ['all', 'open', 'done', 'undecided', 'skipped'] as const;
const A_PAGE = 100;

export function ItemsPage({ study, mayChange }: StudyPageProps) {
  return (
    <StudyFrame study={study} here="/items">
      {(found) => <Items study={found} mayChange={mayChange} />}
    </StudyFrame>
  );
}

function Items({ study, mayChange }: { study: Study; mayChange: boolean }) {
  const [state, setState] = useState<(typeof STATES)[number]>('all');
  const [from, setFrom] = useState(0);
  const loaded = useLoaded(
    () => call('get', '/api/studies/{study}/items', { params: { study: study.id }, query: { state, from } }),
    `${study.id} ${state} ${from}`,
  );
  const setPriority = async (item: string, priority: number) => {
    await call('patch', '/api/studies/{study}/items/{item}', { params: { study: study.id, item }, body: { priority } });
    await loaded.reload();
  };
  return (
    <>
      <SelectField
        label="Show"
        value={state}
        set={(value) => {
          setFrom(0);
          setState(STATES.find((one) => one === value) ?? 'all');
        }}
      >
        {STATES.map((one) => (
          <option key={one} value={one}>
            {one} items
          </option>
        ))}
      </SelectField>
      <Ready loaded={loaded}>
        {({ total, items }) =>
          items.length === 0 ? (
            <Empty>{state === 'all' ? 'This study has no items.' : `No items are ${state}.`}</Empty>
          ) : (
            <Pager from={from} shown={items.length} total={total} size={A_PAGE} setFrom={setFrom}>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard */}
              <section class="scroll" tabIndex={0} aria-label="Items">
                <table class="items">
                  <thead>
                    <tr>
                      <th scope="col">Item</th>
                      <th scope="col" class="number">
                        Answers
                      </th>
                      <th scope="col">State</th>
                      <th scope="col" class="number">
                        Priority
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {items.map(({ item, id, shown, answers, wanted, leased, skipped, priority, gold, decided }) => (
                      <tr key={item}>
                        <th scope="row">
                          <p class="passage" dir="auto">
                            {titleOf({ task: study.task, shown, form: study.form })}
                          </p>
                          <small class="soft">
                            <bdi>{id}</bdi>
                          </small>
                        </th>
                        <td class="number">
                          {answers} of {wanted}
                        </td>
                        <td>
                          {answers >= wanted ? <span class="badge done">done</span> : <span class="badge">open</span>}{' '}
                          {decided === false && <span class="badge warn">undecided</span>} {gold && <span class="badge">known answer</span>}{' '}
                          {leased > 0 && <span class="soft">{leased} at work</span>}{' '}
                          {skipped > 0 && <span class="soft">{skipped} skipped</span>}
                        </td>
                        <td class="number">
                          {mayChange ? (
                            <input
                              type="number"
                              aria-label={`Priority of ${id}`}
                              min={-100}
                              max={100}
                              defaultValue={String(priority)}
                              onChange={({ currentTarget }) => void setPriority(item, Number(currentTarget.value))}
                            />
                          ) : (
                            priority
                          )}
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </section>
            </Pager>
          )
        }
      </Ready>
    </>
  );
}
