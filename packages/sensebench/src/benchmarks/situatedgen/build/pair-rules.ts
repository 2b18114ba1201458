/** The rules that two similar statements must keep to be a pair (SituatedGen, appendix A.2, as the released pairs show). */
import type { Context, Statement } from '../../../statements/index.ts';
import { isContextType, pairContext } from '../contexts.ts';
import { plainWords } from '../plain-words.ts';

export type PairRule = 'contexts differ' | 'shared entity' | 'one statement contains the other';

export interface PairRulesOptions {
  /** Both statements have GEO or both have TEMP; or, as 80 released pairs do by their given entities, each has one or the other. */
  contexts?: 'same' | 'any';
  /** The entities of one sentence that may not occur in the other: those of GEO and TEMP, as in the released pairs, or all. */
  sharedEntities: 'context' | 'all';
  /** A place or time may be in both statements, if each has another one besides: July in China, July in Australia. */
  sharedContext?: boolean;
}

export interface PreparedStatement {
  context: Context | null;
  /** Words in lower case and without inflection, with a space around each. */
  words: string;
  /** Entities in the same form. */
  entities: { text: string; words: string; context: boolean }[];
}

export function prepareStatement(
  { text, context, entities = [] }: Statement,
  { sharedEntities }: Pick<PairRulesOptions, 'sharedEntities'>,
): PreparedStatement {
  return {
    context: context ?? null,
    words: plainWords(text),
    entities: entities
      .filter(({ type }) => sharedEntities === 'all' || isContextType(type))
      .map((entity) => ({
        text: entity.text,
        words: plainWords(entity.text.replace(/^(the|a|an)\s+/i, '')),
        context: isContextType(entity.type),
      }))
      .filter(({ words }) => !/^ (the |a |an )?$/.test(words)),
  };
}

/** A pair of different contexts has none of its own. */
export type PairVerdict = { context: Context | null } | { rule: PairRule; value?: string };

export function judgePair(
  first: PreparedStatement,
  second: PreparedStatement,
  { contexts = 'same', sharedContext = false }: Pick<PairRulesOptions, 'contexts' | 'sharedContext'> = {},
): PairVerdict {
  const context = pairContext(first.context, second.context);
  if (context === null && contexts === 'same') return { rule: 'contexts differ', value: `${first.context} ${second.context}` };
  const shared = sharedEntity(first, second) ?? sharedEntity(second, first);
  const contrasts = sharedContext && hasOwnContext(first, second) && hasOwnContext(second, first);
  if (shared !== undefined && !contrasts) return { rule: 'shared entity', value: shared };
  if (first.words.includes(second.words) || second.words.includes(first.words)) return { rule: 'one statement contains the other' };
  return { context };
}

function hasOwnContext(of: PreparedStatement, other: PreparedStatement): boolean {
  return of.entities.some(({ words, context }) => context && !other.words.includes(words));
}

function sharedEntity(of: PreparedStatement, within: PreparedStatement): string | undefined {
  return of.entities.find(({ words }) => within.words.includes(words))?.text;
}
