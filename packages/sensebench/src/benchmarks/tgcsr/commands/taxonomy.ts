/** `sensebench tgcsr taxonomy`: prints or exports TG-CSR's taxonomy, the built-in one or with a user's YAML. */

import { defineAction, unknownName } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { mappingIri, readTaxonomy } from '../taxonomy/taxonomy.ts';

import { taxonomyToJsonLd } from '../taxonomy/taxonomy-jsonld.ts';
import labels from '../taxonomy/term-labels.json' with { type: 'json' };

/**
 * Labels of the terms whose names are numbers, from MFOEM 2017-10-26 (CC BY 3.0), UO 2023-05-25 (CC BY 3.0) and SIO 1.39.0 (no licence stated), read in the
 * ontologies themselves. The taxonomy maps to no other number.
 */
const TERM_LABELS: Readonly<Record<string, string>> = labels;

export const taxonomy = defineAction({
  summary: "TG-CSR's categories and concepts, with what existing ontologies call them",
  options: z.object({
    taxonomy: z.string().optional().describe('YAML with further concepts or categories'),
    category: z.string().optional().describe('only this category'),
    format: z.enum(['table', 'json', 'jsonld']).default('table').describe('format of the output'),
  }),
  examples: [
    'tgcsr taxonomy',
    'tgcsr taxonomy --category Time',
    'tgcsr taxonomy --format jsonld --output taxonomy.jsonld',
    'tgcsr taxonomy --taxonomy my-taxonomy.yaml --json',
  ],
  async run({ taxonomy: path, category, format }) {
    const whole = await readTaxonomy(path);
    const categories = whole.categories.filter(({ name }) => category === undefined || name.toLowerCase() === category.toLowerCase());
    if (categories.length === 0) {
      throw unknownName(
        'category',
        category ?? '',
        whole.categories.map(({ name }) => name),
      );
    }
    const taxonomy = { ...whole, categories };
    if (format === 'jsonld') {
      const json = taxonomyToJsonLd(taxonomy);
      return { json, text: JSON.stringify(json, null, 2) };
    }
    if (format === 'json') return { json: taxonomy, text: JSON.stringify(taxonomy, null, 2) };
    const rows = categories.flatMap(({ name, concepts }) =>
      concepts.map((concept, i) => ({
        category: i === 0 ? name : '',
        concept: concept.name,
        source: concept.source,
        mappings: (concept.mappings ?? []).map(shown).join(' '),
      })),
    );
    const columns = ['category', 'concept', 'source', 'mappings'].map((key) => ({ key, label: key }));
    return { json: taxonomy, tables: [{ caption: taxonomy.title, columns, rows }] };
  },
});

/** Adds the label to a term whose name is a number. */
function shown(mapping: string): string {
  const label = TERM_LABELS[mapping];
  return label === undefined ? mappingIri(mapping) : `${mappingIri(mapping)} (${label})`;
}
