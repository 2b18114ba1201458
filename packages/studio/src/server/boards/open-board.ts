/** A competition with its items as one scoring sees it: today's phases with the metrics and the gold of that scoring. */
import { type App, type Benchmark, InputError } from 'sensebench/internal/core';
import { type Competition, itemsOfPhases, type Phase, type PhaseItems, parsePhases } from '../../leaderboard/index.ts';
import { noSuch, StoreRefusal } from '../store/refusal.ts';
import type { Sql } from '../store/transact.ts';
import type { Studio } from '../studio.ts';
import type { TaskRunner } from '../tasks/task.ts';
import { type CompetitionRow, listScorings, readBoard, readFiles, readPhases, type ScoringRow } from './board-queries.ts';
import { type Gold, readGold } from './gold.ts';

/** Dependencies of scoring. */
export interface Scoring {
  sql: Sql;
  app: App;
  /** A built-in benchmark, or one from a module that the operator named. */
  benchmark(name: string): Promise<Benchmark>;
  computed: Studio['computed'];
  tasks: TaskRunner<Boards>;
}

/** Dependencies of the server and of commands that create or read competitions. */
export type Boards = Pick<Studio, 'sql' | 'app' | 'catalog' | 'computed' | 'tasks' | 'address'>;

export function scoringOf({ sql, app, catalog, computed, tasks }: Omit<Boards, 'address'>): Scoring {
  return { sql, app, benchmark: (name) => catalog.benchmark(name), computed, tasks };
}

export interface OpenBoard {
  row: CompetitionRow;
  competition: Competition;
  scoring: ScoringRow;
  scorings: readonly ScoringRow[];
  benchmark: Benchmark;
  /** In the order of the phases. */
  items: readonly PhaseItems[];
  gold: Gold;
}

/** The current competition with the metrics of an earlier scoring. */
async function competitionOf({ sql }: Scoring, row: CompetitionRow, scoring: ScoringRow): Promise<Competition> {
  const now = parsePhases(row.competition);
  if (scoring.version === row.version) return now;
  const then = parsePhases(await readPhases(sql, { board: row.id, version: scoring.version }));
  return {
    ...now,
    phases: now.phases.map((phase): Phase => {
      const old = then.phases.find(({ name }) => name === phase.name);
      if (!old) return phase;
      const { direction: _direction, ...rest } = phase;
      return { ...rest, metrics: old.metrics, rank: old.rank, ...(old.direction ? { direction: old.direction } : {}) };
    }),
  };
}

/** The part of a competition that needs no gold. */
export interface KnownBoard extends Pick<OpenBoard, 'row' | 'competition' | 'scoring' | 'scorings'> {}

export async function knownBoard(world: Scoring, { board, scoring: scoringNumber }: OpenOptions): Promise<KnownBoard> {
  const row = await readBoard(world.sql, { board });
  const scorings = await listScorings(world.sql, { board: row.id });
  const scoring = scorings.find(({ number }) => number === (scoringNumber ?? row.scoring));
  if (!scoring) throw noSuch('scoring');
  return { row, competition: await competitionOf(world, row, scoring), scoring, scorings };
}

export interface OpenOptions {
  board: string;
  /** The scoring on display by default. */
  scoring?: number;
}

/** Refuses competitions that were imported without their gold. */
export async function openBoard(world: Scoring, options: OpenOptions): Promise<OpenBoard> {
  const { row, competition, scoring, scorings } = await knownBoard(world, options);
  const gold = await openGold(world, { board: row.id, benchmark: row.benchmark, files: scoring.files });
  const key = `${row.version}/${scoring.number}`;
  const items = await world.computed.get(`items/${row.id}/${scoring.number}`, key, async () => itemsOfPhases(competition, gold));
  return { row, competition, scoring, scorings, benchmark: gold.benchmark, items, gold };
}

/** Cached in memory; the files of a number never change. */
async function openGold(world: Scoring, { board, benchmark, files }: { board: string; benchmark: string; files: number }): Promise<Gold> {
  return world.computed.get(`gold/${board}/${files}`, '', async () => {
    const goldFiles = await readFiles(world.sql, { board, files });
    if (Object.keys(goldFiles).length === 0)
      throw new StoreRefusal('conflict', 'the competition was imported without its gold, so nothing can be scored here');
    return readGold(goldFiles, await world.benchmark(benchmark));
  });
}

/** Numbered from 1. */
export function phaseOf<T extends { competition: Competition }>({ competition }: T, number: number): { phase: Phase; index: number } {
  const phase = competition.phases[number - 1];
  if (!phase) throw noSuch('phase');
  return { phase, index: number - 1 };
}

export function phaseNamed({ competition }: { competition: Competition }, name: string): { phase: Phase; index: number } {
  const index = competition.phases.findIndex((phase) => phase.name === name);
  if (index < 0) throw new InputError(`there is no phase "${name}"`);
  return { phase: competition.phases[index], index };
}
