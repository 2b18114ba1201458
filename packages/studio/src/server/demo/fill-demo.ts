/** Studies of the demonstration: one for each kind of task, partly answered by simulated annotators who are marked as such. */
import { type AnnotatorProfile, checkAnswer, simulate, simulatedName } from 'sensebench/internal/annotate';
import { InputError } from 'sensebench/internal/core';
import { addAnnotator } from '../people/annotators.ts';
import { importAnswer } from '../results/import-decisions.ts';
import { createStudy } from '../studies/create-study.ts';
import { allItems } from '../studies/item-queries.ts';
import { openStudy } from '../studies/open-study.ts';
import { toTaskItem } from '../studies/show-item.ts';
import { listStudies, updateStudy } from '../studies/study-queries.ts';
import type { Studio } from '../studio.ts';
import { fillBoard } from './fill-board.ts';

const ITEMS = 20;
/** Items that have all their answers, so that there is agreement to see; the others are left for visitors. */
const ANSWERED = 14;

const PROFILES: readonly AnnotatorProfile[] = [
  { accuracy: 0.95, medianSeconds: 14 },
  { accuracy: 0.85, medianSeconds: 11 },
  { accuracy: 0.8, medianSeconds: 18 },
  // One annotator who clicks through without reading, so that the quality signals show something.
  { accuracy: 0.5, firstOption: 0.9, medianSeconds: 2 },
];

export async function fillDemo(studio: Studio, { say }: { say(line: string): void }): Promise<void> {
  const datasets = await studio.catalog.listDatasets();
  const steps = datasets.length + 2;
  say(`${steps - 1} of ${steps}  creating studies with simulated annotators`);
  const kinds = new Set((await listStudies(studio.sql)).map(({ task }) => kindOf(task)));
  for (const { folder, benchmark, tasks, problem } of datasets) {
    if (problem) continue;
    const runs = (await studio.catalog.listRuns(benchmark)).map((run) => run.folder);
    for (const { name, needsRuns } of tasks) {
      const judged = needsRuns === 'none' ? [] : needsRuns === 'one' ? runs.slice(0, 1) : runs;
      if (kinds.has(kindOf(name)) || judged.length < { none: 0, one: 1, several: 2 }[needsRuns]) continue;
      if (await makeStudy(studio, { folder, task: name, runs: judged })) kinds.add(kindOf(name));
    }
  }
  say(`${steps} of ${steps}  creating a leaderboard with simulated submissions`);
  await fillBoard(studio);
}

/** The task without its benchmark. */
function kindOf(task: string): string {
  return task.slice(task.indexOf('/') + 1);
}

/** Returns false if the task does not fit the dataset. */
async function makeStudy(
  studio: Studio,
  { folder, task, runs }: { folder: string; task: string; runs: readonly string[] },
): Promise<boolean> {
  try {
    const { id } = await createStudy(studio, {
      dataset: folder,
      split: 'test',
      task,
      runs,
      count: ITEMS,
      seed: 17,
      demo: true,
      settings: { people: 3 },
    });
    await answerAll(studio, id);
    await updateStudy(studio.sql, { study: id, state: 'open' });
    return true;
  } catch (error) {
    if (error instanceof InputError) return false;
    throw error;
  }
}

async function answerAll(studio: Studio, id: string): Promise<void> {
  const study = await openStudy(studio, id);
  const { task, source } = study;
  const tools = await studio.app.tools(task.check ? (task.needs ?? {}) : {});
  const people: string[] = [];
  for (const place of PROFILES.keys())
    people.push((await addAnnotator(studio.sql, { study: id, label: simulatedName(place), simulated: true })).person);
  for await (const row of allItems(studio.sql, { study: id })) {
    if (row.position >= ANSWERED) continue;
    const item = toTaskItem(row);
    for (let i = 0; i < row.wanted; i++) {
      const annotator = (row.position + i) % people.length;
      const place = { annotator, item: row.position, seed: source.seed };
      const { answer, ms } = simulate(task, item, place, PROFILES[annotator]);
      const { value } = await checkAnswer(task, item, place, { answer, tools });
      // A simulated text may fail the task's check; then there is no answer.
      if (value !== undefined) await importAnswer(studio.sql, id, { person: people[annotator], item: row.item, value, ms });
    }
  }
}
