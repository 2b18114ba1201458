/** How far a study is, and a forecast: hours and pay for the remaining answers, and the answers that would settle undecided items. */
import { noSuch } from '../store/refusal.ts';
import { type OpenStudy, studyTask } from '../studies/open-study.ts';
import type { Studio } from '../studio.ts';
import { undecidedItems } from './disagreements.ts';
import { answersByDay, readProgress } from './progress-queries.ts';

async function studyProgress(studio: Studio, study: OpenStudy) {
  const progress = await readProgress(studio.sql, { study: study.id });
  if (!progress) throw noSuch('study');
  const undecided = await undecidedItems(studio, study);
  const { total, done, begun, given, wanted, joined, active, medianMs } = progress;
  const medianSeconds = medianMs === null ? null : medianMs / 1000;
  const left = Math.max(0, wanted - given);
  const hoursOfWork = medianSeconds === null ? null : (left * medianSeconds) / 3600;
  const { pay } = study.settings;
  return {
    items: { total, done, begun, undecided: undecided === null ? null : undecided.size },
    answers: { given, wanted },
    people: { joined, active },
    medianSeconds,
    forecast: {
      hoursOfWork,
      cost: pay && hoursOfWork !== null ? `${(hoursOfWork * pay.perHour).toFixed(2)} ${pay.currency}` : null,
      toSettle: undecided && { items: undecided.size, answers: [...undecided.values()].reduce((sum, answers) => sum + answers, 0) },
    },
    perDay: await answersByDay(studio.sql, { study: study.id }),
  };
}

export const progressTask = studyTask('progress', studyProgress);
