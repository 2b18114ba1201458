/** Context identification (SituatedGen, section 4.2): keeps statements with a GEO (GPE) or TEMP (DATE, TIME, EVENT) entity. */

import { defineStep, type LedgerRow, type Shard } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import type { Statement } from '../../../statements/index.ts';
import { contextOf } from '../contexts.ts';
import { isContinent } from '../pairs/places.ts';

export interface IdentifyContextsOptions {
  /** Report statements that came without entities as `no entities given`. */
  given: boolean;
  /** Continents are places too, although recognizers label them as locations instead of geopolitical entities. */
  continents?: boolean;
}

/** Each statement comes with its entities. */
export function identifyContexts<Row extends Statement>(
  statements: readonly Row[],
  { given, continents = false }: IdentifyContextsOptions,
): Shard<Row> {
  const rows: Row[] = [];
  const dropped: LedgerRow[] = [];
  for (const found of statements) {
    const statement = continents ? withContinents(found) : found;
    const place = { step: 'context' as const, ids: [statement.id], text: statement.text };
    if (given && statement.entities === undefined) {
      dropped.push({ ...place, rule: 'no entities given' });
      continue;
    }
    const context = contextOf(statement.entities ?? []);
    if (context) rows.push({ ...statement, context });
    else
      dropped.push({
        ...place,
        rule: 'no geographical or temporal entity',
        value: (statement.entities ?? []).map(({ type }) => type).join(' '),
      });
  }
  return { rows, dropped };
}

function withContinents<Row extends Statement>(statement: Row): Row {
  const { entities } = statement;
  if (!entities?.some(({ type, text }) => type === 'LOC' && isContinent(text))) return statement;
  return {
    ...statement,
    entities: entities.map((entity) => (entity.type === 'LOC' && isContinent(entity.text) ? { ...entity, type: 'GPE' } : entity)),
  };
}

export const contextStep = defineStep({
  name: 'context',
  version: 2,
  options: z.object({ given: z.boolean(), continents: z.boolean() }),
  over: 'each',
  run: ([{ rows }]: readonly Shard<Statement>[], options) => identifyContexts(rows, options),
});
