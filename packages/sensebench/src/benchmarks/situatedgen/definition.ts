/** Which parts of the task's definition (SituatedGen, section 3.1) an example breaks. */

import type { TextEntity } from '@sensebench/metrics/internal/core';
import { contextOf, isContextType } from './contexts.ts';
import { type SituatedGenExample, sentenceKeywords } from './row.ts';

export const DEFINITION_RULES = [
  'keyword in neither sentence',
  'fewer than two context keywords of one type',
  'fewer than two other keywords',
  'sentence without context keyword',
] as const;
export type DefinitionRule = (typeof DEFINITION_RULES)[number];

/** `entities` are those of the two statements. Some released examples break a rule too, so that examples are dropped only with `definition=strict`. */
export function brokenRules(
  example: SituatedGenExample,
  entities: readonly [readonly TextEntity[], readonly TextEntity[]],
): DefinitionRule[] {
  const broken: DefinitionRule[] = [];
  const texts = example.statements.map((text) => text.toLowerCase());
  const perSentence = [0, 1].map((sentence) =>
    sentenceKeywords(example, sentence).map((keyword) => typesIn(keyword, example.statements[sentence], entities[sentence])),
  );
  const all = perSentence.flat();
  const geo = all.filter((types) => contextOf(types) === 'GEO' || contextOf(types) === 'BOTH').length;
  const temp = all.filter((types) => contextOf(types) === 'TEMP' || contextOf(types) === 'BOTH').length;
  const other = all.filter((types) => contextOf(types) === null).length;
  if (example.keywords.some((keyword) => !texts.some((text) => text.includes(keyword.toLowerCase())))) broken.push(DEFINITION_RULES[0]);
  if (geo < 2 && temp < 2) broken.push(DEFINITION_RULES[1]);
  if (other < 2) broken.push(DEFINITION_RULES[2]);
  if (perSentence.some((sentence) => sentence.every((types) => contextOf(types) === null))) broken.push(DEFINITION_RULES[3]);
  return broken;
}

/** The context entities that overlap a keyword in the sentence. */
function typesIn(keyword: string, text: string, entities: readonly TextEntity[]): TextEntity[] {
  const lower = text.toLowerCase();
  const wanted = keyword.toLowerCase();
  const found: TextEntity[] = [];
  for (let start = lower.indexOf(wanted); start >= 0; start = lower.indexOf(wanted, start + 1)) {
    const end = start + wanted.length;
    found.push(...entities.filter((entity) => isContextType(entity.type) && entity.start < end && start < entity.end));
  }
  return found;
}
