/** The task `<benchmark>/compare`: which of two to six systems gave the better output? For people, and for a model as judge. */
import { z } from 'zod';
import { type Benchmark, createRandom, describeInput, InputError, type Item, type Table, type Task } from '../core/index.ts';
import { type CompareFigures, compareFigures } from './compare-figures.ts';
import { type CompareValue, preferences } from './compare-places.ts';
import { criteriaOf } from './criteria.ts';
import { namedItems } from './named-items.ts';
import { presentComparison } from './present/present-comparison.ts';
import { readVotes } from './read-votes.ts';

const MOST_SYSTEMS = 6;

const placesSchema = z
  .record(z.string(), z.number().positive())
  .refine((places) => Object.keys(places).length > 1, { message: 'compares fewer than two systems' });

const valueSchema = z.object({
  // A form asks for the place of each output that is shown, by its letter.
  places: placesSchema.meta({ keys: { of: 'outputs', name: 'letter' }, ranks: true }),
  shown: z.array(z.string()).optional().meta({ control: 'hidden' }),
  orders: z
    .array(z.object({ shown: z.array(z.string()), places: placesSchema }))
    .optional()
    .meta({ control: 'hidden' }),
});

export interface ShownOutputs {
  /** What the systems were given. */
  given: string;
  outputs: readonly { system: string; text: string }[];
}

export type CompareTask = Task<ShownOutputs, CompareValue>;

export function compareTask(benchmark: Pick<Benchmark, 'name' | 'names' | 'tasks' | 'choices'>): CompareTask {
  const name = `${benchmark.name}/compare`;
  const criteria = Object.values(criteriaOf(benchmark));
  return {
    name,
    summary: 'which of two to six systems gave the better output?',
    guideline: [
      'You see what the systems were given, and their outputs in random order. Give each output a place: 1 is the best. Outputs that are equally good share a place.',
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
      return missing.length > 0 ? [{ refuse: true, text: `${missing.length} outputs have no place` }] : [];
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
