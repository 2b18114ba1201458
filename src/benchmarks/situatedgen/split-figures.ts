/** Figures of one split of SituatedGen: those of its examples, its communities, and the world regions of its places. */
import type { TextEntity } from '../../core/index.ts';
import { countRegions } from '../../nlp/index.ts';
import { type DatasetFigures, datasetFigures } from './dataset-figures.ts';
import type { ExampleFile } from './read-examples.ts';
import { findCommunities } from './steps/find-communities.ts';
import type { UnseenFigures } from './unseen.ts';

export type SplitFigures = DatasetFigures & {
  communities: { count: number; largestShare: number | null; crossing: number };
  regions: Record<string, number>;
  /** Of splits beside a train split. */
  unseen?: UnseenFigures;
};

export function splitFigures(
  file: Pick<ExampleFile, 'examples'>,
  entities: ReadonlyMap<string, readonly TextEntity[]>,
  { top = 30, seed = 17 }: { top?: number; seed?: number } = {},
): SplitFigures {
  const { edges, crossing } = findCommunities(
    file.examples.map((example) => example.ids),
    { seed },
  );
  const places = [...new Set(file.examples.flatMap((example) => example.ids))].flatMap((id) =>
    (entities.get(id) ?? []).filter((entity) => entity.type === 'GPE').map((entity) => entity.text),
  );
  return {
    ...datasetFigures(file.examples, entities, { top }),
    communities: { count: edges.length, largestShare: edges.length > 0 ? edges[0] / file.examples.length : null, crossing },
    regions: countRegions(places),
  };
}
