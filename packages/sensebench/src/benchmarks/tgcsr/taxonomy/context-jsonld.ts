/** A context as JSON-LD 1.1 (Santos et al. 2022, Figures 2 and 4): questions and answers linked to taxonomy and ontologies. */
import type { TgcsrContext } from '../context.ts';
import { categoriesWith, slug, type Taxonomy } from './taxonomy.ts';
import { type JsonLdNode, SCHEME } from './taxonomy-jsonld.ts';

export function contextToJsonLd(context: TgcsrContext, taxonomy: Taxonomy): { '@context': object; '@graph': JsonLdNode[] } {
  const home = `urn:sensebench:tgcsr:context:${context.id}`;
  const answerId = (id: string) => `${home}:answer:${id}`;
  return {
    '@context': CONTEXT,
    '@graph': [
      {
        '@id': home,
        '@type': 'schema:Quiz',
        name: context.title,
        description: context.theme,
        hasPart: context.questions.map(({ id }) => `${home}:question:${id}`),
      },
      ...context.questions.map(({ id, text, category, concepts }) => ({
        '@id': `${home}:question:${id}`,
        '@type': 'schema:Question',
        text,
        category: `${SCHEME}:${slug(category)}`,
        suggestedAnswer: context.answers.filter((answer) => answer.category === category).map((answer) => answerId(answer.id)),
        ...linked(concepts, category, taxonomy),
      })),
      ...context.answers.map(({ id, text, category, concepts }) => ({
        '@id': answerId(id),
        '@type': 'schema:Answer',
        text,
        category: `${SCHEME}:${slug(category)}`,
        ...linked(concepts, category, taxonomy),
      })),
    ],
  };
}

function linked(concepts: readonly string[] = [], category: string, taxonomy: Taxonomy): { subject?: string[] } {
  const subject = concepts.flatMap((concept) => conceptIri(concept, category, taxonomy) ?? []);
  return subject.length > 0 ? { subject } : {};
}

/** Questions use concepts of several categories; where two define the same name, the one of the question's own category is meant. */
function conceptIri(concept: string, category: string, taxonomy: Taxonomy): string | null {
  const found = categoriesWith(taxonomy, concept);
  if (found.length === 0) return null;
  return `${SCHEME}:${slug(found.includes(category) ? category : found[0])}:${slug(concept)}`;
}

const link = (id: string) => ({ '@id': id, '@type': '@id' });
const words = (id: string) => ({ '@id': id, '@language': 'en' });

const CONTEXT = {
  schema: 'https://schema.org/',
  dcterms: 'http://purl.org/dc/terms/',
  skos: 'http://www.w3.org/2004/02/skos/core#',
  name: words('schema:name'),
  description: words('schema:description'),
  text: words('schema:text'),
  hasPart: link('schema:hasPart'),
  suggestedAnswer: link('schema:suggestedAnswer'),
  category: link('dcterms:type'),
  subject: link('dcterms:subject'),
};
