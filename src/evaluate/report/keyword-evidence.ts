/** Where each keyword fell in an output, from what MATCH and COVERAGE found: the data of the report's inspector. */
import { z } from 'zod';

interface KeywordSpan {
  start: number;
  end: number;
  /** The sentence of the output: 0 or 1; 0 where sentences do not matter. */
  sentence: 0 | 1;
  /** Place in the list of keywords. */
  keyword: number;
  lemma: string;
  by: string;
}

interface ShownKeyword {
  text: string;
  /** Where it stands: a sentence, both, or nowhere. */
  found: 'first' | 'second' | 'both' | 'missing';
  /** The sentence of the reference it belongs to, where MATCH asks for it. */
  belongs?: 'first' | 'second';
  /** It stands in the wrong one of the two sentences, their order being free (MATCH). */
  astray?: boolean;
}

export interface KeywordEvidence {
  keywords: ShownKeyword[];
  spans: KeywordSpan[];
}

const place = z.object({ start: z.number(), end: z.number(), lemma: z.string(), by: z.string() });
const matchSchema = z.object({
  keywords: z.array(z.object({ keyword: z.string(), t: z.array(z.number()), places: z.tuple([z.array(place), z.array(place)]) })),
});
const coverageSchema = z.array(z.object({ keyword: z.string(), places: z.array(place) }));

/** MATCH says more than COVERAGE, so it goes first; undefined where neither was measured. */
export function keywordEvidence(evidence: Readonly<Record<string, unknown>> = {}): KeywordEvidence | undefined {
  const match = matchSchema.safeParse(evidence.match);
  const coverage = coverageSchema.safeParse(evidence.coverage);
  if (match.success) {
    return collect(
      match.data.keywords.map(({ keyword, t, places }) => ({
        text: keyword,
        places,
        belongs: t.length === 1 ? (t[0] === 0 ? 'first' : 'second') : undefined,
      })),
    );
  }
  return coverage.success ? collect(coverage.data.map(({ keyword, places }) => ({ text: keyword, places: [places, []] }))) : undefined;
}

interface FoundKeyword {
  text: string;
  places: readonly (readonly z.infer<typeof place>[])[];
  belongs?: 'first' | 'second';
}

function collect(found: readonly FoundKeyword[]): KeywordEvidence {
  const spans: KeywordSpan[] = [];
  const keywords = found.map(({ text, places: [first, second], belongs }, keyword): ShownKeyword => {
    for (const [sentence, own] of [first, second].entries()) {
      for (const { start, end, lemma, by } of own) spans.push({ start, end, sentence: sentence === 0 ? 0 : 1, keyword, lemma, by });
    }
    const where = first.length > 0 ? (second.length > 0 ? 'both' : 'first') : second.length > 0 ? 'second' : 'missing';
    return { text, found: where, ...(belongs ? { belongs } : {}) };
  });
  return { keywords: keywords.map(markAstray(keywords)), spans: withoutOverlap(spans) };
}

/** The order of the sentences that fits more keywords is the right one, as in MATCH. */
function markAstray(keywords: readonly ShownKeyword[]): (keyword: ShownKeyword) => ShownKeyword {
  const stands = ({ found, belongs }: ShownKeyword, swapped: boolean) =>
    belongs !== undefined && (found === 'both' || (found !== 'missing' && (found === belongs) !== swapped));
  const swapped = keywords.filter((each) => stands(each, true)).length > keywords.filter((each) => stands(each, false)).length;
  return (keyword) =>
    keyword.belongs !== undefined && keyword.found !== 'missing' && !stands(keyword, swapped) ? { ...keyword, astray: true } : keyword;
}

/** From left to right; of two that overlap the longer one is shown. */
function withoutOverlap(spans: readonly KeywordSpan[]): KeywordSpan[] {
  const kept: KeywordSpan[] = [];
  for (const span of [...spans].sort((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start)) {
    if (!kept.some(({ start, end }) => span.start < end && start < span.end)) kept.push(span);
  }
  return kept.sort((a, b) => a.start - b.start);
}
