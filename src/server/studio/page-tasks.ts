/** What pages of studies take longest to compute, as tasks. */
import { pageTask } from '../tasks/index.ts';
import { createStudy, previewStudy } from './create-study.ts';
import { describePeople } from './describe-people.ts';
import { importGiven } from './import-given.ts';
import { openStudy } from './open-study.ts';
import type { Studio } from './studio.ts';
import { addKnownAnswers } from './study-items.ts';
import { studyOutcome } from './study-outcome.ts';
import { studyProgress } from './study-progress.ts';
import { disagreements } from './undecided.ts';
import { writeBackStudy } from './write-back.ts';

export const STUDY_PAGES = {
  preview: pageTask('preview', (studio: Studio, source: Parameters<typeof previewStudy>[1]) => previewStudy(studio, source)),
  create: pageTask('create', (studio: Studio, study: Parameters<typeof createStudy>[1]) => createStudy(studio, study)),
  addGold: pageTask('add-gold', async (studio: Studio, study: string, given: Parameters<typeof addKnownAnswers>[2]) =>
    addKnownAnswers(studio, await openStudy(studio, study), given),
  ),
  writeBack: pageTask('write-back', async (studio: Studio, study: string, options: Parameters<typeof writeBackStudy>[2]) =>
    writeBackStudy(studio, await openStudy(studio, study), options),
  ),
  outcome: pageTask('outcome', async (studio: Studio, study: string, options: { named: boolean }) =>
    studyOutcome(studio, await openStudy(studio, study), options),
  ),
  progress: pageTask('progress', async (studio: Studio, study: string) => studyProgress(studio, await openStudy(studio, study))),
  people: pageTask('people', async (studio: Studio, study: string) => describePeople(studio, await openStudy(studio, study))),
  disagreements: pageTask('disagreements', async (studio: Studio, study: string) => disagreements(studio, await openStudy(studio, study))),
  import: pageTask('import', async (studio: Studio, study: string, given: Parameters<typeof importGiven>[2]) =>
    importGiven(studio, await openStudy(studio, study), given),
  ),
};
