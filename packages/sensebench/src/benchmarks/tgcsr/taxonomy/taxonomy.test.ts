import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InputError } from '@sensebench/metrics/internal/core';
import { JsonLdParser } from 'jsonld-streaming-parser';
import { describe, expect, it } from 'vitest';
import golden from '../../../../../../test/golden/ontology-terms.json' with { type: 'json' };
import { composeContext } from '../author/compose-context.ts';
import { TGCSR_CATEGORIES } from '../context.ts';
import { annotationTabs } from '../ratings/annotation-workbook.ts';
import { contextToJsonLd } from './context-jsonld.ts';
import {
  categoriesWith,
  categorySchema,
  conceptSchema,
  extendTaxonomy,
  extensionSchema,
  GORDON_HOBBS,
  mappingIri,
  ONTOLOGIES,
  readTaxonomy,
  type Taxonomy,
} from './taxonomy.ts';

import { SCHEME, taxonomyToJsonLd } from './taxonomy-jsonld.ts';
import TERM_LABELS from './term-labels.json' with { type: 'json' };

interface Triple {
  subject: string;
  predicate: string;
  object: string;
}

/** Any fault in the document is an error of the strict parser. */
function parse(document: object): Promise<Triple[]> {
  return new Promise((resolve, reject) => {
    const triples: Triple[] = [];
    const parser = new JsonLdParser({ strictValues: true, skipContextValidation: false });
    parser.on('data', ({ subject, predicate, object }) =>
      triples.push({ subject: subject.value, predicate: predicate.value, object: object.value }),
    );
    parser.on('error', reject);
    parser.on('end', () => resolve(triples));
    parser.write(JSON.stringify(document));
    parser.end();
  });
}

const SKOS = 'http://www.w3.org/2004/02/skos/core#';

describe('the taxonomy', () => {
  it('has the nine categories, each valid, each mapped to the ontologies of Figure 2', () => {
    expect(GORDON_HOBBS.categories.map(({ name }) => name)).toEqual([...TGCSR_CATEGORIES]);
    for (const category of GORDON_HOBBS.categories) {
      expect(() => categorySchema.parse(category)).not.toThrow();
      expect(new Set(category.concepts.map(({ name }) => name)).size, category.name).toBe(category.concepts.length);
    }
    const ontologies = Object.fromEntries(GORDON_HOBBS.categories.map(({ name, ontologies: used }) => [name, used]));
    expect(ontologies).toEqual({
      Time: ['time'],
      Space: ['geo'],
      'Physical Entities': ['sio'],
      Values: ['xsd', 'uo'],
      Activities: ['prov'],
      Goals: ['prov'],
      Scheduling: ['prov'],
      'World States': ['prov'],
      Emotions: ['mfoem'],
    });
  });

  it('has the concepts that the paper names', () => {
    for (const [category, concepts] of Object.entries({
      Time: ['duration', 'end time', 'start time', 'before', 'during'],
      Space: ['intersects', 'within', 'distance'],
      'Physical Entities': ['has part', 'is part of', 'surrounds'],
      Values: ['quantity', 'value', 'range', 'maximum', 'minimum'],
      Emotions: ['sadness'],
    })) {
      for (const concept of concepts) expect(categoriesWith(GORDON_HOBBS, concept), concept).toContain(category);
    }
    expect(mappingIri('time:before')).toBe('http://www.w3.org/2006/time#before');
  });

  it('maps to no term from memory: each is in rdflib’s vocabularies, or its label was read in the ontology', () => {
    const { iris } = golden;
    const terms: Record<string, string[]> = golden.terms;
    const mappings = GORDON_HOBBS.categories.flatMap(({ concepts }) => concepts.flatMap((concept) => concept.mappings ?? []));
    expect(mappings.length).toBeGreaterThan(60);
    for (const mapping of mappings) {
      const [prefix, term] = mapping.split(':');
      if (prefix in terms) expect(terms[prefix], mapping).toContain(term);
      else expect(TERM_LABELS, mapping).toHaveProperty([mapping]);
    }
    for (const [prefix, iri] of Object.entries(iris)) expect(mappingIri(`${prefix}:x`)).toBe(`${iri}x`);
    for (const mapping of Object.keys(TERM_LABELS)) expect(mappings, mapping).toContain(mapping);
  });

  it('takes further areas from a file, and contexts may have questions in them', async () => {
    const path = fileURLToPath(new URL('../../../../../../docs/examples/planning.yaml', import.meta.url));
    const taxonomy = await readTaxonomy(path);
    expect(taxonomy.categories).toHaveLength(11);
    for (const { mappings = [] } of taxonomy.categories.slice(9).flatMap(({ concepts }) => concepts)) {
      for (const mapping of mappings) expect(golden.terms.prov, mapping).toContain(mapping.replace('prov:', ''));
    }
    const questions = ['What if it rains?', 'What comes first?'].map((text) => ({ text }));
    const authored = {
      id: 'x',
      title: 'X',
      theme: 'A move.',
      categories: [{ name: 'Planning', questions, answers: [{ text: 'Wait' }, { text: 'Go' }] }],
    };
    const { context } = composeContext(authored, { taxonomy });
    expect(annotationTabs(context, { annotator: 'A' })).toHaveLength(1);
    expect((await parse(contextToJsonLd(context, taxonomy))).map(({ object }) => object)).toContain(`${SCHEME}:planning`);
    expect(() => composeContext(authored, { taxonomy: GORDON_HOBBS })).toThrow('"Planning" is not a category');
  });

  it('limits the answers about emotions to ten', () => {
    expect(GORDON_HOBBS.categories.find(({ name }) => name === 'Emotions')?.maxAnswers).toBe(10);
  });
});

