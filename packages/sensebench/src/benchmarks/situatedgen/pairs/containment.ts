/** Whether two places or two times are the same under different names, or one contains the other (SituatedGen, appendix B.2). */
import { pathsOf, plainPlace } from './places.ts';

/** A place or time with all that is known of where or when it is. */
export interface Situation {
  context: 'GEO' | 'TEMP';
  /** The name in small letters, without article and accents. */
  name: string;
  /** Paths of a place, as "NA/US/TX". */
  paths: readonly string[];
  /** Parts of a time, as the month and the season that it is in. */
  parts: TimeParts;
}

export function situate({ context, name }: { context: 'GEO' | 'TEMP'; name: string }): Situation {
  return {
    context,
    name: plainPlace(name),
    paths: context === 'GEO' ? pathsOf(name) : [],
    parts: context === 'TEMP' ? timeParts(name) : {},
  };
}

export function sameSituation(first: Situation, second: Situation): boolean {
  if (first.context !== second.context) return false;
  if (first.name === second.name || first.paths.some((path) => second.paths.includes(path))) return true;
  const keys = Object.keys(first.parts);
  return keys.length > 0 && keys.length === Object.keys(second.parts).length && agree(keys, first, second);
}

/** The United States contain New York City, summer contains July, the 1960s contain 1969. */
export function contains(outer: Situation, inner: Situation): boolean {
  if (outer.context !== inner.context) return false;
  if (outer.paths.some((path) => inner.paths.some((other) => other.startsWith(`${path}/`)))) return true;
  const keys = Object.keys(outer.parts);
  return keys.length > 0 && keys.length < Object.keys(inner.parts).length && agree(keys, outer, inner);
}

function agree(keys: readonly string[], first: Situation, second: Situation): boolean {
  return keys.every((key) => first.parts[key] === second.parts[key]);
}

const MONTHS = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];
/** The seasons of the northern hemisphere, which most statements are about. */
const SEASON_OF = ['winter', 'winter', 'spring', 'spring', 'spring', 'summer', 'summer', 'summer', 'autumn', 'autumn', 'autumn', 'winter'];
const SEASONS: Readonly<Record<string, string>> = {
  winter: 'winter',
  spring: 'spring',
  summer: 'summer',
  autumn: 'autumn',
  fall: 'autumn',
};
/** Days that are in the same month every year. */
const MONTH_OF_DAY: Readonly<Record<string, string>> = {
  christmas: 'december',
  'christmas eve': 'december',
  'christmas day': 'december',
  'new year day': 'january',
  'new year eve': 'december',
  halloween: 'october',
  thanksgiving: 'november',
  'valentine day': 'february',
  'independence day': 'july',
  'fourth of july': 'july',
  'labor day': 'september',
};
const DAY_PART = /\b(morning|noon|midday|afternoon|evening|night|midnight|dawn|dusk|sunrise|sunset)s?\b/;
const CLOCK = /\b(\d{1,2})(?::\d\d)? ?(am|pm|a\.m|p\.m|o ?clock)\b/;

/** A part of a date, from the century to the hour: { year: "1969", decade: "196", century: "20", month: "july", season: "summer" }. */
type TimeParts = Readonly<Record<string, string>>;

/** Times and what contains them, from the hour to the century: "July" is in summer, "1969" in the 1960s. Read from how they are written. */
function timeParts(name: string): TimeParts {
  const text = name
    .toLowerCase()
    .replace(/['’]s\b/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  const parts: Record<string, string> = {};
  const year = /\b(1\d{3}|20\d{2})\b(?!s)/.exec(text)?.[1];
  const decade = /\b(1\d{2}|20\d)0 ?s\b/.exec(text)?.[1] ?? year?.slice(0, 3);
  const century = /\b(\d{1,2})(?:st|nd|rd|th) century\b/.exec(text)?.[1] ?? (decade ? String(Number(decade.slice(0, 2)) + 1) : undefined);
  const day = Object.keys(MONTH_OF_DAY).find((candidate) => new RegExp(`\\b${candidate}\\b`).test(text));
  const month = MONTHS.find((candidate) => new RegExp(`\\b${candidate}\\b`).test(text)) ?? (day && MONTH_OF_DAY[day]);
  const season = Object.keys(SEASONS).find((candidate) => new RegExp(`\\b${candidate}\\b`).test(text));
  const number = /\b(\d{1,2})(?:st|nd|rd|th)\b(?! century)/.exec(text)?.[1] ?? (month ? /\b(\d{1,2})\b/.exec(text)?.[1] : undefined);
  const weekday = /\b(mon|tues|wednes|thurs|fri|satur|sun)days?\b/.exec(text)?.[1];
  const hour = CLOCK.exec(text);
  if (century) parts.century = century;
  if (decade) parts.decade = decade;
  if (year) parts.year = year;
  if (season) parts.season = SEASONS[season];
  else if (month) parts.season = SEASON_OF[MONTHS.indexOf(month)];
  if (month) parts.month = month;
  if (day ?? number) parts.day = day ?? number ?? '';
  if (weekday) parts.weekday = weekday;
  else if (/\bweekends?\b/.test(text)) parts.weekday = 'weekend';
  const part = DAY_PART.exec(text)?.[1];
  if (part) parts.part = part;
  if (hour) {
    parts.hour = hour[0];
    const pm = hour[2].startsWith('p');
    parts.part ??= pm ? (Number(hour[1]) % 12 < 6 ? 'afternoon' : 'evening') : 'morning';
  }
  return parts;
}
