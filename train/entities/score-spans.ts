/** F1 of found entities against the sentences' labels: the four context types together and one by one. */
import type { Span } from '../../packages/sensebench/src/nlp/entities/entities.ts';
import type { CheckedSentence } from './cross-check.ts';

export function scoreSpans(sentences: readonly CheckedSentence[], found: readonly (readonly Span[])[]): string {
  const counts: Record<string, { right: number; found: number; gold: number }> = {};
  const of = (type: string) => (counts[type] ??= { right: 0, found: 0, gold: 0 });
  for (const [i, { spans }] of sentences.entries()) {
    const gold = new Set(spans.map(({ start, end, type }) => `${start} ${end} ${type}`));
    for (const { type } of spans) of(type).gold++;
    for (const { start, end, type } of found[i]) {
      of(type).found++;
      if (gold.has(`${start} ${end} ${type}`)) of(type).right++;
    }
  }
  const f1 = ({ right, found, gold }: { right: number; found: number; gold: number }) =>
    ((200 * right) / Math.max(1, found + gold)).toFixed(1);
  const four = ['GPE', 'DATE', 'TIME', 'EVENT'];
  const sum = four.map(of).reduce((a, b) => ({ right: a.right + b.right, found: a.found + b.found, gold: a.gold + b.gold }));
  return `F1 ${f1(sum)}, ${four.map((type) => `${type} ${f1(of(type))}`).join(', ')}`;
}
