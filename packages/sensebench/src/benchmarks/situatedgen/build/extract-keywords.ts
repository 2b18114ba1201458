/** Keywords (SituatedGen, appendix A.2): two to five entities and nouns; where they overlap, the entity is kept. */

import { defineStep, type LedgerRow, type Shard, type TextEntity } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import type { Keyword, Statement } from '../../../statements/index.ts';
import type { AnalysedStatement } from './analyse-texts.ts';
import { maskKeywords } from './mask-keywords.ts';

export interface ExtractKeywordsOptions {
  minKeywords: number;
  maxKeywords: number;
}

export interface KeywordSource {
  nouns: readonly { start: number; end: number }[];
  /** Keywords of given examples for this statement, in place of our own. */
  named?: readonly string[];
}

/**
 * One source per statement. `maxKeywords` counts masks: a keyword that occurs twice is masked twice. No released statement has six
 * masks; the least number counts different keywords.
 */
export function extractKeywords(
  statements: readonly Statement[],
  sources: readonly KeywordSource[],
  { minKeywords, maxKeywords }: ExtractKeywordsOptions,
): Shard<Statement> {
  const rows: Statement[] = [];
  const dropped: LedgerRow[] = [];
  for (const [i, statement] of statements.entries()) {
    const keywords = keywordsOf(statement, sources[i], maxKeywords);
    const place = { step: 'keywords' as const, ids: [statement.id], text: statement.text };
    const different = distinct(keywords).length;
    if (different < minKeywords) dropped.push({ ...place, value: different, rule: 'too few keywords', limit: minKeywords });
    else if (keywords.length > maxKeywords)
      dropped.push({ ...place, value: keywords.length, rule: 'too many keywords', limit: maxKeywords });
    else rows.push({ ...statement, keywords });
  }
  return { rows, dropped };
}

const stepOptions = z.object({
  minKeywords: z.number(),
  maxKeywords: z.number(),
  /** Keywords of given examples, by the id of the statement. */
  named: z.record(z.string(), z.array(z.string())),
});

export const keywordsStep = defineStep({
  name: 'keywords',
  version: 2,
  options: stepOptions,
  over: 'each',
  run: ([{ rows }]: readonly Shard<AnalysedStatement>[], { named, ...limits }) =>
    extractKeywords(rows.map(bare), sourcesOf(rows, named), limits),
});

/** Masked texts of the statements that the keywords step drops. They are not partners, but they count among the nearest texts. */
export const crowdStep = defineStep({
  name: 'crowd',
  version: 1,
  options: stepOptions,
  over: 'each',
  run([{ rows }]: readonly Shard<AnalysedStatement>[], { named, ...limits }): Shard<string> {
    const sources = sourcesOf(rows, named);
    const kept = new Set(extractKeywords(rows.map(bare), sources, limits).rows.map(({ id }) => id));
    const texts = rows.map((row, i) => maskKeywords(row.text, keywordsOf(row, sources[i], limits.maxKeywords)));
    return { rows: texts.filter((_, i) => !kept.has(rows[i].id)), dropped: [] };
  },
});

function bare({ nouns: _, ...statement }: AnalysedStatement): Statement {
  return statement;
}

function sourcesOf(rows: readonly AnalysedStatement[], named: Readonly<Record<string, string[]>>): KeywordSource[] {
  return rows.map(({ id, nouns }) => ({ nouns, ...(Object.hasOwn(named, id) ? { named: named[id] } : {}) }));
}

function keywordsOf(statement: Statement, { nouns, named }: KeywordSource, maxKeywords: number): Keyword[] {
  return named ? locateKeywords(statement, named) : findKeywords(statement, nouns, maxKeywords);
}

type Place = { start: number; end: number };

/**
 * An entity with a common noun in its name ("the Battle of Antietam", "the Government of India") is masked noun by noun, as in most
 * released pairs; as a whole if that would be too many keywords.
 */
function findKeywords(statement: Statement, nouns: readonly Place[], maxKeywords: number): Keyword[] {
  const entities = statement.entities ?? [];
  const apart = joinKeywords(
    statement.text,
    entities.filter((entity) => !isDescribed(entity)),
    nouns,
  );
  return apart.length <= maxKeywords ? apart : joinKeywords(statement.text, entities, nouns);
}

function joinKeywords(text: string, entities: readonly TextEntity[], nouns: readonly Place[]): Keyword[] {
  const kept = withoutOverlap(entities);
  const keywords: Keyword[] = kept.map(({ type, ...place }) => ({ ...place, kind: type }));
  for (const { start, end } of nouns) {
    if (!kept.some((entity) => entity.start < end && start < entity.end))
      keywords.push({ text: text.slice(start, end), start, end, kind: 'NOUN' });
  }
  return keywords.sort((a, b) => a.start - b.start);
}

function isDescribed({ type, text }: TextEntity): boolean {
  return (type === 'EVENT' || type === 'LAW' || type === 'ORG') && / of /.test(text);
}

/** Every occurrence of every given keyword, longer ones first. Keywords that do not occur literally are searched without regard to case. */
function locateKeywords({ text, entities = [] }: Statement, named: readonly string[]): Keyword[] {
  const keywords: Keyword[] = [];
  for (const name of [...new Set(named)].sort((a, b) => b.length - a.length || (a < b ? -1 : 1))) {
    for (const { start, end } of places(name, text)) {
      if (keywords.some((keyword) => keyword.start < end && start < keyword.end)) continue;
      const entity = entities.find((candidate) => candidate.start < end && start < candidate.end);
      keywords.push({ text: text.slice(start, end), start, end, kind: entity?.type ?? 'NOUN' });
    }
  }
  return keywords.sort((a, b) => a.start - b.start);
}

function places(name: string, text: string): { start: number; end: number }[] {
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'giu');
  return [...text.matchAll(pattern)].map((match) => ({ start: match.index, end: match.index + match[0].length }));
}

/** Of two overlapping entities, keeps the longer one, or the earlier one if both have the same length. */
function withoutOverlap(entities: readonly TextEntity[]): TextEntity[] {
  const kept: TextEntity[] = [];
  for (const entity of [...entities].sort((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start)) {
    if (!kept.some((other) => other.start < entity.end && entity.start < other.end)) kept.push(entity);
  }
  return kept.sort((a, b) => a.start - b.start);
}

/** A keyword that occurs twice in a statement counts once, as in the released rows. */
export function distinct(keywords: readonly Keyword[]): Keyword[] {
  const seen = new Set<string>();
  return keywords.filter(({ text }) => !seen.has(text) && seen.add(text));
}
