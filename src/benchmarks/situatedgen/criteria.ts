/** The five criteria of SituatedGen's test filter (Zhang and Wan 2023, Table 6). */

/** In the order of Table 6. */
export const CRITERIA = ['keywords', 'context', 'commonsense', 'antithesis', 'dependence'] as const;
export type Criterion = (typeof CRITERIA)[number];

/** In the words of Table 6. */
export const CRITERION_TEXTS: Readonly<Record<Criterion, string>> = {
  keywords: 'The sentence pair includes all of the given keywords.',
  context: 'Each sentence has at least one entity related to geography or time.',
  commonsense: 'Each sentence is fluent and adheres to commonsense knowledge.',
  antithesis: 'The two sentences have similar syntactic structures and create a contradiction in semantics.',
  dependence:
    'Swapping any of the geographical or temporal entities between the two sentences could lead to a contradiction with commonsense yet grammatical correctness.',
};
