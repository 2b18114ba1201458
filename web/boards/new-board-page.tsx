/** Making a competition: dataset folders of one benchmark, and phases that are checked while they are written. */
import { useEffect, useState } from 'preact/hooks';
import { call, type Reply, wordsOf } from '../api/call.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { Empty, Ready, Warnings } from '../parts/loading.tsx';
import { goTo, Heading } from '../parts/navigation.tsx';
import { count } from '../parts/time.ts';
import { useLoaded } from '../parts/use-loaded.ts';
import { boardPath } from './competition.ts';
import { PhasesEditor, useChecked } from './phases-editor.tsx';

type Dataset = Reply<'get', '/api/datasets'>['datasets'][number];

export function NewBoardPage({ mayChange }: { mayChange: boolean }) {
  return (
    <>
      <Heading>New competition</Heading>
      {mayChange ? <Datasets /> : <Empty>Only owners can make a competition.</Empty>}
    </>
  );
}

function Datasets() {
  const loaded = useLoaded(() => call('get', '/api/datasets', {}), 'datasets');
  return (
    <Ready loaded={loaded}>
      {({ root, datasets }) => {
        const usable = datasets.filter(({ problem }) => !problem);
        const broken = datasets.flatMap(({ name, problem }) => (problem ? [`${name}: ${problem}`] : []));
        return (
          <>
            {usable.length === 0 ? (
              <Empty>
                There is no dataset folder in <bdi>{root}</bdi>. Make one with <code>sensebench build</code>, then come back.
              </Empty>
            ) : (
              <Make datasets={usable} />
            )}
            <Warnings texts={broken} />
          </>
        );
      }}
    </Ready>
  );
}

function Make({ datasets }: { datasets: readonly Dataset[] }) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const benchmark = datasets.find(({ folder }) => folder === chosen[0])?.benchmark;
  const { yaml, write, problem } = useDraft(chosen);
  const key = chosen.join('\n');
  const checked = useChecked(
    yaml,
    key,
    chosen.length > 0 && yaml !== '' ? () => call('post', '/api/boards/preview', { body: { datasets: [...chosen], phases: yaml } }) : null,
  );
  return (
    <>
      <section aria-labelledby="data">
        <h2 id="data">1. The data</h2>
        <p class="soft">A copy of it is kept here, and its answers never leave the server. Folders of one benchmark can be joined.</p>
        <fieldset class="task-choice">
          <legend>Dataset folders</legend>
          {datasets.map((own) => (
            <label key={own.folder}>
              <input
                type="checkbox"
                checked={chosen.includes(own.folder)}
                disabled={benchmark !== undefined && own.benchmark !== benchmark}
                onChange={({ currentTarget }) =>
                  setChosen(currentTarget.checked ? [...chosen, own.folder] : chosen.filter((folder) => folder !== own.folder))
                }
              />
              <span>
                <b>
                  <bdi>{own.name}</bdi>
                </b>{' '}
                <span class="soft">
                  {own.benchmark}; {own.splits.map(({ name, rows }) => `${name} ${count(rows, 'row')}`).join(', ')}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
      </section>
      {chosen.length > 0 && (
        <section aria-labelledby="phases">
          <h2 id="phases">2. The phases</h2>
          {problem && (
            <div class="banner bad" role="alert">
              <p dir="auto">{problem}</p>
            </div>
          )}
          <PhasesEditor yaml={yaml} change={write} checked={checked} idle={yaml === ''} />
          <ActionButton
            kind="primary"
            disabled={!checked || 'fault' in checked}
            act={async () => {
              const { id } = await call('post', '/api/boards', { body: { datasets: [...chosen], phases: yaml } });
              goTo(boardPath(id, 'manage'));
            }}
          >
            Make the competition
          </ActionButton>
        </section>
      )}
    </>
  );
}

/** A text to begin with, for the chosen folders; it is replaced while nobody has written in it. */
function useDraft(chosen: readonly string[]) {
  const [yaml, setYaml] = useState('');
  const [written, setWritten] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const key = chosen.join('\n');
  useEffect(() => {
    if (written || chosen.length === 0) return;
    let gone = false;
    setProblem(null);
    call('post', '/api/boards/template', { body: { datasets: [...chosen] } }).then(
      (draft) => gone || setYaml(draft.yaml),
      (error: unknown) => gone || setProblem(wordsOf(error)),
    );
    return () => {
      gone = true;
    };
  }, [key, written]);
  return {
    yaml,
    problem,
    write(text: string) {
      setWritten(true);
      setYaml(text);
    },
  };
}
