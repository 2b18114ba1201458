/** The task `<benchmark>/compare`: which of two to six systems gave the better output? For people, and for a model as judge. */

import {
  type Benchmark,
  createRandom,
  describeInput,
  InputError,
  type InputErrorPlace,
  type Item,
  type PlacedDecision,
  type Table,
  type Task,
} from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { parseWith } from '../files/index.ts';
import { type CompareFigures, compareFigures } from './compare-figures.ts';
import { type CompareValue, type Places, preferences } from './compare-places.ts';
import { criteriaOf, namedItems } from './criteria.ts';
import { isTable, readRawRows, recordToDecision, toDecision } from './decision-row.ts';
import { presentComparison } from './present/present-comparison.ts';

const MOST_SYSTEMS = 6;

const placesSchema = z
  .record(z.string(), z.number().positive())
  .refine((places) => Object.keys(places).length > 1, { message: 'compares fewer than two systems' });

const valueSchema = z.object({
  // A form asks for the rank of each output, by its letter.
  places: placesSchema.meta({ keys: { of: 'outputs', name: 'letter' }, ranks: true }),
  shown: z.array(z.string()).optional().meta({ control: 'hidden' }),
  orders: z
    .array(z.object({ shown: z.array(z.string()), places: placesSchema }))
    .optional()
    .meta({ control: 'hidden' }),
});

export interface ShownOutputs {
  /** The input of the systems. */
  given: string;
  outputs: readonly { system: string; text: string }[];
}

export type CompareTask = Task<ShownOutputs, CompareValue>;

export function compareTask(benchmark: Pick<Benchmark, 'name' | 'names' | 'tasks' | 'choices'>): CompareTask {
  const name = `${benchmark.name}/compare`;
  const criteria = Object.values(criteriaOf(benchmark));
  return {
    name,
    title: 'Which output is better?',
    summary: 'which of two to six systems gave the better output?',
    guideline: [
      'You see what the systems were given and their outputs, in random order and without names. Choose the better of two outputs; rank three or more from best to worst. Outputs may be equally good.',
      'A good output meets these criteria:',
      ...criteria.map((text) => `- ${text}`),
    ].join('\n'),
    people: 3,
    value: valueSchema,
    list({ items, runs = [], seed, count }) {
      if (runs.length < 2 || runs.length > MOST_SYSTEMS)
        throw new InputError(`${runs.length} systems cannot be compared`, { expected: `two to ${MOST_SYSTEMS} systems` });
      const shared = namedItems(benchmark, items).filter(({ item }) => runs.every(({ outputs }) => outputs.has(item.id)));
      const chosen = count === undefined ? shared : createRandom(`${seed}/comparisons`).sample(shared, count);
      return chosen.map(({ id, also, item }) => ({ id, also, shown: show(item, runs) }));
    },
    present: presentComparison,
    labels: ({ places }) => preferences(places),
    arrange: ({ given, outputs }, random) => ({ given, outputs: random.shuffle(outputs) }),
    async check({ places }, { outputs }) {
      const missing = outputs.filter(({ system }) => !(system in places));
      return missing.length > 0 ? [{ refuse: true, text: `${missing.length} outputs have no rank` }] : [];
    },
    read: (path) => readVotes(path, name),
    async aggregate({ decisions }) {
      const figures = compareFigures(decisions);
      return { json: figures, tables: [hitsTable(figures), pairsTable(figures), ...strengthTable(figures)] };
    },
  };
}

function show(item: Item, runs: readonly { name: string; outputs: ReadonlyMap<string, string> }[]): ShownOutputs {
  return { given: describeInput(item), outputs: runs.map(({ name, outputs }) => ({ system: name, text: outputs.get(item.id) ?? '' })) };
}

const percent = (value: unknown) => (typeof value === 'number' ? (100 * value).toFixed(1) : String(value));

