/** The five criteria of SituatedGen's test filter (Zhang and Wan 2023, Table 6). */

/** In the order of Table 6. */
export const CRITERIA = ['keywords', 'context', 'commonsense', 'antithesis', 'dependence'] as const;
export type Criterion = (typeof CRITERIA)[number];

export const CRITERION_TEXTS: Readonly<Record<Criterion, string>> = {
  keywords: 'The pair includes all of the given keywords.',
  context: 'Each sentence has at least one entity of geography or time.',
  commonsense: 'Each sentence is fluent and agrees with common sense.',
  antithesis: 'The two sentences are built alike and contradict each other: joined by "while" they make one coherent sentence.',
  dependence: 'If a place or time changes sentences, both stay grammatical but at least one is no longer true.',
};
