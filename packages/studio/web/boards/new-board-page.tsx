/** Creating a competition: datasets of one benchmark, and phases that are checked while they are written. */
import { useEffect, useState } from 'preact/hooks';
import { call, wordsOf } from '../api/call.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { Empty } from '../parts/loading.tsx';
import { goTo, Heading } from '../parts/navigation.tsx';
import { count } from '../parts/time.ts';
import { type Dataset, datasetLabel, UsableDatasets } from '../parts/usable-datasets.tsx';
import { boardPath } from './competition.ts';
import { PhasesEditor, useChecked } from './phases-editor.tsx';

export function NewBoardPage({ mayChange }: { mayChange: boolean }) {
  return (
    <>
      <Heading>New competition</Heading>
      {mayChange ? (
        <UsableDatasets>{(datasets) => <Make datasets={datasets} />}</UsableDatasets>
      ) : (
        <Empty>Only owners can create a competition.</Empty>
      )}
    </>
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
        <p class="soft">The server keeps a copy, and the answers never leave it. Datasets of the same benchmark can be combined.</p>
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
                  <bdi>{datasetLabel(own, datasets)}</bdi>
                </b>{' '}
                <span class="soft">{own.splits.map(({ name, rows }) => `${name} ${count(rows, 'row')}`).join(', ')}</span>
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
            Create the competition
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
