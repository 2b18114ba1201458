/** The task `<benchmark>/criteria`: which criteria does an output of one system meet? For people, and for a model as judge. */

import {
  type Benchmark,
  createRandom,
  type Decision,
  describeInput,
  InputError,
  type Item,
  type Table,
  type Task,
  type TaskItem,
} from '@sensebench/metrics/internal/core';
import { bootstrapInterval } from '@sensebench/metrics/internal/metrics';
import { z } from 'zod';
import { againstOthers, groupByItem } from './agreement/agreement-of.ts';
import { type Judgement, judgementSchema } from './judge-verdict.ts';

/** For benchmarks whose tasks define no criteria. */
const GENERAL: Readonly<Record<string, string>> = {
  commonsense: 'What it says agrees with common sense: it is true, or can well happen, in the world as we know it.',
  fluency: 'It is fluent and grammatical English.',
};

/** For benchmarks with choices, where fluency does not apply. */
const OF_CHOICES: Readonly<Record<string, string>> = { correct: 'It is the right answer to what the system was given.' };

/** The criteria of a good output: those of the benchmark's tasks, else general ones for its kind of answer. */
export function criteriaOf({ tasks, choices }: Pick<Benchmark, 'tasks' | 'choices'>): Readonly<Record<string, string>> {
  return tasks?.find((task) => task.criteria)?.criteria ?? (choices ? OF_CHOICES : GENERAL);
}

const SEED = 17;

export type CriteriaValue = Readonly<Record<string, Judgement>>;

interface ShownOutput {
  /** The input of the system. */
  given: string;
  output: string;
}

export type CriteriaTask = Task<ShownOutput, CriteriaValue> & { criteria: Readonly<Record<string, string>> };

export type CriterionFigures = {
  /** Share of yes among the outputs judged yes or no. */
  share: number | null;
  interval: [number, number] | null;
  items: number;
  unsure: number;
  /** Agreement with the majority of the other annotators. */
  others: { items: number; agreement: number | null; cohenKappa: number | null };
};

export function criteriaTask(benchmark: Pick<Benchmark, 'name' | 'names' | 'tasks' | 'choices'>): CriteriaTask {
  const criteria = criteriaOf(benchmark);
  return {
    name: `${benchmark.name}/criteria`,
    title: 'Judge what a system wrote',
    summary: 'which criteria does an output meet?',
    guideline: `You see the input of a system and its output. For each criterion, say whether the output meets it: yes, no or unsure.\n\n${Object.values(
      criteria,
    )
      .map((text) => `- ${text}`)
      .join('\n')}`,
    people: 2,
    value: z.record(z.string(), judgementSchema),
    criteria,
    async check(value) {
      const missing = Object.keys(criteria).filter((name) => !Object.hasOwn(value, name));
      const strange = Object.keys(value).filter((name) => !Object.hasOwn(criteria, name));
      return [
        ...missing.map((name) => ({ refuse: true, text: `"${name}" is empty` })),
        ...strange.map((name) => ({ refuse: true, text: `"${name}" is not one of the criteria` })),
      ];
    },
    list({ items, runs = [], seed, count }) {
      const [run] = runs;
      if (!run) throw new InputError('there is no output to judge', { expected: 'a run' });
      const answered = namedItems(benchmark, items).flatMap(({ id, also, item }) => {
        const output = run.outputs.get(item.id);
        return output === undefined ? [] : [{ id, also, shown: { given: describeInput(item), output } }];
      });
      return count === undefined ? answered : createRandom(`${seed}/criteria`).sample(answered, count);
    },
    async aggregate({ decisions }) {
      const annotators = [...new Set(decisions.map(({ annotator }) => annotator))].sort();
      const figures = annotators.map((annotator) => ({ annotator, criteria: criteriaFigures(decisions, annotator) }));
      return {
        json: { annotators: Object.fromEntries(figures.map(({ annotator, criteria: own }) => [annotator, own])) },
        tables: figures.map(({ annotator, criteria: own }) => criteriaTable(annotator, own)),
      };
    },
  };
}

/** The judgements of one annotator, by criterion. */
export function criteriaFigures(decisions: readonly Decision<CriteriaValue>[], annotator: string): Record<string, CriterionFigures> {
  const own = decisions.filter((decision) => decision.annotator === annotator);
  const byItem = groupByItem(decisions);
  const names = [...new Set(own.flatMap(({ value }) => Object.keys(value)))];
  return Object.fromEntries(
    names.map((name) => {
      const said = own.flatMap(({ item, value }) => (name in value ? [{ item, judgement: value[name] }] : []));
      const decided = said.filter(({ judgement }) => judgement !== 'unsure');
      const share = (rows: readonly (typeof decided)[number][]) =>
        rows.length > 0 ? rows.filter(({ judgement }) => judgement === 'yes').length / rows.length : null;
      const interval = bootstrapInterval(decided, share, { seed: SEED });
      const { compared, ...others } = againstOthers(sureLabels(byItem, name), annotator);
      const figures: CriterionFigures = {
        share: share(decided),
        interval: interval && [interval.low, interval.high],
        items: decided.length,
        unsure: said.length - decided.length,
        others: { items: compared, ...others },
      };
      return [name, figures];
    }),
  );
}

/** By item, the annotators who answered yes or no. */
function sureLabels(byItem: ReadonlyMap<string, readonly Decision<CriteriaValue>[]>, name: string): Map<string, Judgement>[] {
  return [...byItem.values()].map((decisions) => {
    const sure = decisions.filter(({ value }) => name in value && value[name] !== 'unsure');
    return new Map(sure.map(({ annotator, value }) => [annotator, value[name]]));
  });
}

const percent = (value: unknown) => (typeof value === 'number' ? (100 * value).toFixed(1) : String(value));

function criteriaTable(annotator: string, criteria: Readonly<Record<string, CriterionFigures>>): Table {
  return {
    caption: annotator,
    columns: [
      { key: 'criterion', label: 'criterion' },
      { key: 'share', label: 'meets it', align: 'right', format: percent },
      { key: 'interval', label: '95% interval', align: 'right' },
      { key: 'items', label: 'items', align: 'right' },
      { key: 'unsure', label: 'unsure', align: 'right' },
      { key: 'agreement', label: 'agrees with others', align: 'right', format: percent },
      { key: 'kappa', label: 'kappa', align: 'right' },
    ],
    rows: Object.entries(criteria).map(([criterion, { share, interval, items, unsure, others }]) => ({
      criterion,
      share,
      items,
      unsure,
      interval: interval?.map(percent).join('–'),
      agreement: others.agreement,
      kappa: others.cohenKappa,
    })),
  };
}

/** An item with the names by which decisions refer to it: those of the benchmark, or its id. */
interface NamedItem extends Pick<TaskItem, 'id' | 'also'> {
  item: Item;
}

export function namedItems({ names }: Pick<Benchmark, 'names'>, items: readonly Item[]): NamedItem[] {
  const given = names?.(items);
  return items.map((item, i) => ({ id: given?.[i].id ?? item.id, also: given?.[i].also, item }));
}
