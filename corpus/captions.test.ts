import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { commonGenRowSchema, conceptsOf } from '../src/benchmarks/commongen/row.ts';
import { readJsonl, readText } from '../src/files/index.ts';

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

const IRREGULAR: Record<string, string[]> = {
  blow: ['blew'],
  build: ['built'],
  catch: ['caught'],
  child: ['children'],
  dig: ['dug'],
  drink: ['drank'],
  drive: ['drove'],
  eat: ['ate'],
  fall: ['fell', 'fallen'],
  feed: ['fed'],
  fisherman: ['fishermen'],
  hang: ['hung'],
  hold: ['held'],
  knife: ['knives'],
  leaf: ['leaves'],
  lie: ['lay', 'lying'],
  man: ['men'],
  ride: ['rode'],
  run: ['ran'],
  sing: ['sang'],
  sit: ['sat'],
  sleep: ['slept'],
  speak: ['spoke'],
  take: ['took', 'taken'],
  teach: ['taught'],
  throw: ['threw', 'thrown'],
  woman: ['women'],
  write: ['wrote', 'written'],
};

/** The regular endings with their changes of spelling (carry, carries; stop, stopped; bake, baking), and the irregular forms above. */
function formsOf(lemma: string): Set<string> {
  const bare = lemma.replace(/e$/, '');
  const doubled = lemma + lemma.slice(-1);
  const soft = lemma.replace(/y$/, 'i');
  return new Set([
    lemma,
    `${lemma}s`,
    `${soft}es`,
    `${soft}ed`,
    `${bare}ed`,
    `${bare}ing`,
    `${doubled}ed`,
    `${doubled}ing`,
    ...(IRREGULAR[lemma] ?? []),
  ]);
}
const covers = (words: Set<string>, concept: string) => [...formsOf(concept)].some((form) => words.has(form));

describe('captions.txt', () => {
  it('has at least 1,100 captions of 6 to 18 words', () => {
    expect(captions.length).toBeGreaterThanOrEqual(1100);
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
  it('has at least 70 concept-sets, at least 20 of each size', () => {
    expect(references.length).toBeGreaterThanOrEqual(70);
    for (const size of [3, 4, 5]) {
      expect(references.filter((row) => conceptsOf(row).length === size).length).toBeGreaterThanOrEqual(20);
    }
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
        const words = new Set(wordsOf(sentence));
        return conceptsOf(row)
          .filter((concept) => !covers(words, concept))
          .map((concept) => `${concept}: ${sentence}`);
      }),
    );
    expect(missing).toEqual([]);
  });

  it('takes its concepts from the vocabulary of the captions', () => {
    const words = new Set(captions.flatMap(wordsOf));
    expect(references.flatMap(conceptsOf).filter((concept) => !covers(words, concept))).toEqual([]);
  });

  it('has concept-sets most of which meet in a caption, and half of them in several', () => {
    const captionWords = captions.map((caption) => new Set(wordsOf(caption)));
    const meetings = references.map(
      (row) => captionWords.filter((words) => conceptsOf(row).every((concept) => covers(words, concept))).length,
    );
    expect(meetings.filter((count) => count >= 1).length).toBeGreaterThan(references.length * 0.8);
    expect(meetings.filter((count) => count >= 3).length).toBeGreaterThan(references.length * 0.5);
  });
});
