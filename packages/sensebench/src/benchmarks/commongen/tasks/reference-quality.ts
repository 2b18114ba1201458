/** Quality of collected references (Lin et al. 2020, section 3.2): coverage, perplexity and rationale length, per worker and set. */
import type { Analysis, Decision, LanguageModel, Table, Token } from '@sensebench/metrics/internal/core';
import { fixed, percent } from '../../../report/index.ts';
import { missingConcepts } from '../missing-concepts.ts';

/** The least number of people who write for a set. */
export const WORKERS_PER_SET = 3;

/** A worker's answer for a set. */
export interface ReferenceValue {
  sentence: string;
  rationale: string;
}

export interface QualityOptions {
  /** A reference below this coverage is flagged. */
  leastCoverage?: number;
  /** References with a perplexity above this quantile are flagged, as the paper inspects especially high ones. */
  perplexityQuantile?: number;
  /** The least number of words of a rationale. */
  leastRationale?: number;
  /** Sets with a larger share of flagged references should be replaced. */
  replaceShare?: number;
}

export type ReferenceSignals = {
  set: string;
  worker: string;
  sentence: string;
  coverage: number;
  missing: string[];
  perplexity: number | null;
  rationaleWords: number;
  flags: string[];
  advice: string[];
};

export type WorkerReport = {
  worker: string;
  references: number;
  meanCoverage: number;
  medianPerplexity: number | null;
  meanRationaleWords: number;
  flaggedShare: number;
};

export type QualityReport = {
  references: ReferenceSignals[];
  /** The workers, those with the most flags first. */
  workers: WorkerReport[];
  /** Sets with mostly flagged references, and sets with too few workers. */
  replace: string[];
  tooFew: { set: string; workers: number }[];
};

/** Analyses are parsed and in the order of the decisions. */
export async function assessReferences(
  decisions: readonly Decision<ReferenceValue>[],
  analyses: readonly Analysis[],
  { leastCoverage = 1, perplexityQuantile = 0.95, leastRationale = 5, replaceShare = 0.5 }: QualityOptions = {},
  languageModel?: LanguageModel,
): Promise<QualityReport> {
  const logprobs = languageModel ? await languageModel.logprob(decisions.map(({ value }) => value.sentence)) : null;
  const perplexities = decisions.map((_, i) => (logprobs ? perplexity(logprobs[i], analyses[i].tokens.length) : null));
  const limit = quantile(
    perplexities.filter((value) => value !== null),
    perplexityQuantile,
  );
  const references = decisions.map(({ item, annotator, value }, i): ReferenceSignals => {
    const concepts = item.replace(/@\d+$/, '').split('#');
    const missing = missingConcepts(concepts, analyses[i].tokens);
    const coverage = 1 - missing.length / concepts.length;
    const rationaleWords = value.rationale.split(/\s+/).filter(Boolean).length;
    const own = perplexities[i];
    const flags = [
      ...(coverage < leastCoverage ? ['concepts missing'] : []),
      ...(own !== null && limit !== null && own > limit ? ['high perplexity'] : []),
      ...(rationaleWords < leastRationale ? ['short rationale'] : []),
    ];
    return {
      set: item,
      worker: annotator,
      sentence: value.sentence,
      coverage,
      missing,
      perplexity: own,
      rationaleWords,
      flags,
      advice: adviceOn(analyses[i].tokens),
    };
  });
  return { references, workers: reportWorkers(references), ...reportSets(references, replaceShare) };
}

function reportWorkers(references: readonly ReferenceSignals[]): WorkerReport[] {
  return [...group(references, ({ worker }) => worker)]
    .map(([worker, own]) => ({
      worker,
      references: own.length,
      meanCoverage: mean(own.map(({ coverage }) => coverage)),
      medianPerplexity: quantile(
        own.map(({ perplexity: value }) => value).filter((value) => value !== null),
        0.5,
      ),
      meanRationaleWords: mean(own.map(({ rationaleWords }) => rationaleWords)),
      flaggedShare: mean(own.map(({ flags }) => Number(flags.length > 0))),
    }))
    .sort((a, b) => b.flaggedShare - a.flaggedShare || (a.worker < b.worker ? -1 : 1));
}

function reportSets(references: readonly ReferenceSignals[], replaceShare: number): Pick<QualityReport, 'replace' | 'tooFew'> {
  const sets = [...group(references, ({ set }) => set)];
  return {
    replace: sets.filter(([, own]) => mean(own.map(({ flags }) => Number(flags.length > 0))) > replaceShare).map(([set]) => set),
    tooFew: sets
      .map(([set, own]) => ({ set, workers: new Set(own.map(({ worker }) => worker)).size }))
      .filter(({ workers }) => workers < WORKERS_PER_SET),
  };
}

/** Per token, including the end of the sentence. */
function perplexity(logprob: number, tokens: number): number {
  return Math.exp(-logprob / (tokens + 1));
}

function group<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function quantile(values: readonly number[], share: number): number | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

export function qualityTable({ references, workers, replace, tooFew }: QualityReport): Table {
  return {
    caption: `${references.length} references; ${replace.length} sets to replace, ${tooFew.length} with too few workers`,
    columns: [
      { key: 'worker', label: 'Worker' },
      { key: 'references', label: 'References' },
      { key: 'meanCoverage', label: 'Coverage', format: percent(1) },
      { key: 'medianPerplexity', label: 'Perplexity', format: fixed(0) },
      { key: 'meanRationaleWords', label: 'Rationale words', format: fixed(1) },
      { key: 'flaggedShare', label: 'Flagged %', format: percent(1) },
    ],
    rows: workers,
  };
}

export const LONGEST = 20;

const PRONOUNS = new Set(['i', 'you', 'he', 'she', 'they', 'we', 'it']);
const SUBJECTS = new Set(['nsubj', 'nsubjpass']);

/** Tokens are parsed. */
export function adviceOn(tokens: readonly Token[]): string[] {
  const advice: string[] = [];
  const words = tokens.filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  if (words.length > LONGEST) advice.push(`${words.length} words; at most ${LONGEST} are better`);
  if (tokens.some(({ text, relation }) => SUBJECTS.has(relation ?? '') && PRONOUNS.has(text.toLowerCase())))
    advice.push('the subject is a pronoun; name who it is');
  const root = tokens.findIndex(({ head }) => head === 0);
  const main = tokens[root];
  const helpers = tokens.filter(({ head, relation }) => head === root + 1 && relation?.startsWith('aux'));
  if ([main, ...helpers].some((token) => token?.tag === 'VBD')) advice.push('past tense; the present is better');
  const passive = main?.tag === 'VBN' && helpers.some(({ lemma }) => lemma === 'be');
  if (passive) advice.push('passive voice; the active is better');
  return advice;
}
