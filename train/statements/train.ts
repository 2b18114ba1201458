/** Trains the ranker of candidate statements on judged ones, says how well it sorts and how calibrated it is, and writes its weights. */
import { writeFileSync } from 'node:fs';
import type { Tools } from '../../src/core/index.ts';
import { loadAnalyser } from '../../src/nlp/analysis/analyser.ts';
import { loadTruecaser, loadWordNet } from '../../src/nlp/words/index.ts';
import { candidatesOf, type QuestionRow } from '../../src/statements/convert/convert-by-rules.ts';
import { weightsPath } from '../corpora.ts';
import { type Label, readLabels, readSet, statementHash } from './labels.ts';
import { areaUnderCurve, type Example, scoreOf, trainLogistic } from './logistic.ts';
import { trainTags } from './train-tags.ts';

interface Judged extends Example {
  question: string;
  rule: string;
}

const FOLDS = 10;

export async function trainRanker(): Promise<void> {
  trainTags();
  const judged = await judgedCandidates(readLabels());
  const questions = [...new Set(judged.map(({ question }) => question))];
  const foldOf = new Map(questions.map((question, i) => [question, i % FOLDS]));
  const held = judged.map((one) => ({ ...one, score: 0 }));
  for (let fold = 0; fold < FOLDS; fold++) {
    const weights = trainLogistic(judged.filter(({ question }) => foldOf.get(question) !== fold));
    for (const one of held) if (foldOf.get(one.question) === fold) one.score = scoreOf(weights, one.features);
  }
  const chosen = questions.map((question) =>
    held.filter((one) => one.question === question).reduce((best, one) => (one.score > best.score ? one : best)),
  );
  // The best of several is better than one drawn at random: the scale is set on what is chosen.
  const scale = trainLogistic(
    chosen.map(({ score, good }) => ({
      features: new Map([
        ['bias', 1],
        ['score', score],
      ]),
      good,
    })),
    { penalty: 0.01 },
  );
  const slope = Math.max(0.2, scale.get('score') ?? 1);
  const shift = scale.get('bias') ?? 0;
  report(
    judged,
    held,
    chosen.map((one) => ({ ...one, probability: 1 / (1 + Math.exp(-(slope * one.score + shift))) })),
  );
  const weights = [...trainLogistic(judged)].map(([name, weight]): [string, number] => [
    name,
    Number((slope * weight + (name === 'bias' ? shift : 0)).toFixed(3)),
  ]);
  const kept = weights.filter(([, weight]) => Math.abs(weight) >= 0.005).sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(weightsPath('statements/ranker.json'), `${JSON.stringify({ weights: Object.fromEntries(kept) }, null, 1)}\n`);
}

async function judgedCandidates(labels: readonly Label[]): Promise<Judged[]> {
  const { analyse } = await loadAnalyser();
  const tools: Tools = { analyse, wordnet: loadWordNet(), truecaser: loadTruecaser(), tokens: () => [] };
  const judged: Judged[] = [];
  for (const set of new Set(labels.map((label) => label.set))) {
    const rows = await readSet(set);
    const own = labels.filter((label) => label.set === set);
    const byHash = new Map(own.map((label) => [`${label.id} ${label.hash}`, label.good]));
    const asked = [...new Set(own.map(({ id }) => id))]
      .flatMap((id) => rows.get(id) ?? [])
      .filter((row): row is QuestionRow => row.question !== undefined && row.answer !== undefined);
    for await (const { id, candidates } of candidatesOf(asked, tools)) {
      if (!Array.isArray(candidates)) continue;
      for (const { statement, features, rule } of candidates) {
        const good = byHash.get(`${id} ${statementHash(statement)}`);
        if (good !== undefined) judged.push({ question: `${set} ${id}`, features, good, rule });
      }
    }
  }
  return judged;
}

function report(
  judged: readonly Judged[],
  held: readonly { score: number; good: boolean }[],
  chosen: readonly { probability: number; good: boolean; score: number; question: string }[],
): void {
  const good = judged.filter((one) => one.good).length;
  console.log(`${judged.length} judged candidates of ${chosen.length} questions, ${good} good`);
  console.log(
    `held out: AUC ${areaUnderCurve(held).toFixed(3)} of all candidates, ${areaUnderCurve(chosen).toFixed(3)} of the chosen ones`,
  );
  for (const [low, high] of [
    [0, 0.5],
    [0.5, 0.7],
    [0.7, 0.8],
    [0.8, 0.9],
    [0.9, 0.95],
    [0.95, 1.01],
  ]) {
    const inside = chosen.filter(({ probability }) => probability >= low && probability < high);
    const mean = inside.reduce((sum, { probability }) => sum + probability, 0) / inside.length;
    console.log(
      `${low}–${Math.min(1, high)}: ${inside.length} chosen, said ${mean.toFixed(2)}, good ${(inside.filter((one) => one.good).length / inside.length).toFixed(2)}`,
    );
  }
  const kept = chosen.filter(({ probability }) => probability >= 0.5);
  console.log(`kept at 0.5: ${kept.length}, good ${(kept.filter((one) => one.good).length / kept.length).toFixed(3)}`);
}