describe('the JSON-LD', () => {
  it('is read by an RDF parser: a SKOS scheme with nine top concepts and all concepts below them', async () => {
    const triples = await parse(taxonomyToJsonLd(GORDON_HOBBS));
    const objects = (subject: string, predicate: string) =>
      triples.filter((t) => t.subject === subject && t.predicate === predicate).map((t) => t.object);
    expect(objects(SCHEME, `${SKOS}hasTopConcept`)).toHaveLength(9);
    const concepts = GORDON_HOBBS.categories.reduce((sum, category) => sum + category.concepts.length, 0);
    expect(triples.filter(({ predicate }) => predicate === `${SKOS}broader`)).toHaveLength(concepts);
    expect(objects(`${SCHEME}:time:before`, `${SKOS}closeMatch`)).toEqual(['http://www.w3.org/2006/time#before']);
    expect(objects(`${SCHEME}:emotions:sadness`, `${SKOS}closeMatch`)).toEqual(['http://purl.obolibrary.org/obo/MFOEM_000056']);
    expect(objects(`${SCHEME}:physical-entities`, 'http://purl.org/dc/terms/references')).toEqual([ONTOLOGIES.sio.iri]);
    for (const { predicate, subject } of triples) {
      expect(predicate).toMatch(/^http/);
      expect(subject).toMatch(/^urn:/);
    }
  });

  it('would be refused with a fault in it', async () => {
    const document = taxonomyToJsonLd(GORDON_HOBBS);
    await expect(parse({ ...document, '@context': { ...document['@context'], broader: { '@id': 7 } } })).rejects.toThrow();
  });

  it('names every concept once', () => {
    const ids = taxonomyToJsonLd(GORDON_HOBBS)['@graph'].map((node) => node['@id']);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('the JSON-LD of a context', () => {
  const context = {
    id: 'umbrella',
    title: 'A lost umbrella',
    theme: 'Ida left her umbrella on the bus.',
    questions: [{ id: '1', category: 'Emotions', text: 'How did she feel after that?', concepts: ['after', 'gratitude', 'phlogiston'] }],
    answers: [{ id: '2', category: 'Emotions', text: 'Sad', concepts: ['sadness'] }],
  };

  it('links questions and answers to concepts, those of the question’s own category first', async () => {
    const triples = await parse(contextToJsonLd(context, GORDON_HOBBS));
    const home = 'urn:sensebench:tgcsr:context:umbrella';
    const subjects = (id: string) =>
      triples
        .filter(({ subject, predicate }) => subject === id && predicate === 'http://purl.org/dc/terms/subject')
        .map(({ object }) => object);
    expect(subjects(`${home}:question:1`)).toEqual([`${SCHEME}:time:after`, `${SCHEME}:emotions:gratitude`]);
    expect(subjects(`${home}:answer:2`)).toEqual([`${SCHEME}:emotions:sadness`]);
    expect(triples).toContainEqual({
      subject: `${home}:question:1`,
      predicate: 'https://schema.org/suggestedAnswer',
      object: `${home}:answer:2`,
    });
  });
});

describe('a taxonomy of one’s own', () => {
  const extend = (extension: unknown): Taxonomy => extendTaxonomy(GORDON_HOBBS, extensionSchema.parse(extension));

  it('adds concepts to a category, and categories', () => {
    const taxonomy = extend({
      categories: [
        { name: 'Time', concepts: [{ name: 'holiday', mappings: ['https://schema.org/Event'] }] },
        { name: 'Social Roles', definition: 'Who people are to one another.', concepts: [{ name: 'parent' }], maxAnswers: 8 },
      ],
    });
    expect(taxonomy.categories).toHaveLength(10);
    expect(taxonomy.categories[0].concepts.at(-1)).toMatchObject({ name: 'holiday', source: 'user' });
    expect(taxonomy.categories[0].concepts.length).toBe(GORDON_HOBBS.categories[0].concepts.length + 1);
    expect(taxonomy.categories[9]).toMatchObject({ name: 'Social Roles', maxAnswers: 8 });
  });

  it('is parsed as RDF too', async () => {
    const triples = await parse(taxonomyToJsonLd(extend({ categories: [{ name: 'Düfte', concepts: [{ name: 'süß & herb' }] }] })));
    expect(triples.some(({ object }) => object === 'süß & herb')).toBe(true);
  });

  it('refuses a concept that is there, an unknown prefix and a field that is none', () => {
    expect(() => extend({ categories: [{ name: 'Time', concepts: [{ name: 'before' }] }] })).toThrow(
      'Time defines the concept "before" twice',
    );
    expect(conceptSchema.safeParse({ name: 'x', mappings: ['owl:x y'] }).success).toBe(false);
    expect(extensionSchema.safeParse({ categories: [{ name: 'Time', concept: [] }] }).success).toBe(false);
  });

  it('is read from YAML, with file and field in its errors', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sensebench-taxonomy-'));
    const path = join(folder, 'my.yaml');
    await writeFile(path, 'categories:\n  - name: Time\n    concepts: [{ name: holiday }]\n');
    expect(categoriesWith(await readTaxonomy(path), 'holiday')).toEqual(['Time']);
    await writeFile(path, 'categories:\n  - name: Time\n    concepts: [{ nam: holiday }]\n');
    await expect(readTaxonomy(path)).rejects.toThrow(InputError);
    await expect(readTaxonomy(path)).rejects.toThrow(/my\.yaml:3, field "categories\.0\.concepts\.0/);
    await rm(folder, { recursive: true });
  });
});
