/** Where names of places and events begin and end, and which type holidays have, as recognizers trained on OntoNotes write them. */
import type { EntityType } from '@sensebench/metrics/internal/core';
import type { SpanContext } from './date-conventions.ts';
import type { Span } from './entities.ts';

const CALENDAR = /^(christmas( (day|eve))?|easter( sunday)?|thanksgiving( day)?|halloween)$/;
const CELEBRATE = /^(celebrat(e|es|ed|ing)|observ(e|es|ed|ing))$/;
const HAPPENING = /^(battle|siege|attack|bombing|storming|sack)$/;
const PLACED = /^(GPE|FAC|LOC|ORG|PERSON)$/;
/** What a place gives its name to: the whole is one name. */
const NAMED_AFTER: [RegExp, EntityType][] = [
  [/^(treaty|constitution)$/, 'LAW'],
  [/^government$/, 'ORG'],
  [/^(palace|pyramid|tower|wall|cathedral)$/, 'FAC'],
];
const GAMES = /^(olympics?|paralympics?|commonwealth|asian)$/;

/** First words first: most names are told by them, without joining their words. */
const isCalendar = ({ start, end }: Span, lower: readonly string[]) =>
  /^(christmas|easter|thanksgiving|halloween)$/.test(lower[start]) && CALENDAR.test(lower.slice(start, end).join(' '));

const isWater = ({ start, end }: Span, lower: readonly string[]) => {
  const first = lower[start] === 'the' ? start + 1 : start;
  if (end - first === 2) return /^(lake|mount|mt\.?)$/.test(lower[first]);
  return end - first === 3 && /^(bay|river|valley)$/.test(lower[end - 1]);
};

export function settleNames(spans: readonly Span[], context: SpanContext): Span[] {
  const settled: Span[] = [];
  for (const [i, span] of spans.entries()) {
    const last = settled.at(-1);
    const from = last?.end ?? 0;
    if (isAttribute(span, context) || isWord(span, context)) continue;
    if (last && ofYear(last, span, context)) {
      settled[settled.length - 1] = { ...last, end: span.end };
      continue;
    }
    if (last && joinsWar(last, span, context)) {
      const start = context.lower[last.start - 1] === 'the' && last.start > (settled.at(-2)?.end ?? 0) ? last.start - 1 : last.start;
      settled[settled.length - 1] = { ...span, start };
      continue;
    }
    settled.push(settleName(span, from, spans[i + 1]?.start ?? context.lower.length, context));
  }
  return settled;
}

function settleName(span: Span, from: number, to: number, { lower, forms, tags }: SpanContext): Span {
  const { start, end, type } = span;
  const tag = (i: number) => tags[i] ?? '';
  // "the United States government": the article belongs to the noun that follows.
  if (type === 'GPE' && lower[start] === 'the' && end - start > 1) {
    const noun = /^NN/.test(tag(end)) && !/^(north|south|east|west)$/.test(lower[end]);
    if (noun || (tag(end) === 'JJ' && /^NN/.test(tag(end + 1)))) return { ...span, start: start + 1 };
  }
  // "Lake Tahoe", "Mount Fuji"
  if (type === 'GPE' && isWater(span, lower)) return { ...span, type: 'LOC' };
  if (type === 'GPE' && start > from && /^(Lake|Mount|Mt\.?)$/.test(forms[start - 1])) return { start: start - 1, end, type: 'LOC' };
  // The town is less known than the company.
  if (type === 'GPE' && end - start === 1 && lower[start] === 'toyota') return { ...span, type: 'ORG' };
  if (type === 'EVENT' && end < to && GAMES.test(lower[end - 1]) && lower[end] === 'games') return { ...span, end: end + 1 };
  if (PLACED.test(type)) return namedAfter(happening(span, from, { lower, forms }), from, { lower, forms, tags });
  if (type === 'DATE' && isCalendar(span, lower)) {
    const small = forms[start] === lower[start];
    const festive =
      CELEBRATE.test(lower[start - 1] ?? '') || /^(holiday|festival|feast) of$/.test(lower.slice(Math.max(0, start - 2), start).join(' '));
    if (small || festive) return { ...span, type: 'EVENT' };
  }
  return span;
}

