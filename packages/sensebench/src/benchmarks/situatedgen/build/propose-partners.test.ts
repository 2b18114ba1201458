import { describe, expect, it } from 'vitest';
import type { DescribedStatement } from '../contrast/pair-features.ts';
import { proposePartners } from './propose-partners.ts';

const NOTHING = {
  verb: '',
  shape: 'none',
  past: false,
  negated: false,
  condition: '',
  finite: true,
  agent: 'someone',
  slots: [],
  values: [],
  classes: [],
  skeleton: [],
} as const;

/** A statement of one topic of three, with a masked vector and a main verb. */
function statement({ topic = 0, verb = 'be', masked = [1, 0], commonsense = 0.9 }): DescribedStatement {
  const topics = new Float32Array(3);
  topics[topic] = 1;
  const vector = Float32Array.from(masked);
  const slot = {
    context: 'GEO' as const,
    name: 'Japan',
    start: 0,
    end: 5,
    role: 'place',
    preposition: 'in',
    key: 'GEO place in',
    innermost: true,
  };
  return {
    facts: {
      frame: { ...NOTHING, verb, slots: [], values: [], classes: [], skeleton: [] },
      content: [],
      relations: [],
      prepositions: [],
      names: [],
      subject: [],
      object: [],
      nouns: [],
      kinds: [],
      numbers: [],
    },
    slots: [{ ...slot, situation: { context: 'GEO', name: 'japan', paths: [], parts: {} } }],
    vectors: { whole: vector, masked: vector, placeless: vector, situation: vector },
    commonsense,
    topics,
  };
}

const proposed = (statements: readonly DescribedStatement[], partners = 5) =>
  proposePartners(statements, { partners, seed: 1 }).map((others) => [...others]);

describe('partners by slot', () => {
  it('are statements of one topic, whatever their predicates are', () => {
    expect(
      proposed([statement({ topic: 1, verb: 'eat' }), statement({ topic: 1, verb: 'grow' }), statement({ topic: 2, verb: 'fly' })]),
    ).toEqual([[1], [], []]);
  });

  it('are statements with one predicate, whatever their topics are', () => {
    expect(
      proposed([statement({ topic: 0, verb: 'live' }), statement({ topic: 1, verb: 'live' }), statement({ topic: 2, verb: 'fly' })]),
    ).toEqual([[1], [], []]);
  });

  it('are named once, with the earlier statement', () => {
    expect(proposed([statement({}), statement({}), statement({})])).toEqual([[1, 2], [2], []]);
  });

  it('of very many statements are few for each', () => {
    const many = Array.from({ length: 3000 }, (_, i) => statement({ masked: [Math.cos(i), Math.sin(i)], verb: 'be' }));
    const found = proposed(many, 4);
    const pairs = found.reduce((sum, { length }) => sum + length, 0);
    expect(pairs).toBeGreaterThan(3000);
    expect(pairs).toBeLessThanOrEqual(2 * 4 * 3000);
  });
});
