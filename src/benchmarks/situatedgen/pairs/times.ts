/** Times and what contains them, from the hour to the century: "July" is in summer, "1969" in the 1960s. Read from how they are written. */

const MONTHS = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];
/** Of the northern half of the world, where most statements are at home. */
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
export type TimeParts = Readonly<Record<string, string>>;

export function timeParts(name: string): TimeParts {
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
