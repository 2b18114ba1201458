/** Where dates and times begin and end, as recognizers trained on OntoNotes write them: "the 1970 's", "the third week of May". */
import type { Span } from './entities.ts';

/** A sentence's words in small letters, as written, and with their tags. */
export interface SpanContext {
  lower: readonly string[];
  forms: readonly string[];
  tags: readonly string[];
}

const MONTH =
  /^(january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.?$/;
const WEEKDAY = /^(mon|tues|wednes|thurs|fri|satur|sun)days?$/;
const SEASON = /^(winter|summer|spring|autumn|fall)$/;
/** Words before a weekday that make it a holiday. */
const HOLY = /^(palm|good|ash|black|holy|cyber|maundy|shrove|easter)$/;
const ERA = /^(bce?|b\.c\.?(e\.?)?|ad|a\.d\.?|ce)$/;
const PART =
  /^(day|days|night|morning|week|weekend|month|quarter|half|year|decade|century|season|(mon|tues|wednes|thurs|fri|satur|sun)day)$/;
const EDGE = /^(end|beginning|start|middle|turn|half)$/;
const UNITS = /^(seconds|minutes|hours|days|nights|mornings|weeks|months|years|seasons)$/;
/** Adjectives that say which or how many; any other describes ("foggy days"). */
const POINTING =
  /^(recent|past|last|next|previous|early|earlier|late|later|other|coming|following|final|first|second|third|several|many|few|some|more|most|fewer|multiple|numerous|countless|various|consecutive|whole|full|entire|half|long|winter|summer|spring|autumn|fall)$/;
const isDate = (span: Span | undefined): span is Span => span?.type === 'DATE';

export function settleDates(spans: readonly Span[], context: SpanContext): Span[] {
  const whole = spans.map((span, i) => (isDate(span) ? wholeDate(span, spans[i - 1]?.end ?? 0, spans[i + 1]?.start, context) : span));
  const joined = joinDates(
    whole.flatMap((span) => splitDecades(span, context)),
    context,
  );
  return joined.map((span, i) => asAge(span, joined[i - 1], context)).filter((span) => !isAttribute(span, context));
}

/** Takes in what tokenizing cut off ("1970 's", "May 29 th"), eras ("708 BC"), and the words that make a weekday a holiday ("Good Friday"). */
function wholeDate({ start: first, end: last, type }: Span, from: number, next: number | undefined, { lower }: SpanContext): Span {
  let [start, end] = [first, last];
  const to = next ?? lower.length;
  const free = (i: number) => i >= from && i < to;
  const before = (pattern: RegExp) => free(start - 1) && pattern.test(lower[start - 1]);
  if (/^\d{1,3}0$/.test(lower[end - 1]) && free(end) && /^['’]s$/.test(lower[end])) {
    end++;
    if (before(/^(early|mid|late)$/)) start--;
    if (before(/^the$/)) start--;
  } else if (/^\d{1,2}$/.test(lower[end - 1]) && MONTH.test(lower[end - 2] ?? '') && free(end) && /^(st|nd|rd|th)$/.test(lower[end])) end++;
  else if (/\d|^centur/.test(lower[end - 1]) && free(end) && ERA.test(lower[end])) end++;
  else if (/^years?$/.test(lower[end - 1]) && free(end) && /^olds?$/.test(lower[end])) end++;
  else if (end - start === 1 && WEEKDAY.test(lower[start]) && before(HOLY)) start--;
  else if (
    end - start === 2 &&
    lower[start] === 'the' &&
    lower[start + 1] === 'years' &&
    /^(over|through|throughout)$/.test(lower[start - 1] ?? '')
  )
    start++;
  return { start, end, type };
}

const DECADE = /^(\d{2,4}['’]?s|1\d{3}|20\d{2})$/;

/** "the 1970s and 1980s", "the years 1955 and 1985": several dates, without the article. */
function splitDecades(span: Span, { lower }: SpanContext): Span[] {
  const { start, end, type } = span;
  const next = lower[end] ?? '';
  if (type !== 'DATE' || (end - start < 3 && next !== ',' && next !== 'and')) return [span];
  const decades = Array.from({ length: end - start }, (_, i) => start + i).filter((i) => DECADE.test(lower[i]));
  const list = lower.slice(start, end).join(' ');
  if (decades.length > 1 && /^(the )?(years )?\S+( ?, \S+)*( ?,)? and \S+$/.test(list))
    return decades.map((i) => ({ start: i, end: i + 1, type }));
  const after = lower[end + 1] ?? '';
  const listed = next === ',' ? DECADE.test(after) : next === 'and' && /^(early|late|mid|\d{2,4}['’]?s)$/.test(after);
  return listed && end - start === 2 && lower[start] === 'the' && decades.length === 1 ? [{ ...span, start: start + 1 }] : [span];
}

/** "the third week" of "September", "the end of" a date, "the day after" a date, "the first day of winter": one date. */
function joinDates(spans: readonly Span[], { lower }: SpanContext): Span[] {
  const joined: Span[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    const gap = last?.end === span.start - 1 ? lower[last.end] : '';
    if (
      isDate(span) &&
      isDate(last) &&
      ((gap === 'of' && PART.test(lower[last.end - 1])) || (/^(after|before)$/.test(gap) && lower[last.end - 1] === 'day'))
    ) {
      joined[joined.length - 1] = { ...span, start: last.start };
      continue;
    }
    joined.push(isDate(span) ? withEdge(span, last?.end ?? 0, lower) : span);
  }
  return joined.map((span, i) => {
    const { end } = span;
    const taken = joined[i + 1]?.start ?? lower.length;
    const dayOf = isDate(span) && lower[end - 1] === 'day' && lower[end] === 'of' && SEASON.test(lower[end + 1] ?? '') && end + 2 <= taken;
    return dayOf ? { ...span, end: end + 2 } : span;
  });
}

function withEdge(span: Span, from: number, lower: readonly string[]): Span {
  const { start } = span;
  if (lower[start - 1] !== 'of' || !EDGE.test(lower[start - 2] ?? '')) return span;
  let first = start - 2;
  if (/^(first|second|latter)$/.test(lower[first - 1] ?? '')) first--;
  if (lower[first - 1] === 'the') first--;
  return first >= from ? { ...span, start: first } : span;
}

/** "when she was 13": an age is a date. */
function asAge(span: Span, before: Span | undefined, { lower, tags }: SpanContext): Span {
  const { start, end, type } = span;
  if (type !== 'CARDINAL' || end - start !== 1 || !/^([1-9]\d?|1[01]\d)$/.test(lower[start])) return span;
  if (!/^(was|were|is|turned|turns|'m|am)$/.test(lower[start - 1] ?? '')) return span;
  const person = /^(i|you|he|she|we|they)$/.test(lower[start - 2] ?? '') || (before?.type === 'PERSON' && before.end === start - 1);
  const ends = /^([.,;:!?]|CC|WRB|)$/.test(tags[end] ?? '');
  return person && ends ? { ...span, type: 'DATE' } : span;
}

/** "modern-day Canada", "daylight hours", "foggy days" and "values between 1 and 1000" name no date or time. */
function isAttribute({ start, end, type }: Span, { lower, tags }: SpanContext): boolean {
  if (type !== 'DATE' && type !== 'TIME') return false;
  const last = end - 1;
  if (UNITS.test(lower[last]) && end - start <= 2) {
    const describing = end - start === 2 ? start : start - 1;
    const word = lower[describing] ?? '';
    if (describing < 0) return true;
    const describes = end - start === 2 ? /^(JJ|JJR|JJS|VBG)$/ : /^(JJ|JJR|NN|VBG)$/;
    if (describes.test(tags[describing]) && !POINTING.test(word) && !/\d/.test(word)) return true;
  }
  if (end - start === 1 && /^between \d{1,3} and$/.test(lower.slice(Math.max(0, start - 3), start).join(' '))) return true;
  return type === 'DATE' && /^(modern|present)( ?- ?)day$/.test(lower.slice(start, end).join(' ')) && /^NN/.test(tags[end] ?? '');
}
