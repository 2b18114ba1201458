/** `sensebench agreement tgcsr`: agreement of the annotators, overall and per category. */

import { defineAction } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { peopleOptions, peopleTables, readPeople } from '../people-groups.ts';
import { ratingsOutcome } from '../rater-agreement.ts';
import { ratingsOptions, readGivenRatings } from '../ratings-options.ts';

export const agreement = defineAction({
  summary: 'agreement of the annotators: Pearson, Cronbach, Krippendorff, Fleiss, overall and per category',
  options: z.object({ ...ratingsOptions, ...peopleOptions }),
  examples: [
    'agreement tgcsr --ratings vacationing-abroad-mc-ratings.csv',
    'agreement tgcsr --ratings ratings.xlsx --author context.yaml --json',
    'agreement tgcsr --ratings ratings.csv --background people.csv --background-columns age region',
  ],
  async run(options, context) {
    const rated = await readGivenRatings(options, context);
    const { json, tables } = ratingsOutcome(rated);
    const people = await readPeople(rated, options, context);
    return {
      json: {
        ...json,
        ...(people ? { people } : {}),
        published: { correlation: '> 0.9', source: 'Santos et al. 2022, section 4.2, which does not say which correlation' },
      },
      tables: [...tables, ...(people ? peopleTables(people) : [])],
    };
  },
});
