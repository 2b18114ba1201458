/** People as a system (Santos et al. 2022, section 6): each annotator in turn is the truth, the mode of the others the answer. The human score is the mean of F1 over annotators. */
import { InputError } from '../../core/index.ts';
import { holdOutEach } from './human-score.ts';
import type { TgcsrItem } from './item.ts';
import { readRatings } from './ratings/read-ratings.ts';

export interface TgcsrHumanAnswer {
  item: TgcsrItem;
  answer: string;
}

/** One item for each pair and annotator; `annotator` in its meta says who was held out. */
export async function humanAnswers(items: readonly TgcsrItem[], { path }: { path?: string }): Promise<TgcsrHumanAnswer[]> {
  if (!path) throw new InputError('people are a system by their ratings; name the file', { expected: 'human:ratings.csv' });
  const rated = await readRatings(path);
  const byId = new Map(items.map((item) => [item.id, item]));
  return holdOutEach(rated).flatMap((held, i) => {
    const item = byId.get(rated.pairs[i].id);
    if (!item) return [];
    return held.flatMap((pair, place) => {
      if (!pair || pair.predicted === null) return [];
      const annotator = rated.annotators[place];
      const own = { ...item, id: `${item.id}/${annotator}`, references: [toLabel(pair.truth)], meta: { ...item.meta, annotator } };
      return [{ item: own, answer: toLabel(pair.predicted) }];
    });
  });
}

function toLabel(yes: boolean): string {
  return yes ? 'yes' : 'no';
}
