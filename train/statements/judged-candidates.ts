/** Candidates of the rules as they are now: those with a verdict, and pairs of which a person's own sentence prefers one. */
import type { Tools } from '../../packages/metrics/src/core/index.ts';
import { loadWordNet } from '../../packages/metrics/src/nlp/words/index.ts';
import { loadAnalyser } from '../../packages/sensebench/src/nlp/analysis/analyser.ts';
import { loadTruecaser } from '../../packages/sensebench/src/nlp/word-forms/index.ts';
import { candidatesOf, type QuestionRow } from '../../packages/sensebench/src/statements/convert/convert-by-rules.ts';
import { rougeL } from '../../packages/sensebench/src/statements/convert/rank/compare-conversions.ts';
import { type Label, readKeptAside, readSet, statementHash } from './labels.ts';
import type { Example } from './logistic.ts';

export interface Judged extends Example {
  question: string;
  rule: string;
}

export async function loadTools(): Promise<Tools> {
  const { analyse } = await loadAnalyser();
  return { analyse, wordnet: await loadWordNet(), truecaser: loadTruecaser(), tokens: () => [] };
}

export async function judgedCandidates(labels: readonly Label[], tools: Tools): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const set of new Set(labels.map((label) => label.set))) {
    const rows = await readSet(set);
    const own = labels.filter((label) => label.set === set);
    const byHash = new Map(own.map((label) => [`${label.id} ${label.hash}`, label.good]));
    const asked = [...new Set(own.map(({ id }) => id))].flatMap((id) => rows.get(id) ?? []).filter(isAsked);
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

/** A difference of ROUGE-L to the written sentence that is more than chance. */
const CLEAR = 0.08;

/** Differences of features, better minus worse, of two candidates of one question. */
export async function writtenPreferences(tools: Tools): Promise<Judged[]> {
  const aside = readKeptAside();
  const rows = await readSet('entailment-bank');
  const asked = [...rows.values()].filter(({ id, sentence }) => sentence !== undefined && !aside.has(id)).filter(isAsked);
  const pairs: Judged[] = [];
  for await (const { id, candidates } of candidatesOf(asked, tools)) {
    const written = rows.get(id)?.sentence;
    if (!Array.isArray(candidates) || written === undefined) continue;
    const scored = candidates.slice(0, 5).map((one) => ({ ...one, closeness: rougeL(one.statement.toLowerCase(), written) }));
    for (const one of scored)
      for (const other of scored)
        if (one.closeness > other.closeness + CLEAR)
          pairs.push({ question: `entailment-bank ${id}`, rule: one.rule, good: true, features: difference(one.features, other.features) });
  }
  return pairs;
}

function difference(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): Map<string, number> {
  const result = new Map<string, number>();
  for (const name of new Set([...one.keys(), ...other.keys()])) {
    const value = (one.get(name) ?? 0) - (other.get(name) ?? 0);
    if (value !== 0) result.set(name, value);
  }
  return result;
}

const isAsked = (row: { question?: string; answer?: string | boolean }): row is QuestionRow =>
  row.question !== undefined && row.answer !== undefined;
