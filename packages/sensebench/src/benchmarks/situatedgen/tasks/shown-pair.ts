/** The view that annotators have of a SituatedGen example (Zhang and Wan 2023, Table 6): keywords, sentences, joined, and swapped. */
import type { PairSpans, SituatedGenItem, TextSpan } from '../item.ts';

type Sentences = readonly [string, string];

export interface ShownPair {
  keywords: string[];
  sentences: [string, string];
  /** The pair as one sentence, joined by "while". */
  joined: string;
  /** The pair with the places or times exchanged, joined in the same way, for criterion 5. Absent if none were found in both. */
  swapped?: string;
}

export function showPair({ input, meta }: SituatedGenItem): ShownPair {
  const { statements, spans } = meta;
  const swapped = spans && spans.exchanged.length > 0 ? exchange(statements, spans) : undefined;
  return {
    keywords: input.keywords,
    sentences: statements,
    joined: joinByWhile(statements, spans?.namesFirst[1]),
    ...(swapped ? { swapped } : {}),
  };
}

/** Words that begin many sentences and are never names, for sentences that were not analysed. */
const COMMON = /^(The|A|An|In|On|It|There|You|One|People|During|At|If|Many|Most|Some)\b/;

/** "July is summer in China." and "The sun sets." → "July is summer in China, while the sun sets." */
export function joinByWhile([first, second]: Sentences, nameFirst: boolean = !COMMON.test(second)): string {
  const head = first.replace(/(?<![.!?])[.!?]+$/, '');
  return `${head}, while ${nameFirst ? second : lowerFirst(second)}`;
}

/** "July is summer in China, while July is winter in Australia." → "July is summer in Australia, while July is winter in China." */
function exchange(statements: Sentences, { exchanged, namesFirst }: PairSpans): string {
  const pairs = exchanged.map(({ first, second }) => ({
    first: withArticle(statements[0], first),
    second: withArticle(statements[1], second),
  }));
  const one = replaceSpans(
    statements[0],
    pairs.map(({ first, second }) => ({ span: first, text: placed(statements[1], second, namesFirst[1]) })),
  );
  const two = replaceSpans(
    statements[1],
    pairs.map(({ first, second }) => ({ span: second, text: placed(statements[0], first, namesFirst[0]) })),
  );
  const moved = pairs.find(({ second }) => second.start === 0);
  // The span that moves to the front of the second sentence keeps its own capital.
  return joinByWhile([upperFirst(one), moved ? two : upperFirst(two)], moved ? true : namesFirst[1]);
}

/** "the United States" and "China" are exchanged as a whole. */
function withArticle(text: string, { start, end }: TextSpan): TextSpan {
  const article = /(^|\s)(the )$/i.exec(text.slice(0, start));
  return { start: article ? start - article[2].length : start, end };
}

/** The words of a span as they are spelled within a sentence. */
function placed(text: string, { start, end }: TextSpan, nameFirst: boolean): string {
  const words = text.slice(start, end);
  return start === 0 && !nameFirst ? lowerFirst(words) : words;
}

function replaceSpans(text: string, changes: readonly { span: TextSpan; text: string }[]): string {
  let [result, from] = ['', 0];
  for (const { span, text: words } of [...changes].sort((a, b) => a.span.start - b.span.start)) {
    result += text.slice(from, span.start) + words;
    from = span.end;
  }
  return result + text.slice(from);
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
