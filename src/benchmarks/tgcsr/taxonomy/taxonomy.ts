/** A taxonomy of commonsense (Santos et al. 2022, section 3, Figure 2): categories, concepts, and ontologies that define them. */
import { z } from 'zod';
import gordonHobbs from './gordon-hobbs.json' with { type: 'json' };

/** Ontologies and vocabularies by the prefix that a mapping is written with. */
export const ONTOLOGIES = {
  time: { title: 'OWL-Time', iri: 'http://www.w3.org/2006/time#' },
  geo: { title: 'GeoSPARQL', iri: 'http://www.opengis.net/ont/geosparql#' },
  mfoem: { title: 'Emotion Ontology (MFOEM)', iri: 'http://purl.obolibrary.org/obo/MFOEM_' },
  sio: { title: 'Semanticscience Integrated Ontology (SIO)', iri: 'http://semanticscience.org/resource/SIO_' },
  xsd: { title: 'XML Schema Definition (XSD)', iri: 'http://www.w3.org/2001/XMLSchema#' },
  uo: { title: 'Units Ontology (UO)', iri: 'http://purl.obolibrary.org/obo/UO_' },
  prov: { title: 'PROV Ontology', iri: 'http://www.w3.org/ns/prov#' },
} as const;
export type OntologyPrefix = keyof typeof ONTOLOGIES;

/** `time:before`, or a whole IRI for an ontology of one's own. */
const mappingSchema = z
  .string()
  .refine((text) => /^https?:\/\/\S+$/.test(text) || (text.split(':', 1)[0] in ONTOLOGIES && /^[a-z]+:\S+$/.test(text)), {
    message: `a mapping is an http(s) IRI or starts with ${Object.keys(ONTOLOGIES).join(':, ')}:`,
  });

export const conceptSchema = z.strictObject({
  name: z.string().min(1),
  /** A gloss: the paper's, or our own words. */
  definition: z.string().min(1).optional(),
  /** Words that an answer may be an instance by: "sad" for sadness. */
  words: z.array(z.string().min(1)).optional(),
  mappings: z.array(mappingSchema).optional(),
  /** Named in Santos et al. 2022, or added by us or by a user. */
  source: z.enum(['paper', 'sensebench', 'user']).default('user'),
});

export const categorySchema = z.strictObject({
  name: z.string().min(1),
  /** The name in Gordon and Hobbs's theory, where the benchmark calls it otherwise. */
  area: z.string().min(1).optional(),
  definition: z.string().min(1).optional(),
  ontologies: z.array(z.string().min(1)).default([]),
  /** How many answers its set may hold. */
  maxAnswers: z.int().positive().optional(),
  concepts: z.array(conceptSchema).default([]),
});
export type Category = z.infer<typeof categorySchema>;

export interface Taxonomy {
  title: string;
  categories: readonly Category[];
}
const taxonomySchema = z.object({ title: z.string(), categories: z.array(categorySchema) });

/**
 * TG-CSR's nine categories with concepts and mappings, from Gordon and Hobbs 2017. Concepts with the source `paper` are named in Santos et al. 2022;
 * `sensebench` marks those that we added in the spirit of the theory, for questions like those of our own contexts.
 */
export const GORDON_HOBBS: Taxonomy = taxonomySchema.parse(gordonHobbs);

export function mappingIri(mapping: string): string {
  const prefix = mapping.slice(0, mapping.indexOf(':'));
  return prefix in ONTOLOGIES ? ONTOLOGIES[prefix as OntologyPrefix].iri + mapping.slice(prefix.length + 1) : mapping;
}

/** The categories that define a concept: a term like `before` is in several. */
export function categoriesWith(taxonomy: Taxonomy, concept: string): string[] {
  return taxonomy.categories.filter(({ concepts }) => concepts.some(({ name }) => name === concept)).map(({ name }) => name);
}

/** An IRI's last part: `world-states`, `start-time`. */
export function slug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}
