/** `npm run coverage`: how often intervals hold the truth, into docs/metrics/intervals.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  binary,
  clustersOf,
  LOGNORMAL,
  nearCeiling,
  type Population,
  type Simulation,
  simulateCoverage,
} from '../test/simulate-coverage.ts';

export const INTERVALS_PAGE = join(import.meta.dirname, '../docs/metrics/intervals.md');

const [BEGIN, END] = ['<!-- coverage -->\n', '<!-- /coverage -->'];

interface Case extends Simulation {
  items: string;
}

function separate(items: number, population: Population): Case {
  return { items: `${items}`, units: Array.from({ length: items }, () => []), population };
}

function clustered(items: string, sizes: readonly number[], rest: Partial<Simulation> = { share: 0.2 }): Case {
  return { items, units: clustersOf(sizes), ...rest };
}

const NAMED: Record<string, number[]> = {
  'clusters 100 + 20 × 5': [100, ...Array(20).fill(5)],
  'clusters 60 + 60 × 1': [60, ...Array(60).fill(1)],
  'clusters 200 + 9 × 5': [200, ...Array(9).fill(5)],
  'clusters 20 × 10': Array(20).fill(10),
  'clusters 5 × 20': Array(5).fill(20),
};

const CASES: Case[] = [
  ...[0.97, 0.5, 0.02].flatMap((p) => [20, 50, 100].map((items) => separate(items, binary(p)))),
  ...[20, 100, 500].map((items) => separate(items, LOGNORMAL)),
  ...[20, 100].map((items) => separate(items, nearCeiling(0.9))),
  ...[8, 20].map((items): Case => ({ items: `${items}`, units: Array.from({ length: items }, () => []) })),
  ...Object.entries(NAMED).map(([items, sizes]) => clustered(items, sizes)),
  clustered('clusters 20 × 10', NAMED['clusters 20 × 10'], { share: 0.2, population: LOGNORMAL }),
  ...Object.entries(NAMED).map(([items, sizes]): Case => ({ ...clustered(`${items}, two systems`, sizes), difference: true })),
];

export function coverageTable(draws = 6000): string {
  const rows = CASES.map(({ items, ...simulation }) => {
    const { coverage, above, below, rejected } = simulateCoverage({ ...simulation, draws });
    const scores = simulation.population?.name ?? `normal${simulation.share ? ', a fifth of the variance from clusters' : ''}`;
    const shares = [coverage, above, below].map((share) => (100 * share).toFixed(1));
    return `| ${[items, scores, ...shares, simulation.difference ? (100 * rejected).toFixed(1) : ''].join(' | ')} |`;
  });
  return ['| items | scores | held | too high | too low | rejected |', '|---|---|---:|---:|---:|---:|', ...rows, ''].join('\n');
}

/** The page with this table in its place. */
export function withTable(page: string, table: string): string {
  const [before, rest] = page.split(BEGIN);
  return `${before}${BEGIN}${table}${rest.slice(rest.indexOf(END))}`;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  writeFileSync(INTERVALS_PAGE, withTable(readFileSync(INTERVALS_PAGE, 'utf8'), coverageTable()));
