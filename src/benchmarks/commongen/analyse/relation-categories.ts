/** The five groups of ConceptNet relations (Lin et al. 2020, Table 2), with the relations' full names. */
export const RELATION_CATEGORIES: Readonly<Record<string, readonly string[]>> = {
  'Spatial knowledge': ['AtLocation', 'LocatedNear'],
  'Object properties': ['UsedFor', 'CapableOf', 'PartOf', 'ReceivesAction', 'MadeOf', 'FormOf', 'HasProperty', 'HasA'],
  'Human behaviors': ['CausesDesire', 'MotivatedByGoal', 'Desires', 'NotDesires', 'MannerOf'],
  'Temporal knowledge': ['HasSubevent', 'HasPrerequisite', 'HasFirstSubevent', 'HasLastSubevent'],
  General: ['RelatedTo', 'Synonym', 'DistinctFrom', 'IsA', 'HasContext', 'SimilarTo'],
};

/** The paper's shares of one-hop and two-hop connections; the second column overlaps and sums to 197%. */
export const PUBLISHED_RELATIONS: Readonly<Record<string, { oneHop: number; twoHop: number }>> = {
  'Spatial knowledge': { oneHop: 0.094, twoHop: 0.3931 },
  'Object properties': { oneHop: 0.096, twoHop: 0.4404 },
  'Human behaviors': { oneHop: 0.046, twoHop: 0.1959 },
  'Temporal knowledge': { oneHop: 0.015, twoHop: 0.2403 },
  General: { oneHop: 0.7489, twoHop: 0.6965 },
};

const CATEGORY_OF = new Map(
  Object.entries(RELATION_CATEGORIES).flatMap(([category, relations]) => relations.map((relation) => [relation, category])),
);

/** null for a relation that the paper puts into no group. */
export function categoryOf(relation: string): string | null {
  return CATEGORY_OF.get(relation) ?? null;
}
