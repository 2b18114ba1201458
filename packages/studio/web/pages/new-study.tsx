/** Creating a study: a dataset, a task, a preview of what annotators see, and settings with good defaults. */
import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import { Field, SelectField } from '../parts/field.tsx';
import { Empty, Ready, Warnings } from '../parts/loading.tsx';
import { goTo, Heading } from '../parts/navigation.tsx';
import { Preview } from '../parts/preview.tsx';
import { SettingsForm } from '../parts/settings-form.tsx';
import { count } from '../parts/time.ts';
import { type Dataset, datasetLabel, UsableDatasets } from '../parts/usable-datasets.tsx';
import { useLoaded } from '../parts/use-loaded.ts';

type Task = Dataset['tasks'][number];

export function NewStudyPage() {
  return (
    <>
      <Heading>New study</Heading>
      <UsableDatasets fits={({ tasks }) => tasks.length > 0}>{(datasets) => <Choose datasets={datasets} />}</UsableDatasets>
    </>
  );
}

function Choose({ datasets }: { datasets: readonly Dataset[] }) {
  const [folder, setFolder] = useState(datasets[0].folder);
  const dataset = datasets.find((one) => one.folder === folder) ?? datasets[0];
  const [taskName, setTask] = useState('');
  const task = dataset.tasks.find(({ name }) => name === taskName) ?? dataset.tasks[0];
  const [splitName, setSplit] = useState('test');
  const split = (dataset.splits.find(({ name }) => name === splitName) ?? dataset.splits.at(-1))?.name ?? 'test';
  const [limit, setLimit] = useState('');
  const [runs, setRuns] = useState<readonly string[]>([]);
  const enough = task.needsRuns === 'none' || (task.needsRuns === 'one' ? runs.length === 1 : runs.length >= 2);
  const source = {
    dataset: folder,
    split,
    task: task.name,
    runs: task.needsRuns === 'none' ? [] : [...runs],
    ...(Number(limit) > 0 ? { count: Number(limit) } : {}),
  };
  return (
    <>
      <section aria-labelledby="what">
        <h2 id="what">1. Data and task</h2>
        <div class="fields-line">
          <SelectField
            label="Dataset"
            value={folder}
            set={(value) => {
              setFolder(value);
              setRuns([]);
            }}
          >
            {datasets.map((one) => (
              <option key={one.folder} value={one.folder}>
                {datasetLabel(one, datasets)}
              </option>
            ))}
          </SelectField>
          <SelectField label="Split" value={split} set={setSplit}>
            {dataset.splits.map(({ name, rows }) => (
              <option key={name} value={name}>
                {name}: {count(rows, 'row')}
              </option>
            ))}
          </SelectField>
          <Field label="Items" help="Leave empty for all.">
            {(id) => (
              <input
                id={id}
                type="number"
                min={1}
                placeholder="all"
                value={limit}
                onChange={({ currentTarget }) => setLimit(currentTarget.value)}
              />
            )}
          </Field>
        </div>
        <TaskChoice tasks={dataset.tasks} chosen={task.name} choose={setTask} />
        {task.needsRuns !== 'none' && <RunChoice benchmark={dataset.benchmark} needs={task.needsRuns} chosen={runs} choose={setRuns} />}
      </section>
      {enough ? (
        <Configure key={JSON.stringify(source)} source={source} />
      ) : (
        <Empty>{task.needsRuns === 'one' ? 'Choose the run to judge.' : 'Choose two to six runs to compare.'}</Empty>
      )}
    </>
  );
}

function TaskChoice({ tasks, chosen, choose }: { tasks: readonly Task[]; chosen: string; choose(name: string): void }) {
  return (
    <fieldset class="task-choice">
      <legend>Task</legend>
      {tasks.map(({ name, summary }) => (
        <label key={name}>
          <input type="radio" name="task" checked={name === chosen} onChange={() => choose(name)} />
          <span>
            <b>{name.slice(name.lastIndexOf('/') + 1)}</b> <span class="soft">{summary}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface RunChoiceProps {
  benchmark: string;
  needs: 'one' | 'several';
  chosen: readonly string[];
  choose(runs: readonly string[]): void;
}

function RunChoice({ benchmark, needs, chosen, choose }: RunChoiceProps) {
  const loaded = useLoaded(() => call('get', '/api/runs', { query: { benchmark } }), benchmark);
  const toggle = (folder: string, on: boolean) =>
    choose(needs === 'one' ? (on ? [folder] : []) : on ? [...chosen, folder].slice(0, 6) : chosen.filter((one) => one !== folder));
  return (
    <fieldset class="task-choice">
      <legend>{needs === 'one' ? 'Run to judge' : 'Runs to compare (two to six)'}</legend>
      <Ready loaded={loaded}>
        {({ runs }) =>
          runs.length === 0 ? (
            <Empty>
              There are no runs of this benchmark with answers. Create one with <code>sensebench evaluate</code>.
            </Empty>
          ) : (
            runs.map(({ folder, name, model, predictions }) => (
              <label key={folder}>
                <input
                  type={needs === 'one' ? 'radio' : 'checkbox'}
                  name="run"
                  checked={chosen.includes(folder)}
                  onChange={({ currentTarget }) => toggle(folder, currentTarget.checked)}
                />
                <span>
                  <bdi>{name}</bdi>{' '}
                  <span class="soft">
                    <bdi>{model}</bdi>, {count(predictions, 'prediction')}
                  </span>
                </span>
              </label>
            ))
          )
        }
      </Ready>
    </fieldset>
  );
}

interface Source {
  dataset: string;
  split: string;
  task: string;
  runs: string[];
  count?: number;
}

function Configure({ source }: { source: Source }) {
  const loaded = useLoaded(() => call('post', '/api/studies/preview', { body: source }), JSON.stringify(source));
  return (
    <Ready loaded={loaded}>
      {({ items, goldItems, people, title, guideline, form, samples, warnings }) => (
        <>
          <Warnings texts={warnings} />
          <section aria-labelledby="preview">
            <h2 id="preview">2. What annotators see</h2>
            <p class="soft">
              {count(items, 'item')}
              {goldItems > 0 && `, plus ${goldItems} with a known answer`}; {count(people, 'answer')} each.
            </p>
            <Preview task={source.task} form={form} samples={samples} guideline={guideline} />
          </section>
          <section aria-labelledby="how">
            <h2 id="how">3. Settings</h2>
            <SettingsForm
              label="Create the study"
              disabled={items === 0}
              settings={{
                title,
                guideline,
                consent: '',
                background: [],
                people,
                order: 'finish',
                leaseMinutes: 30,
                goldRate: goldItems > 0 ? 0.1 : 0,
                mustAnswer: 0.8,
                qualification: null,
                pay: null,
              }}
              save={async (settings) => {
                const { id } = await call('post', '/api/studies', { body: { ...source, ...settings } });
                goTo(`/studies/${encodeURIComponent(id)}`);
              }}
            />
          </section>
        </>
      )}
    </Ready>
  );
}
