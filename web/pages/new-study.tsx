/** Making a study: a dataset, a task, settings with good defaults, and what annotators will see. */
import { useState } from 'preact/hooks';
import { call, type Reply } from '../api/call.ts';
import { Field } from '../parts/field.tsx';
import { Empty, Ready, Warnings } from '../parts/loading.tsx';
import { goTo, Heading } from '../parts/navigation.tsx';
import { Preview } from '../parts/preview.tsx';
import { SettingsForm } from '../parts/settings-form.tsx';
import { useLoaded } from '../parts/use-loaded.ts';

type Dataset = Reply<'get', '/api/datasets'>['datasets'][number];
type Task = Dataset['tasks'][number];

export function NewStudyPage() {
  const loaded = useLoaded(() => call('get', '/api/datasets', {}), 'datasets');
  return (
    <>
      <Heading>New study</Heading>
      <Ready loaded={loaded}>
        {({ root, datasets }) => {
          const usable = datasets.filter(({ problem, tasks }) => !problem && tasks.length > 0);
          const broken = datasets.flatMap(({ name, problem }) => (problem ? [`${name}: ${problem}`] : []));
          return (
            <>
              {usable.length === 0 ? (
                <Empty>
                  There is no dataset folder in <bdi>{root}</bdi>. Make one with <code>sensebench build</code>, then come back.
                </Empty>
              ) : (
                <Choose datasets={usable} />
              )}
              <Warnings texts={broken} />
            </>
          );
        }}
      </Ready>
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
  const [count, setCount] = useState('');
  const [runs, setRuns] = useState<readonly string[]>([]);
  const enough = task.needsRuns === 'none' || (task.needsRuns === 'one' ? runs.length === 1 : runs.length >= 2);
  const source = {
    dataset: folder,
    split,
    task: task.name,
    runs: task.needsRuns === 'none' ? [] : [...runs],
    ...(Number(count) > 0 ? { count: Number(count) } : {}),
  };
  return (
    <>
      <section aria-labelledby="what">
        <h2 id="what">1. What is annotated</h2>
        <div class="fields-line">
          <Field label="Dataset">
            {(id) => (
              <select
                id={id}
                value={folder}
                onChange={({ currentTarget }) => {
                  setFolder(currentTarget.value);
                  setRuns([]);
                }}
              >
                {datasets.map(({ folder: each, name, benchmark }) => (
                  <option key={each} value={each}>
                    {name} ({benchmark})
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field label="Split">
            {(id) => (
              <select id={id} value={split} onChange={({ currentTarget }) => setSplit(currentTarget.value)}>
                {dataset.splits.map(({ name, rows }) => (
                  <option key={name} value={name}>
                    {name}: {rows} rows
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field label="Items" help="Empty: as many as the task takes.">
            {(id) => (
              <input
                id={id}
                type="number"
                min={1}
                placeholder="all"
                value={count}
                onChange={({ currentTarget }) => setCount(currentTarget.value)}
              />
            )}
          </Field>
        </div>
        <TaskChoice tasks={dataset.tasks} chosen={task.name} choose={setTask} />
        {task.needsRuns !== 'none' && <RunChoice benchmark={dataset.benchmark} needs={task.needsRuns} chosen={runs} choose={setRuns} />}
      </section>
      {enough ? (
        <Configure key={JSON.stringify(source)} source={source} task={task} name={dataset.name} />
      ) : (
        <Empty>{task.needsRuns === 'one' ? 'Choose the run whose outputs are judged.' : 'Choose two to six runs to compare.'}</Empty>
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
      <legend>{needs === 'one' ? 'Run whose outputs are judged' : 'Runs to compare, two to six'}</legend>
      <Ready loaded={loaded}>
        {({ runs }) =>
          runs.length === 0 ? (
            <Empty>
              There is no run of this benchmark. Make one with <code>sensebench evaluate</code>.
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
                    <bdi>{model}</bdi>, {predictions} predictions
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

function Configure({ source, task, name }: { source: Source; task: Task; name: string }) {
  const loaded = useLoaded(() => call('post', '/api/studies/preview', { body: source }), JSON.stringify(source));
  return (
    <Ready loaded={loaded}>
      {({ items, goldItems, people, guideline, form, samples, warnings }) => (
        <>
          <Warnings texts={warnings} />
          <section aria-labelledby="preview">
            <h2 id="preview">2. What annotators see</h2>
            <p class="soft">
              {items} {items === 1 ? 'item' : 'items'}
              {goldItems > 0 && `, ${goldItems} of them with a known answer`}; {people} {people === 1 ? 'answer' : 'answers'} each.
            </p>
            <Preview task={source.task} form={form} samples={samples} guideline={guideline} />
          </section>
          <section aria-labelledby="how">
            <h2 id="how">3. Settings</h2>
            <SettingsForm
              label="Make the study"
              disabled={items === 0}
              settings={{
                title: `${name}: ${task.name.slice(task.name.lastIndexOf('/') + 1)} (${source.split})`,
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
