/** A taxonomy of commonsense (Santos et al. 2022, section 3, Figure 2): categories, concepts, and ontologies that define them. */

import { InputError } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { nameOf, readYaml } from '../../../files/index.ts';
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

/** `time:before`, or a full IRI for the user's own ontology. */
const mappingSchema = z
  .string()
  .refine((text) => /^https?:\/\/\S+$/.test(text) || (text.split(':', 1)[0] in ONTOLOGIES && /^[a-z]+:\S+$/.test(text)), {
    message: `a mapping is an http(s) IRI or starts with ${Object.keys(ONTOLOGIES).join(':, ')}:`,
  });

export const conceptSchema = z.strictObject({
  name: z.string().min(1),
  /** A gloss, from the paper or ours. */
  definition: z.string().min(1).optional(),
  /** Words that make an answer an instance of the concept: "sad" for sadness. */
  words: z.array(z.string().min(1)).optional(),
  mappings: z.array(mappingSchema).optional(),
  /** Named in Santos et al. 2022, or added by us or by a user. */
  source: z.enum(['paper', 'sensebench', 'user']).default('user'),
});

export const categorySchema = z.strictObject({
  name: z.string().min(1),
  /** The name in Gordon and Hobbs's theory, where the benchmark's differs. */
  area: z.string().min(1).optional(),
  definition: z.string().min(1).optional(),
  ontologies: z.array(z.string().min(1)).default([]),
  /** The limit of its answer set. */
  maxAnswers: z.int().positive().optional(),
  concepts: z.array(conceptSchema).default([]),
});
export type Category = z.infer<typeof categorySchema>;

/** A user's taxonomy: YAML with further concepts for the nine categories, or with further categories. */
export const extensionSchema = z.strictObject({
  title: z.string().min(1).optional(),
  categories: z.array(categorySchema).min(1),
});
type Extension = z.infer<typeof extensionSchema>;

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

/** The categories that define a concept; a term like `before` is in several. */
export function categoriesWith(taxonomy: Taxonomy, concept: string): string[] {
  return taxonomy.categories.filter(({ concepts }) => concepts.some(({ name }) => name === concept)).map(({ name }) => name);
}

/** The last part of an IRI: `world-states`, `start-time`. */
export function slug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

export async function readTaxonomy(path?: string): Promise<Taxonomy> {
  if (path === undefined) return GORDON_HOBBS;
  return extendTaxonomy(GORDON_HOBBS, await readYaml(path, extensionSchema), { file: nameOf(path) });
}

/** Adds concepts and properties to known categories, and new categories at the end. No concept may be defined twice in one category. */
export function extendTaxonomy(base: Taxonomy, extension: Extension, place: { file?: string } = {}): Taxonomy {
  const categories = new Map(base.categories.map((category) => [category.name, category]));
  const seen = new Set<string>();
  for (const added of extension.categories) {
    if (seen.has(added.name)) throw new InputError(`category "${added.name}" occurs twice`, place);
    seen.add(added.name);
    const known = categories.get(added.name);
    demandDistinct(added, known, place);
    categories.set(added.name, known ? merge(known, added) : added);
  }
  return { title: extension.title ?? base.title, categories: [...categories.values()] };
}

function merge(known: Category, added: Category): Category {
  return {
    ...known,
    ...added,
    ontologies: [...new Set([...known.ontologies, ...added.ontologies])],
    concepts: [...known.concepts, ...added.concepts],
  };
}

function demandDistinct(added: Category, known: Category | undefined, place: { file?: string }): void {
  const names = new Set(known?.concepts.map(({ name }) => name));
  for (const { name } of added.concepts) {
    if (names.has(name)) throw new InputError(`${added.name} defines the concept "${name}" twice`, place);
    names.add(name);
  }
}
