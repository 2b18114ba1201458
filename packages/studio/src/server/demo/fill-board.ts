/** The leaderboard of the demonstration: a phase that has ended and one that is running, with simulated submissions of four teams. */
import { randomUUID } from 'node:crypto';
import { createRandom, type Item } from 'sensebench/internal/core';
import { collectItems } from 'sensebench/internal/evaluate/predict';
import { predictionLines } from '../../leaderboard/index.ts';
import { listBoards } from '../boards/board-queries.ts';
import { boardTemplate } from '../boards/board-template.ts';
import { createBoard } from '../boards/create-board.ts';
import { addScoreJob } from '../boards/score-job.ts';
import { insertSubmission } from '../boards/submission-queries.ts';
import { addAccount } from '../people/accounts.ts';
import { transact } from '../store/transact.ts';
import type { Studio } from '../studio.ts';

const SEED = 17;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Days before the server is started. */
const PHASES = [
  { name: 'warm-up', split: 'dev', start: 42, end: 14 },
  { name: 'main', split: 'test', start: 12, end: -18 },
] as const;

interface DemoSubmission {
  team: string;
  phase: (typeof PHASES)[number]['name'];
  daysAgo: number;
  row: string;
  model: string;
  /** How often a prediction is right. */
  accuracy: number;
}

const SUBMISSIONS: readonly DemoSubmission[] = [
  { team: 'Team East', phase: 'warm-up', daysAgo: 37, row: 'word overlap', model: 'bag of words', accuracy: 0.62 },
  { team: 'Team North', phase: 'warm-up', daysAgo: 33, row: 'small encoder', model: 'encoder, 110M', accuracy: 0.7 },
  { team: 'Team West', phase: 'warm-up', daysAgo: 27, row: 'few-shot prompt', model: 'decoder, 7B', accuracy: 0.78 },
  { team: 'Team North', phase: 'warm-up', daysAgo: 19, row: 'large encoder', model: 'encoder, 340M', accuracy: 0.81 },
  { team: 'Team East', phase: 'main', daysAgo: 11, row: 'word overlap', model: 'bag of words', accuracy: 0.6 },
  { team: 'Team West', phase: 'main', daysAgo: 9, row: 'few-shot prompt', model: 'decoder, 7B', accuracy: 0.75 },
  { team: 'Team North', phase: 'main', daysAgo: 7, row: 'large encoder', model: 'encoder, 340M', accuracy: 0.8 },
  { team: 'Team South', phase: 'main', daysAgo: 5, row: 'zero-shot prompt', model: 'decoder, 70B', accuracy: 0.84 },
  { team: 'Team West', phase: 'main', daysAgo: 3, row: 'chain of thought', model: 'decoder, 7B', accuracy: 0.86 },
  { team: 'Team South', phase: 'main', daysAgo: 1, row: 'ensemble of prompts', model: 'decoder, 70B', accuracy: 0.91 },
];

/** Nothing where a leaderboard exists, or where no dataset has labels to guess. The worker of the server scores the submissions. */
export async function fillBoard(studio: Studio): Promise<void> {
  if ((await listBoards(studio.sql)).length > 0) return;
  const dataset = await findLabelled(studio);
  if (!dataset) return;
  const { folder, benchmark, path } = dataset;
  const { board } = await createBoard(studio, { datasets: [folder], phases: await phasesYaml(studio, folder) });
  const items = new Map<string, readonly Item[]>();
  for (const { name, split } of PHASES) items.set(name, await collectItems(benchmark.read(path, { split })));
  const accounts = new Map<string, string>();
  for (const submission of SUBMISSIONS) {
    const { team, phase, row, model } = submission;
    await transact(studio.sql, async (tx) => {
      const account = accounts.get(team) ?? (await addAccount(tx, { board, name: team })).account;
      accounts.set(team, account);
      const id = randomUUID();
      const { job } = await addScoreJob(tx, { board, submission: id, scoring: 1 });
      const at = daysBefore(studio.app.now(), submission.daysAgo);
      const lines = predictionLines(predict(items.get(phase) ?? [], submission));
      await insertSubmission(tx, { id, board, account, origin: 'file', phase, row, at, job, lines, model, note: 'simulated' });
    });
  }
}

/** A dataset whose items are answered by choosing a label. */
async function findLabelled({ catalog }: Studio) {
  for (const { folder, problem, splits } of await catalog.listDatasets()) {
    if (problem || PHASES.some(({ split }) => !splits.some(({ name, rows }) => name === split && rows > 0))) continue;
    const { benchmark, path } = await catalog.openDataset(folder);
    if (benchmark.choices) return { folder, benchmark, path };
  }
  return null;
}

function predict(items: readonly Item[], { row, phase, accuracy }: DemoSubmission): { id: string; prediction: string }[] {
  const random = createRandom(`${SEED}/${phase}/${row}`);
  const labels = [...new Set(items.flatMap(({ references }) => references))].sort();
  return items.map(({ id, references: [label] }) => {
    const wrong = labels.filter((other) => other !== label);
    return { id, prediction: random.next() < accuracy || wrong.length === 0 ? label : random.choice(wrong) };
  });
}

/** The metrics of the template that an owner begins with, and phases around today. */
async function phasesYaml(studio: Studio, folder: string): Promise<string> {
  const template = await boardTemplate(studio, { datasets: [folder] });
  const lines = template.split('\n').filter((line) => /^(title|metrics|rank|breakdowns):/.test(line));
  const now = studio.app.now();
  const phases = PHASES.map(
    ({ name, split, start, end }) => `  - name: ${name}
    start: ${daysBefore(now, start)}
    end: ${daysBefore(now, end)}
    split: ${split}
    shown:
      - { split: train, answers: all }
      - { split: ${split}, answers: none }
`,
  );
  return `${lines.join('\n')}
about: All submissions on this leaderboard are simulated.
quota: { day: 3, total: 20 }
public: { share: 0.5, seed: ${SEED} }
ladder: 0.01
phases:
${phases.join('')}`;
}

/** At noon (UTC). */
function daysBefore(now: Date, days: number): string {
  const day = new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10);
  return `${day}T12:00:00Z`;
}
