/** The taxonomy as JSON-LD 1.1: a SKOS concept scheme; categories are top concepts, existing ontologies close matches. */
import { mappingIri, ONTOLOGIES, type OntologyPrefix, slug, type Taxonomy } from './taxonomy.ts';

/** A URN, because the scheme has no address of its own. */
export const SCHEME = 'urn:sensebench:tgcsr:taxonomy';

export interface JsonLdNode {
  '@id': string;
  [property: string]: unknown;
}

export function taxonomyToJsonLd({ title, categories }: Taxonomy): { '@context': object; '@graph': JsonLdNode[] } {
  const categoryId = (name: string) => `${SCHEME}:${slug(name)}`;
  const graph: JsonLdNode[] = [
    {
      '@id': SCHEME,
      '@type': 'skos:ConceptScheme',
      'dcterms:title': title,
      'dcterms:source': { '@id': 'https://doi.org/10.48550/arXiv.2203.12184' },
      'dcterms:bibliographicCitation':
        'A. S. Gordon and J. R. Hobbs, A Formal Theory of Commonsense Psychology, Cambridge University Press, 2017',
      hasTopConcept: categories.map(({ name }) => categoryId(name)),
    },
  ];
  for (const { name, area, definition, ontologies, concepts } of categories) {
    graph.push({
      '@id': categoryId(name),
      '@type': 'skos:Concept',
      topConceptOf: SCHEME,
      inScheme: SCHEME,
      prefLabel: name,
      ...(area ? { altLabel: [area] } : {}),
      ...(definition ? { definition } : {}),
      ...(ontologies.length > 0 ? { 'dcterms:references': ontologies.map((ontology) => ({ '@id': ontologyIri(ontology) })) } : {}),
    });
    for (const concept of concepts) {
      graph.push({
        '@id': `${categoryId(name)}:${slug(concept.name)}`,
        '@type': 'skos:Concept',
        inScheme: SCHEME,
        broader: categoryId(name),
        prefLabel: concept.name,
        ...(concept.words?.length ? { altLabel: concept.words } : {}),
        ...(concept.definition ? { definition: concept.definition } : {}),
        ...(concept.mappings?.length ? { closeMatch: concept.mappings.map(mappingIri) } : {}),
        'dcterms:provenance': concept.source,
      });
    }
  }
  return { '@context': CONTEXT, '@graph': graph };
}

function ontologyIri(ontology: string): string {
  return ontology in ONTOLOGIES ? ONTOLOGIES[ontology as OntologyPrefix].iri : ontology;
}

const link = (id: string) => ({ '@id': id, '@type': '@id' });
const text = (id: string) => ({ '@id': id, '@language': 'en' });

const CONTEXT = {
  skos: 'http://www.w3.org/2004/02/skos/core#',
  dcterms: 'http://purl.org/dc/terms/',
  hasTopConcept: link('skos:hasTopConcept'),
  topConceptOf: link('skos:topConceptOf'),
  inScheme: link('skos:inScheme'),
  broader: link('skos:broader'),
  closeMatch: link('skos:closeMatch'),
  prefLabel: text('skos:prefLabel'),
  altLabel: text('skos:altLabel'),
  definition: text('skos:definition'),
};
