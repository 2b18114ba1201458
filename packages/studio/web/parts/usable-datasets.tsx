/** The datasets that the server can read, for a page that begins with choosing one. */
import type { ComponentChildren } from 'preact';
import { call, type Reply } from '../api/call.ts';
import { Empty, Ready, Warnings } from './loading.tsx';
import { useLoaded } from './use-loaded.ts';

export type Dataset = Reply<'get', '/api/datasets'>['datasets'][number];

interface UsableDatasetsProps {
  fits?(dataset: Dataset): boolean;
  children: (datasets: readonly Dataset[]) => ComponentChildren;
}

export function UsableDatasets({ fits = () => true, children }: UsableDatasetsProps) {
  const loaded = useLoaded(() => call('get', '/api/datasets', {}), 'datasets');
  return (
    <Ready loaded={loaded}>
      {({ root, datasets }) => {
        const usable = datasets.filter((one) => !one.problem && fits(one));
        return (
          <>
            {usable.length === 0 ? (
              <Empty>
                There are no datasets in <bdi>{root}</bdi>. Build one with <code>sensebench build</code>, then reload this page.
              </Empty>
            ) : (
              children(usable)
            )}
            <Warnings texts={datasets.flatMap(({ name, problem }) => (problem ? [`${name}: ${problem}`] : []))} />
          </>
        );
      }}
    </Ready>
  );
}

/** The name, with the folder where another dataset has the same name. */
export function datasetLabel({ folder, name, benchmark }: Dataset, datasets: readonly Dataset[]): string {
  return `${name} (${datasets.some((one) => one.folder !== folder && one.name === name) ? folder : benchmark})`;
}
