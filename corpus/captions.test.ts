import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { loadWordNet } from '../packages/metrics/src/nlp/words/wordnet.ts';
import { STOP_CONCEPTS } from '../packages/sensebench/src/benchmarks/commongen/build/extract-concepts.ts';
import { commonGenRowSchema, conceptsOf } from '../packages/sensebench/src/benchmarks/commongen/item.ts';
import { readJsonl, readText } from '../packages/sensebench/src/files/index.ts';

const pathOf = (name: string) => fileURLToPath(new URL(`captions/${name}`, import.meta.url));
const normalize = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
const wordsOf = (text: string) => text.toLowerCase().match(/[a-z]+/g) ?? [];
const duplicatesOf = (texts: string[]) => texts.filter((text, i) => texts.indexOf(text) !== i);

const captions = (await readText(pathOf('captions.txt'))).trimEnd().split('\n');

const referenceSchema = commonGenRowSchema.extend({
  concept_set: z.string().regex(/^[a-z]+(#[a-z]+){2,4}$/),
  scene: z.array(z.string().min(1)).min(3),
  reason: z.array(z.string().min(1)),
});
const references: z.infer<typeof referenceSchema>[] = [];
for await (const { value } of readJsonl(pathOf('references.jsonl'), referenceSchema)) references.push(value);

const wordnet = await loadWordNet();
const baseForms = (word: string) => [word, ...wordnet.baseForms(word, 'n'), ...wordnet.baseForms(word, 'v')];
/** What each word of a text can be a form of. */
const formsIn = (text: string) => new Set([...new Set(wordsOf(text))].flatMap(baseForms));

describe('captions.txt', () => {
  it('has at least 1,700 captions of 6 to 18 words', () => {
    expect(captions.length).toBeGreaterThanOrEqual(1700);
    const odd = captions.filter((caption) => {
      const length = caption.split(' ').length;
      return length < 6 || length > 18;
    });
    expect(odd).toEqual([]);
  });

  it('has one clean sentence a line', () => {
    expect(captions.filter((caption) => !/^[A-Z][A-Za-z',-]*( [A-Za-z'-]+,?)* [A-Za-z'-]+\.$/.test(caption))).toEqual([]);
  });

  it('has no duplicate', () => {
    expect(duplicatesOf(captions.map(normalize))).toEqual([]);
  });

  it('is not templated: no five words open more than 1% of the captions, and the vocabulary is wide', () => {
    const openings = new Map<string, number>();
    for (const caption of captions) {
      const opening = wordsOf(caption).slice(0, 5).join(' ');
      openings.set(opening, (openings.get(opening) ?? 0) + 1);
    }
    expect(Math.max(...openings.values())).toBeLessThan(captions.length / 100);
    expect(new Set(captions.flatMap(wordsOf)).size).toBeGreaterThan(1500);
  });
});

describe('references.jsonl', () => {
  it('has at least 330 concept-sets, at least 80 of each size', () => {
    expect(references.length).toBeGreaterThanOrEqual(330);
    for (const size of [3, 4, 5]) {
      expect(references.filter((row) => conceptsOf(row).length === size).length).toBeGreaterThanOrEqual(80);
    }
  });

  it('has references of at most 22 words that end with a full stop', () => {
    const odd = references.flatMap(({ scene }) => scene).filter((text) => text.split(' ').length > 22 || !/^[A-Z].*[a-z]\.$/.test(text));
    expect(odd).toEqual([]);
  });

  it('has one rationale per reference', () => {
    expect(references.filter((row) => row.reason.length !== row.scene.length)).toEqual([]);
  });

  it('has no duplicate concept-set, concept within a set, or sentence, and repeats no caption', () => {
    expect(duplicatesOf(references.map((row) => conceptsOf(row).sort().join('#')))).toEqual([]);
    expect(references.filter((row) => new Set(conceptsOf(row)).size < conceptsOf(row).length)).toEqual([]);
    expect(duplicatesOf([...captions, ...references.flatMap((row) => row.scene)].map(normalize))).toEqual([]);
  });

  it('covers every concept in every reference', () => {
    const missing = references.flatMap((row) =>
      row.scene.flatMap((sentence) => {
        const forms = formsIn(sentence);
        return conceptsOf(row)
          .filter((concept) => !forms.has(concept))
          .map((concept) => `${concept}: ${sentence}`);
      }),
    );
    expect(missing).toEqual([]);
  });

  it('takes its concepts from the vocabulary of the captions, and none that writers add by themselves', () => {
    const forms = formsIn(captions.join(' '));
    const concepts = references.flatMap(conceptsOf);
    expect(concepts.filter((concept) => !forms.has(concept))).toEqual([]);
    expect(concepts.filter((concept) => STOP_CONCEPTS.has(concept))).toEqual([]);
  });

  it('is varied: no concept is in more than a twentieth of the sets', () => {
    const counts = new Map<string, number>();
    for (const concept of references.flatMap(conceptsOf)) counts.set(concept, (counts.get(concept) ?? 0) + 1);
    expect(Math.max(...counts.values())).toBeLessThan(references.length / 20);
    expect(counts.size).toBeGreaterThan(700);
  });
});
