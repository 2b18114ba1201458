/** Trains the ranker of candidate statements on judged ones, says how well it does on rounds that it has not seen, and writes its weights. */
import { writeFileSync } from 'node:fs';
import { confidenceFeatures, handicapOf } from '../../packages/sensebench/src/statements/convert/rank/ranker.ts';
import { weightsPath } from '../corpora.ts';
import { type Judged, judgedCandidates, loadTools, writtenPreferences } from './judged-candidates.ts';
import { type FreshQuestion, readFresh, readLabels } from './labels.ts';
import { areaUnderCurve, type Example, scoreOf, trainLogistic } from './logistic.ts';
import { trainNouns } from './train-nouns.ts';
import { trainTags } from './train-tags.ts';

/** How much an example counts beside a verdict on a question that rules were written against. */
const PREFERENCE = 0.2;
const FRESH = 3;
const PENALTY = { score: 1, confidence: 0.1 };

export async function trainRanker(): Promise<void> {
  trainTags();
  await trainNouns();
  const tools = await loadTools();
  const judged = await judgedCandidates(readLabels(), tools);
  const preferred = (await writtenPreferences(tools)).map((pair) => ({ ...pair, weight: PREFERENCE }));
  const fresh = readFresh();
  console.log(`${judged.length} judged candidates, ${preferred.length} preferences, ${fresh.length} fresh questions`);
  report(judged, preferred, fresh);
  const score = trainScore([...judged, ...preferred, ...candidatesOf(fresh)]);
  const confidence = trainConfidence(fresh, judged, preferred);
  writeFileSync(
    weightsPath('statements/ranker.json'),
    `${JSON.stringify({ weights: rounded(score), confidence: rounded(confidence) }, null, 1)}\n`,
  );
}

const trainScore = (examples: readonly Example[]) => trainLogistic(examples, { penalty: PENALTY.score });

/** All candidates of fresh questions that have a verdict. */
const candidatesOf = (fresh: readonly FreshQuestion[]): Example[] =>
  fresh.flatMap(({ candidates }) =>
    candidates.flatMap(({ features, good }) =>
      good === undefined ? [] : [{ features: new Map(Object.entries(features)), good, weight: FRESH }],
    ),
  );

interface Chosen {
  features: Map<string, number>;
  good: boolean;
}

/** What the score puts first of each fresh question, as the confidence sees it; questions whose first has no verdict are left out. */
function chosenOf(fresh: readonly FreshQuestion[], weights: ReadonlyMap<string, number>): Chosen[] {
  return fresh.flatMap(({ candidates }) => {
    const scored = candidates
      .map(({ features, good }) => ({ features: new Map(Object.entries(features)), good }))
      .map((one) => ({ ...one, score: scoreOf(weights, one.features) - handicapOf(one.features) }))
      .sort((a, b) => b.score - a.score);
    const [best, second] = scored;
    if (best?.good === undefined) return [];
    return [{ features: confidenceFeatures(best, { margin: second ? best.score - second.score : null }), good: best.good }];
  });
}

/**
 * The score of a question is taken from weights that never saw its round: what the rules were mended on would look safer than it is.
 */
function trainConfidence(fresh: readonly FreshQuestion[], judged: readonly Judged[], preferred: readonly Example[]): Map<string, number> {
  const rounds = [...new Set(fresh.map(({ round }) => round))];
  const chosen = rounds.flatMap((round) => {
    const held = fresh.filter((one) => one.round === round);
    return chosenOf(held, trainScore(without(held, judged, preferred, fresh)));
  });
  return trainLogistic(chosen, { penalty: PENALTY.confidence });
}

/** Training examples of all but the held questions. */
function without(
  held: readonly FreshQuestion[],
  judged: readonly Judged[],
  preferred: readonly Example[],
  fresh: readonly FreshQuestion[],
): Example[] {
  const ids = new Set(held.map(({ set, id }) => `${set} ${id}`));
  return [
    ...judged.filter(({ question }) => !ids.has(question)),
    ...preferred,
    ...candidatesOf(fresh.filter((one) => !held.includes(one))),
  ];
}

/** Each fresh round by a model that was trained on all other questions. */
function report(judged: readonly Judged[], preferred: readonly Example[], fresh: readonly FreshQuestion[]): void {
  const rounds = [...new Set(fresh.map(({ round }) => round))];
  const all: { score: number; good: boolean }[] = [];
  for (const round of rounds) {
    const held = fresh.filter((one) => one.round === round);
    const others = fresh.filter((one) => one.round !== round);
    const known = new Set(held.map(({ set, id }) => `${set} ${id}`));
    const own = judged.filter(({ question }) => !known.has(question));
    if (others.length === 0) continue;
    const confidence = trainConfidence(others, own, preferred);
    const said = chosenOf(held, trainScore(without(held, judged, preferred, fresh))).map(({ features, good }) => ({
      score: 1 / (1 + Math.exp(-scoreOf(confidence, features))),
      good,
    }));
    all.push(...said);
    console.log(`${round}: ${said.length} chosen, good ${share(said)}, AUC ${areaUnderCurve(said).toFixed(3)}`);
  }
  if (all.length === 0) return;
  console.log(`all rounds: good ${share(all)}, AUC ${areaUnderCurve(all).toFixed(3)}`);
  for (const [low, high] of [
    [0, 0.5],
    [0.5, 0.6],
    [0.6, 0.7],
    [0.7, 0.8],
    [0.8, 0.9],
    [0.9, 0.95],
    [0.95, 1.01],
  ]) {
    const inside = all.filter(({ score }) => score >= low && score < high);
    const mean = inside.reduce((sum, { score }) => sum + score, 0) / inside.length;
    console.log(`${low}–${Math.min(1, high)}: ${inside.length} chosen, said ${mean.toFixed(2)}, good ${share(inside)}`);
  }
  for (const limit of [0.5, 0.6, 0.65, 0.7, 0.75]) {
    const kept = all.filter(({ score }) => score >= limit);
    console.log(`at ${limit}: refused ${(1 - kept.length / all.length).toFixed(3)}, good ${share(kept)}`);
  }
}

const share = (some: readonly { good: boolean }[]) => (some.filter(({ good }) => good).length / some.length).toFixed(3);

const rounded = (weights: ReadonlyMap<string, number>): Record<string, number> =>
  Object.fromEntries(
    [...weights]
      .map(([name, weight]): [string, number] => [name, Number(weight.toFixed(3))])
      .filter(([, weight]) => Math.abs(weight) >= 0.005)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
