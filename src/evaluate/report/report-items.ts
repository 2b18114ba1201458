/** The items of a report as compact data for its browser: inputs, outputs, references, scores, groups, and where each keyword fell. */
import { type Benchmark, describeInput, type Item } from '../../core/index.ts';
import type { EvaluatedRun } from '../scores/read-run.ts';
import { type KeywordEvidence, keywordEvidence } from './keyword-evidence.ts';
import { printedScale } from './systems-table.ts';

/** An output longer than this is cut in the page, and the page says so. */
const LONGEST_SHOWN = 20_000;

const FOUND = ['first', 'second', 'both', 'missing'] as const;

/** text, found (place in FOUND), belongs, astray */
type KeywordData = [string, number, number | null, 0 | 1];
/** start, end, sentence, keyword, lemma, by */
type SpanData = [number, number, number, number, string, string];

interface ItemData {
  id: string;
  /** The input as one text. */
  in: string;
  r: readonly string[];
  /** By run: the output, its whole length where it was cut, its scores in the order of `outputs`, its keywords. */
  p: string[];
  cut: (number | null)[];
  s: (number | null)[][];
  k: ([KeywordData[], SpanData[]] | null)[];
  /** By breakdown: the place of its group, or null. */
  g: (number | null)[];
}

export interface ItemsData {
  runs: string[];
  outputs: string[];
  /** What scores are multiplied by when shown. */
  factors: Record<string, number>;
  groups: { name: string; values: string[] }[];
  items: ItemData[];
}

export interface ReportItemsOptions {
  benchmark: Pick<Benchmark, 'breakdowns'>;
  items: readonly Item[];
  runs: readonly EvaluatedRun[];
  outputs: readonly string[];
}

/** Only items that at least one run has answered. */
export function reportItems({ benchmark, items, runs, outputs }: ReportItemsOptions): ItemsData {
  const scores = runs.map((run) => new Map(run.scores.perItem.map((row) => [row.id, row])));
  const groups = Object.entries(benchmark.breakdowns).map(([name, groupOf]) => ({ name, groupOf, values: [] as string[] }));
  const rows = items
    .filter(({ id }) => runs.some(({ predictions }) => predictions.has(id)))
    .map((item): ItemData => {
      const texts = runs.map(({ predictions }) => predictions.get(item.id)?.prediction ?? '');
      return {
        id: item.id,
        in: describeInput(item),
        r: item.references.map((text) => text.slice(0, LONGEST_SHOWN)),
        p: texts.map((text) => text.slice(0, LONGEST_SHOWN)),
        cut: texts.map((text) => (text.length > LONGEST_SHOWN ? text.length : null)),
        s: scores.map((own) => outputs.map((output) => shorten(own.get(item.id)?.[output]))),
        k: runs.map(({ evidence }) => toData(keywordEvidence(evidence.get(item.id)))),
        g: groups.map(({ groupOf, values }) => placeOf(groupOf(item), values)),
      };
    });
  return {
    runs: runs.map(({ name }) => name),
    outputs: [...outputs],
    factors: Object.fromEntries(outputs.map((output) => [output, printedScale(output)])),
    groups: groups.map(({ name, values }) => ({ name, values })),
    items: rows,
  };
}

function shorten(value: unknown): number | null {
  return typeof value === 'number' ? Number(value.toFixed(5)) : null;
}

function placeOf(group: string | null, values: string[]): number | null {
  if (group === null) return null;
  const place = values.indexOf(group);
  return place >= 0 ? place : values.push(group) - 1;
}

function toData(found: KeywordEvidence | undefined): [KeywordData[], SpanData[]] | null {
  if (!found) return null;
  return [
    found.keywords.map(({ text, found: where, belongs, astray }) => [
      text,
      FOUND.indexOf(where),
      belongs ? FOUND.indexOf(belongs) : null,
      astray ? 1 : 0,
    ]),
    found.spans.map(({ start, end, sentence, keyword, lemma, by }) => [start, end, sentence, keyword, lemma, by]),
  ];
}