function hitsTable({ items, annotators, kendall, position, hits }: CompareFigures): Table {
  const { laterBetter, earlierBetter } = position;
  const later =
    laterBetter === null ? '' : `, shown later is better in ${percent(laterBetter)}%, shown earlier in ${percent(earlierBetter)}%`;
  const ks = Object.keys(Object.values(hits)[0] ?? {});
  return {
    caption: `${items} items, ${annotators} annotators, Kendall τ-b ${kendall?.toFixed(2) ?? '–'}${later}${position.warning ? `. ${position.warning}` : ''}`,
    columns: [{ key: 'system', label: 'System' }, ...ks.map((k) => ({ key: k, label: k, format: percent }))],
    rows: Object.entries(hits).map(([system, own]) => ({ system, ...own })),
  };
}

function pairsTable({ pairs }: CompareFigures): Table {
  return {
    columns: [
      { key: 'a', label: 'System' },
      { key: 'b', label: 'against' },
      { key: 'wins', label: 'wins' },
      { key: 'losses', label: 'losses' },
      { key: 'ties', label: 'ties' },
      { key: 'rate', label: 'win rate', format: percent },
    ],
    rows: pairs,
  };
}

function strengthTable({ strengths }: CompareFigures): Table[] {
  if (!strengths) return [];
  const rows = Object.entries(strengths)
    .map(([system, { strength, interval }]) => ({ system, strength, interval: interval?.map((end) => end.toFixed(2)).join(' to ') }))
    .sort((a, b) => b.strength - a.strength);
  return [
    {
      caption: 'Bradley–Terry strengths (natural logarithms, mean 0; a tie is half a win)',
      columns: [
        { key: 'system', label: 'System' },
        { key: 'strength', label: 'strength', format: (value) => (typeof value === 'number' ? value.toFixed(2) : '') },
        { key: 'interval', label: '95% interval' },
      ],
      rows,
    },
  ];
}

const voteSchema = z
  .object({
    item: z.string().min(1).optional(),
    /** Another name of `item`. */
    set: z.string().min(1).optional(),
    annotator: z.string().min(1),
    first: z.string().min(1),
    second: z.string().min(1),
    /** Which of the two is better. */
    winner: z.enum(['first', 'second', 'tie']),
  })
  .transform(({ item, set, ...rest }) => ({ ...rest, item: item ?? set }))
  .refine(({ item }) => item !== undefined, { message: 'names no item' });

interface Votes {
  item: string;
  annotator: string;
  /** By ordered pair of systems; the last vote counts. */
  orders: Map<string, { shown: readonly string[]; places: Places }>;
  place: InputErrorPlace;
}

/**
 * Reads votes between two systems (set, annotator, first, second, winner) as rankings of all systems of an item.
 * Votes become one decision per item and annotator, after all other lines.
 */
async function* readVotes(path: string, task: string): AsyncGenerator<PlacedDecision> {
  const votes = new Map<string, Votes>();
  const table = isTable(path);
  for await (const { row, place } of readRawRows(path)) {
    if (typeof row !== 'object' || row === null || !('winner' in row)) {
      yield table ? recordToDecision(row, task, place) : toDecision(row, place);
      continue;
    }
    const { item = '', annotator, first, second, winner } = parseWith(voteSchema, row, place);
    const key = JSON.stringify([annotator, item]);
    const own = votes.get(key) ?? { item, annotator, orders: new Map(), place };
    const places = { [first]: winner === 'second' ? 2 : 1, [second]: winner === 'first' ? 2 : 1 };
    own.orders.set(JSON.stringify([first, second]), { shown: [first, second], places });
    votes.set(key, own);
  }
  for (const { item, annotator, orders, place } of votes.values())
    yield { task, item, annotator, value: rankByWins([...orders.values()]), place };
}

/** The rank of a system is one more than the number of systems with more wins; a tie is half a win. */
function rankByWins(orders: NonNullable<CompareValue['orders']>): CompareValue {
  const wins = new Map<string, number>();
  for (const { places } of orders) {
    const best = Math.min(...Object.values(places));
    const winners = Object.values(places).filter((place) => place === best).length;
    for (const [system, place] of Object.entries(places)) wins.set(system, (wins.get(system) ?? 0) + (place === best ? 1 / winners : 0));
  }
  const places = [...wins].map(([system, own]) => [system, 1 + [...wins.values()].filter((other) => other > own).length]);
  return { places: Object.fromEntries(places), orders };
}