/** Words that are places only with a capital or in a place's position: "around us", "roast turkey". */
function isWord({ start, end, type }: Span, { lower, forms, tags }: SpanContext): boolean {
  if (type !== 'GPE' || end - start !== 1 || forms[start] !== lower[start]) return false;
  const before = lower[start - 1] ?? '';
  if (lower[start] === 'turkey') return !/^(in|from|of|to|into|near|through|across|between|and)$/.test(before);
  return lower[start] === 'us' && /^(IN|TO|RP|VB.?)$/.test(tags[start - 1] ?? '') && !/^(NN|JJ|CD)/.test(tags[end] ?? '');
}

/** "a christmas tree" in a sentence that writes names with capitals is not about the day. */
function isAttribute(span: Span, { lower, forms, tags }: SpanContext): boolean {
  const { start, end, type } = span;
  if (type !== 'DATE' || forms[start] !== lower[start] || !isCalendar(span, lower)) return false;
  return /^NN/.test(tags[end] ?? '') && forms.some((form, i) => i > 0 && /^\p{Lu}\p{Ll}/u.test(form));
}

/** "the Wall Street Crash of 1929": the year is part of the name. */
function ofYear(last: Span, { start, end, type }: Span, { lower, forms }: SpanContext): boolean {
  if (last.type !== 'EVENT' || type !== 'DATE' || end - start !== 1 || start !== last.end + 1 || lower[last.end] !== 'of') return false;
  return /^(1\d{3}|20\d{2})$/.test(lower[start]) && forms[last.end - 1] !== lower[last.end - 1];
}

/** In small letters "american" and "civil war" are one event; with capitals they are a people and an event. */
function joinsWar(last: Span, span: Span, { lower, forms }: SpanContext): boolean {
  const adjacent = last.type === 'NORP' && last.end === span.start && span.type === 'EVENT';
  return adjacent && /^civil$/.test(lower[span.start]) && forms[last.start] === lower[last.start];
}

/** "the Attack on Pearl Harbor", "the battle of Baghdad": the place is part of the event. */
function happening(span: Span, from: number, { lower, forms }: Pick<SpanContext, 'lower' | 'forms'>): Span {
  const { start } = span;
  const noun = start - 2;
  if (noun < from || !/^(of|on)$/.test(lower[start - 1]) || !HAPPENING.test(lower[noun])) return span;
  // Written with a capital beside a name in capitals, or all of it in small letters.
  const capital = forms[noun] !== lower[noun];
  const named = forms[start] !== lower[start];
  if (named !== capital && !(lower[noun] === 'battle' || lower[noun] === 'siege')) return span;
  return { start: noun - 1 >= from && lower[noun - 1] === 'the' ? noun - 1 : noun, end: span.end, type: 'EVENT' };
}

/** "the Treaty of Paris", "the Great Wall of China": a name of its own, not the place. */
function namedAfter(span: Span, from: number, { lower, forms, tags }: SpanContext): Span {
  const { start, end, type } = span;
  const article = lower[start - 1] === 'the' ? 1 : 0;
  const noun = start - article - 2;
  if (type !== 'GPE' || noun < from || lower[noun + 1] !== 'of') return span;
  const kind = NAMED_AFTER.find(([pattern]) => pattern.test(lower[noun]))?.[1];
  if (!kind || (forms[noun] === lower[noun] && forms[start] !== lower[start])) return span;
  let first = noun;
  while (first > from && tags[first - 1] !== 'DT' && forms[first - 1] !== lower[first - 1]) first--;
  if (first > from && lower[first - 1] === 'the') first--;
  return { start: first, end, type: kind };
}
