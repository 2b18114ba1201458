/** What a judge's verdicts come to: shares with intervals, wins that hold in both orders, and the agreement with people. */
import type { Decision } from '../../core/index.ts';
import { cohenKappa } from '../../metrics/agreement/index.ts';
import { bootstrapInterval } from '../../metrics/significance/index.ts';
import type { JudgeCriterion, JudgeItem } from './judge.ts';

export interface JudgeAgreement {
  /** Items with both a verdict and a majority of people. */
  items: number;
  agreement: number | null;
  cohenKappa: number | null;
}

export interface SingleSummary {
  /** Share of the outputs that meet the criterion, of those with a verdict. */
  share: number | null;
  interval: [number, number] | null;
  items: number;
  /** The judge said neither yes nor no. */
  unclear: number;
  people?: JudgeAgreement;
}

export interface PairSummary {
  /** Verdicts that name the same run in both orders. */
  wins: Record<string, number>;
  ties: number;
  /** Share of items where the verdict turned with the order, and which place was preferred then. */
  orderBias: number | null;
  firstPreferred: number;
  items: number;
  unclear: number;
  people?: JudgeAgreement;
}

export interface JudgeSummaryOptions {
  items: readonly JudgeItem[];
  /** By the id of the judged item. */
  verdicts: ReadonlyMap<string, string>;
  criteria: readonly JudgeCriterion[];
  decisions?: readonly Decision[];
  seed: number;
}

export function summarizeSingle({ items, verdicts, criteria, decisions = [], seed }: JudgeSummaryOptions): Record<string, SingleSummary> {
  return Object.fromEntries(
    criteria.map((criterion) => {
      const own = items.filter(({ meta }) => meta.criterion === criterion.name);
      const said = own.flatMap(({ id, meta }) => {
        const verdict = verdicts.get(id);
        return verdict === 'yes' || verdict === 'no' ? [{ item: meta.item, value: verdict === 'yes' }] : [];
      });
      const share = (values: readonly { value: boolean }[]) =>
        values.length > 0 ? values.filter(({ value }) => value).length / values.length : null;
      const interval = bootstrapInterval(said, share, { seed });
      const votes = majority(decisions, (value) => booleanField(value, criterion.decisions));
      return [
        criterion.name,
        {
          share: share(said),
          interval: interval && [interval.low, interval.high],
          items: said.length,
          unclear: own.filter(({ id }) => verdicts.has(id)).length - said.length,
          ...(decisions.length > 0 ? { people: agree(said.map(({ item, value }) => [String(value), votes.get(item)])) } : {}),
        },
      ];
    }),
  );
}

export function summarizePairs({ items, verdicts, criteria, decisions = [] }: JudgeSummaryOptions): Record<string, PairSummary> {
  return Object.fromEntries(
    criteria.map((criterion) => {
      const byItem = new Map<string, { shown: string[]; verdict: string | undefined }[]>();
      for (const { id, meta } of items) {
        if (meta.criterion !== criterion.name) continue;
        byItem.set(meta.item, [...(byItem.get(meta.item) ?? []), { shown: meta.shown, verdict: verdicts.get(id) }]);
      }
      const wins: Record<string, number> = Object.fromEntries((items[0]?.meta.shown ?? []).map((name) => [name, 0]));
      const summary = { ties: 0, turned: 0, firstPreferred: 0, unclear: 0 };
      const final: [string, string][] = [];
      for (const [item, asked] of byItem) {
        const winners = asked.map(({ shown, verdict }) =>
          verdict === 'tie' ? 'tie' : verdict === 'A' ? shown[0] : verdict === 'B' ? shown[1] : null,
        );
        if (winners.length < 2 || winners.some((winner) => winner === null)) {
          summary.unclear++;
          continue;
        }
        const [first, second] = winners as string[];
        const winner = first === second ? first : 'tie';
        if (first !== second && first !== 'tie' && second !== 'tie') {
          summary.turned++;
          if (asked[0].verdict === 'A') summary.firstPreferred++;
        }
        if (winner === 'tie') summary.ties++;
        else wins[winner]++;
        final.push([item, winner]);
      }
      const votes = majority(decisions, (value) => textField(value, [criterion.name, 'winner']));
      const { turned, ...rest } = summary;
      return [
        criterion.name,
        {
          wins,
          ...rest,
          orderBias: final.length > 0 ? turned / final.length : null,
          items: final.length,
          ...(decisions.length > 0 ? { people: agree(final.map(([item, winner]) => [winner, votes.get(item)])) } : {}),
        },
      ];
    }),
  );
}

function agree(pairs: readonly (readonly [string, string | undefined])[]): JudgeAgreement {
  const both = pairs.flatMap(([judge, people]) => (people === undefined ? [] : [{ judge, people }]));
  return {
    items: both.length,
    agreement: both.length > 0 ? both.filter(({ judge, people }) => judge === people).length / both.length : null,
    cohenKappa: cohenKappa(
      both.map(({ judge }) => judge),
      both.map(({ people }) => people),
    ),
  };
}

/** What more than half of the people say of an item; nothing where they are divided. */
function majority(decisions: readonly Decision[], read: (value: unknown) => string | undefined): Map<string, string> {
  const votes = new Map<string, string[]>();
  for (const { item, value } of decisions) {
    const vote = read(value);
    if (vote !== undefined) votes.set(item, [...(votes.get(item) ?? []), vote]);
  }
  const result = new Map<string, string>();
  for (const [item, given] of votes) {
    const winner = given.find((vote) => given.filter((other) => other === vote).length * 2 > given.length);
    if (winner !== undefined) result.set(item, winner);
  }
  return result;
}

function booleanField(value: unknown, names: readonly string[]): string | undefined {
  const found = fieldOf(value, names);
  return typeof found === 'boolean' ? String(found) : undefined;
}

function textField(value: unknown, names: readonly string[]): string | undefined {
  const found = fieldOf(value, names);
  return typeof found === 'string' ? found : undefined;
}

function fieldOf(value: unknown, names: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const name = names.find((each) => each in value);
  return name === undefined ? undefined : (value as Record<string, unknown>)[name];
}
