/** Partners by slot: statements of one topic, or with one predicate, that are alike. Close to linear in their number. */
import { createRandom, type Random } from '@sensebench/metrics/internal/core';
import { type DescribedStatement, dot } from '../contrast/pair-features.ts';

export interface ProposeOptions {
  /** Most partners that each of the two ways proposes to a statement. */
  partners: number;
  seed: number;
}

/** A statement is of a topic that has at least this probability, and of two topics at most. */
const LEAST_TOPIC = 0.1;
const TOPICS = 2;
/** Larger groups are cut by random planes through their vectors, so that statements that are alike stay together. */
const LARGEST_GROUP = 512;

interface Group {
  members: Int32Array;
  kind: 'topic' | 'predicate';
}

/** For each statement the places of later ones, in their order. */
export function proposePartners(statements: readonly DescribedStatement[], { partners, seed }: ProposeOptions): Int32Array[] {
  const random = createRandom(`${seed}/partners`);
  const best = { topic: createBest(statements.length, partners), predicate: createBest(statements.length, partners) };
  for (const group of groupsOf(statements)) {
    for (const { members, kind } of cutGroup(group, statements, random)) {
      for (let i = 0; i < members.length; i++) {
        for (let j = i + 1; j < members.length; j++) {
          const [one, two] = [members[i], members[j]];
          best[kind].offer(one, two, likeness(statements[one], statements[two], kind));
        }
      }
    }
  }
  const proposed = statements.map(() => new Set<number>());
  for (const list of [best.topic, best.predicate])
    for (const [one, two] of list.pairs()) proposed[Math.min(one, two)].add(Math.max(one, two));
  return proposed.map((others) => Int32Array.from(others).sort());
}

function likeness(one: DescribedStatement, two: DescribedStatement, kind: Group['kind']): number {
  if (kind === 'predicate') return dot(one.vectors.masked, two.vectors.masked);
  return dot(one.topics, two.topics) * one.commonsense * two.commonsense;
}

function groupsOf(statements: readonly DescribedStatement[]): Group[] {
  const groups = new Map<string, { members: number[]; kind: Group['kind'] }>();
  const add = (kind: Group['kind'], name: string, place: number) => {
    const key = `${kind} ${name}`;
    const group = groups.get(key);
    if (group) group.members.push(place);
    else groups.set(key, { members: [place], kind });
  };
  for (const [place, { topics, facts, slots }] of statements.entries()) {
    const ranked = [...topics.keys()].sort((a, b) => topics[b] - topics[a]).slice(0, TOPICS);
    for (const topic of ranked) if (topic === ranked[0] || topics[topic] >= LEAST_TOPIC) add('topic', String(topic), place);
    for (const context of new Set(slots.map((slot) => slot.context))) add('predicate', `${facts.frame.verb} ${context}`, place);
  }
  return [...groups.values()].map(({ members, kind }) => ({ members: Int32Array.from(members), kind }));
}

/** Halves at the median of a random direction, until each part is small. */
function* cutGroup({ members, kind }: Group, statements: readonly DescribedStatement[], random: Random): Generator<Group> {
  if (members.length <= LARGEST_GROUP) {
    yield { members, kind };
    return;
  }
  const vectorOf = (place: number) => statements[place].vectors[kind === 'topic' ? 'placeless' : 'masked'];
  // The direction from one member to another: it follows how the group is spread.
  const [from, to] = [vectorOf(members[random.below(members.length)]), vectorOf(members[random.below(members.length)])];
  const direction = from.map((value, i) => to[i] - value);
  const along = new Map(Array.from(members, (place) => [place, dot(vectorOf(place), direction)]));
  const sorted = [...members].sort((a, b) => (along.get(a) ?? 0) - (along.get(b) ?? 0) || a - b);
  const half = sorted.length >> 1;
  for (const part of [sorted.slice(0, half), sorted.slice(half)])
    yield* cutGroup({ members: Int32Array.from(part).sort(), kind }, statements, random);
}

interface Best {
  /** Keeps the pair if it is among the best of either statement. */
  offer(one: number, two: number, score: number): void;
  pairs(): Generator<readonly [number, number]>;
}

/** The best partners of each statement, a short sorted list each. */
function createBest(count: number, most: number): Best {
  const partners = new Int32Array(count * most).fill(-1);
  const scores = new Float32Array(count * most).fill(Number.NEGATIVE_INFINITY);
  const insert = (of: number, partner: number, score: number) => {
    const first = of * most;
    const last = first + most - 1;
    if (score <= scores[last]) return;
    for (let at = first; at <= last; at++) if (partners[at] === partner) return;
    let at = last;
    while (at > first && scores[at - 1] < score) {
      scores[at] = scores[at - 1];
      partners[at] = partners[at - 1];
      at--;
    }
    scores[at] = score;
    partners[at] = partner;
  };
  return {
    offer(one, two, score) {
      insert(one, two, score);
      insert(two, one, score);
    },
    *pairs() {
      for (let at = 0; at < partners.length; at++) if (partners[at] >= 0) yield [Math.floor(at / most), partners[at]] as const;
    },
  };
}
