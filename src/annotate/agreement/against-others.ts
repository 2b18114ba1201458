/** One annotator against what most of the others say, label by label. */
import { cohenKappa } from '../../metrics/agreement/index.ts';
import type { Label } from '../../metrics/index.ts';
import { majorityOf } from './majority.ts';

/** What the annotators said of one thing. */
export type Said = ReadonlyMap<string, Label>;

export type AgreementWithOthers = {
  /** Things on which the others have a majority. */
  compared: number;
  agreement: number | null;
  cohenKappa: number | null;
};

export function againstOthers(said: Iterable<Said>, annotator: string): AgreementWithOthers {
  const mine: Label[] = [];
  const theirs: Label[] = [];
  for (const labels of said) {
    const own = labels.get(annotator);
    if (own === undefined) continue;
    const most = majorityOf([...labels].filter(([other]) => other !== annotator).map(([, label]) => label));
    if (most === null) continue;
    mine.push(own);
    theirs.push(most);
  }
  const same = mine.filter((label, i) => label === theirs[i]).length;
  return { compared: mine.length, agreement: mine.length > 0 ? same / mine.length : null, cohenKappa: cohenKappa(mine, theirs) };
}
