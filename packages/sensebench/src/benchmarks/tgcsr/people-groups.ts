/** Agreement and human score by the annotators' background, and pairs on which groups differ (Santos et al. 2022, section 7). */

import { InputError, type Table } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { type Background, groupPeople, readBackground } from '../../annotate/index.ts';
import { fixed, percent } from '../../report/index.ts';
import { type HeldOutPairs, holdOutEach, humanScore, modeLabel } from './human-score.ts';
import { raterAgreement } from './rater-agreement.ts';
import { collapse, type RatedPairs } from './ratings/rated-pairs.ts';

interface GroupFigures {
  value: string;
  people: number;
  krippendorffAlpha: number | null;
  pearson: number | null;
  /** F1 of the mode of the other members, against each member. */
  f1Within: number | null;
  /** F1 of the mode of all non-members, against each member; null where the non-members are too few to be shown. */
  f1Outside: number | null;
}

interface GroupDifference {
  id: string;
  /** Share of yes in each group. */
  yesShare: Record<string, number>;
}

export interface ColumnFigures {
  groups: GroupFigures[];
  /** Values with too few people to be shown. */
  tooSmall: number;
  /** Pairs on which the majorities of two groups differ. */
  differences: GroupDifference[];
}

export interface PeopleFigures {
  /** Smaller groups are not shown. */
  leastPeople: number;
  columns: Record<string, ColumnFigures>;
}

export interface PeopleOptions {
  background: Background;
  columns: readonly string[];
  leastPeople: number;
}

export function peopleFigures(rated: RatedPairs, { background, columns, leastPeople }: PeopleOptions): PeopleFigures {
  return { leastPeople, columns: Object.fromEntries(columns.map((column) => [column, figuresOf(column)])) };

  function figuresOf(column: string): ColumnFigures {
    const { groups, tooSmall } = groupPeople(background, column, { annotators: rated.annotators, least: leastPeople });
    return {
      groups: groups.map(({ value, members }) => {
        const own = ratedBy(rated, members);
        const { krippendorffAlpha, pearson } = raterAgreement(own);
        const scores = { f1Within: humanScore(holdOutEach(own)).f1, f1Outside: outsideScore(rated, members) };
        return { value, people: members.length, krippendorffAlpha, pearson, ...scores };
      }),
      tooSmall,
      differences: differencesOf(rated, groups),
    };
  }

  function outsideScore(all: RatedPairs, members: readonly number[]): number | null {
    return all.annotators.length - members.length < leastPeople ? null : humanScore(predictedByOthers(all, members)).f1;
  }
}

function ratedBy(rated: RatedPairs, members: readonly number[]): RatedPairs {
  return {
    ...rated,
    annotators: members.map((i) => rated.annotators[i]),
    pairs: rated.pairs.map((pair) => ({ ...pair, values: members.map((i) => pair.values[i]) })),
  };
}

function predictedByOthers({ pairs, annotators, scale }: RatedPairs, members: readonly number[]): HeldOutPairs[] {
  const others = annotators.flatMap((_, i) => (members.includes(i) ? [] : [i]));
  return pairs.map(({ values }) => {
    const labels = values.map((value) => (value === null ? null : collapse(value, scale)));
    const predicted = modeLabel(others.map((i) => labels[i]));
    return members.map((i) => (labels[i] === null || predicted === null ? null : { truth: labels[i], predicted }));
  });
}

function differencesOf({ pairs, scale }: RatedPairs, groups: readonly { value: string; members: readonly number[] }[]): GroupDifference[] {
  return pairs.flatMap(({ id, values }) => {
    const shares = groups.flatMap(({ value, members }) => {
      const votes = members.flatMap((i) => (values[i] === null ? [] : [collapse(values[i], scale)]));
      return votes.length > 0 ? [{ value, share: votes.filter(Boolean).length / votes.length }] : [];
    });
    // A tie is no majority, so it differs from none.
    const differ = shares.some(({ share }) => share > 0.5) && shares.some(({ share }) => share < 0.5);
    return differ ? [{ id, yesShare: Object.fromEntries(shares.map(({ value, share }) => [value, Math.round(share * 1e5) / 1e5])) }] : [];
  });
}

export function peopleTables({ leastPeople, columns }: PeopleFigures): Table[] {
  return Object.entries(columns).map(([column, { groups, tooSmall, differences }]) => ({
    caption: `By ${column}: groups of ${leastPeople} people or more${tooSmall > 0 ? ` (${tooSmall} smaller not shown)` : ''}; majorities differ on ${differences.length} pairs`,
    columns: [
      { key: 'value', label: column },
      { key: 'people', label: 'people', align: 'right' },
      { key: 'pearson', label: 'Pearson', align: 'right', format: fixed(3) },
      { key: 'krippendorffAlpha', label: "Krippendorff's α", align: 'right', format: fixed(3) },
      { key: 'f1Within', label: 'F1, others of the group', align: 'right', format: percent(2) },
      { key: 'f1Outside', label: 'F1, people outside it', align: 'right', format: percent(2) },
    ],
    rows: groups.map((group) => ({ ...group })),
  }));
}

/** The flags of every command that gives figures by the annotators' background. */
export const peopleOptions = {
  background: z.string().optional().describe('background of the annotators, CSV or JSONL: annotator and the declared columns'),
  backgroundColumns: z.array(z.string().min(1)).optional().describe('columns to use, like age region; others are not read'),
  minGroup: z.number().int().min(2).default(3).describe('smallest group of people that is shown'),
};

interface PeopleRequest {
  background?: string;
  backgroundColumns?: readonly string[];
  minGroup: number;
}

/** Undefined without background, because figures by group are optional. */
export async function readPeople(
  rated: RatedPairs,
  { background: path, backgroundColumns: columns = [], minGroup }: PeopleRequest,
  { warn }: { warn?(line: string): void },
): Promise<PeopleFigures | undefined> {
  if (path === undefined && columns.length > 0)
    throw new InputError(`the ratings have no background of the annotators for ${columns.join(', ')}`, {
      expected: '--background with a file of annotators',
    });
  if (path === undefined) return undefined;
  const background = await readBackground(path, { columns, annotators: rated.annotators, warn });
  return peopleFigures(rated, { background, columns, leastPeople: minGroup });
}
