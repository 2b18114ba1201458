/** The annotators of a study with their quality signals: pace, known items, agreement with the others, and anything unusual. */
import { z } from '@hono/zod-openapi';
import { agreementOf } from 'sensebench/internal/annotate';
import { roleSchema, time } from '../http/shapes.ts';
import { listPeople, type Person } from '../people/annotators.ts';
import { countingAnswers, versionOf } from '../results/decisions.ts';
import { type OpenStudy, studyTask } from '../studies/open-study.ts';
import { readStudy } from '../studies/study-queries.ts';
import type { Studio } from '../studio.ts';
import { codeOf } from '../work/work-state.ts';
import { peopleSignals, type Signal, signalSchema } from './annotator-signals.ts';

export const annotatorSchema = z.object({
  person: z.string(),
  /** The name in exported decisions: the owner's label, or A, B, C … in the order of joining. */
  annotator: z.string(),
  role: roleSchema,
  simulated: z.boolean(),
  joined: time,
  seen: time.nullable(),
  state: z.enum(['qualifying', 'working', 'failed', 'excluded', 'withdrawn', 'done']),
  answers: z.number(),
  medianSeconds: z.number().nullable(),
  gold: z.object({ right: z.number(), of: z.number() }).nullable(),
  agreement: z.number().nullable().describe('with the majority of the others'),
  competence: z.number().nullable().describe('estimated by the model of Dawid and Skene'),
  /** General signals and those of the task; a warning says what is unusual. */
  signals: z.array(signalSchema),
});
type DescribedAnnotator = z.infer<typeof annotatorSchema>;

async function describePeople(studio: Studio, study: OpenStudy): Promise<DescribedAnnotator[]> {
  const people = await listPeople(studio.sql, { study: study.id });
  const { agreement, signals, competence } = await qualityOf(studio, study);
  const counts = await readStudy(studio.sql, { study: study.id });
  const allDone = counts !== null && counts.answers >= counts.wanted;
  return people.map((person) => {
    const name = person.name ?? person.label;
    const annotates = person.role === 'annotator';
    return {
      person: person.person,
      annotator: name,
      role: person.role,
      simulated: person.simulated,
      joined: person.joined,
      seen: person.seen,
      state: stateOf(person, { qualifies: study.settings.qualification !== null, allDone }),
      answers: person.answers,
      medianSeconds: person.medianMs === null ? null : person.medianMs / 1000,
      gold: person.gold > 0 ? { right: person.goldRight, of: person.gold } : null,
      agreement: agreement.get(name) ?? null,
      competence: competence.get(name) ?? null,
      signals: annotates
        ? [
            ...frameSignals(person, people),
            ...(signals.get(name) ?? []),
            { name: 'completion code', value: codeOf(studio, study.id, { person: person.person, crowd: 'mturk' }) },
          ]
        : [],
    };
  });
}

export const annotatorsTask = studyTask('people', describePeople);

async function qualityOf(studio: Studio, study: OpenStudy) {
  return studio.computed.get(`${study.id}/quality`, await versionOf(studio, study), async () => {
    const { decisions } = await countingAnswers(studio, study);
    const { perAnnotator } = await agreementOf(study.task, decisions, { intervals: false });
    return {
      agreement: new Map(Object.entries(perAnnotator).map(([name, figures]) => [name, figures.agreement])),
      ...peopleSignals(study, decisions),
    };
  });
}

function stateOf(person: Person, { qualifies, allDone }: { qualifies: boolean; allDone: boolean }): DescribedAnnotator['state'] {
  if (person.withdrawn) return 'withdrawn';
  if (person.excluded) return 'excluded';
  if (person.qualified === 'failed') return 'failed';
  if (qualifies && person.qualified === 'none' && person.role === 'annotator') return 'qualifying';
  return allDone ? 'done' : 'working';
}

/** In a quarter of the usual time an annotator cannot have read the item. */
const HURRIED = 0.25;
const LEAST_ANSWERS = 5;
const LEAST_GOLD = 0.6;

function frameSignals(person: Person, all: readonly Person[]): Signal[] {
  const signals: Signal[] = [];
  const others = all
    .filter((other) => other.person !== person.person && other.answers >= LEAST_ANSWERS)
    .flatMap(({ medianMs }) => medianMs ?? [])
    .sort((a, b) => a - b);
  const usual = others[Math.floor(others.length / 2)];
  if (person.medianMs !== null && person.answers >= LEAST_ANSWERS && usual !== undefined) {
    const hurried = person.medianMs < HURRIED * usual;
    signals.push({
      name: 'pace',
      value: `${Math.round((100 * person.medianMs) / usual)}% of the others' time`,
      ...(hurried ? { warning: 'much faster than the others' } : {}),
    });
  }
  if (person.gold >= LEAST_ANSWERS && person.goldRight < LEAST_GOLD * person.gold)
    signals.push({
      name: 'known items',
      value: `${person.goldRight} of ${person.gold}`,
      warning: 'many known items were answered incorrectly',
    });
  if (person.skips > 0)
    signals.push({
      name: 'skipped',
      value: String(person.skips),
      ...(person.skips > person.answers && person.skips >= LEAST_ANSWERS ? { warning: 'skipped more items than answered' } : {}),
    });
  if (person.excludedReason) signals.push({ name: 'excluded because', value: person.excludedReason });
  return signals;
}
