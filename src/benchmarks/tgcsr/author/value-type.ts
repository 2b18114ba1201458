/** The category that an answer's form shows (Santos et al. 2022, section 7: the value type determines the category). */
import type { Taxonomy } from '../taxonomy/taxonomy.ts';

const NUMBER =
  '(?:\\d[\\d.,]*|(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\w+teen|twenty|thirty|fo?u?rty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|dozen|half|quarter|none)(?:[- ](?:and[- ])?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\w+ty|hundred|thousand|million|dozen))*)';
const HEDGE = '(?:(?:about|around|roughly|at most|at least|between|up to|less than|more than|nearly|almost|only|a little)\\s+)*';
const SPAN = '(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|decades?)';
const MEASURE =
  '(?:°\\s?[cf]|degrees?(?: celsius| fahrenheit)?|euros?|dollars?|pounds?|cents?|percent|%|[ck]?m|[cm]?l|k?g|(?:centi|kilo|milli)?met(?:er|re)s?|miles?|feet|inch(?:es)?|(?:kilo)?grams?|lit(?:er|re)s?|tons?)';
const MONTH = '(?:january|february|march|april|may|june|july|august|september|october|november|december)';
const DAY = '(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)';

const FORMS: readonly { category: string; pattern: RegExp }[] = [
  { category: 'Time', pattern: /^\W*(?:at |by |around |about )*\d{1,2}(?::\d\d)?\s*(?:[ap]\.?m\.?|o['’]clock)\W*$/i },
  {
    category: 'Time',
    pattern: new RegExp(`^(?:in|on|at|by|before|after|until|late|early|next|last)?\\s*(?:the )?(?:${DAY}|${MONTH})\\b[\\w\\s,]*$`, 'i'),
  },
  { category: 'Time', pattern: new RegExp(`^${HEDGE}${NUMBER}(?:\\s+(?:and|or|to)\\s+(?:an?\\s+)?${NUMBER})?\\s+${SPAN}$`, 'i') },
  { category: 'Goals', pattern: /^(?:in order |so as )?to (?!the\b|an?\b|my\b|his\b|her\b|their\b)[a-z]+\b/i },
  { category: 'Values', pattern: new RegExp(`^${HEDGE}${NUMBER}(?:\\s+(?:and|or|to)\\s+${NUMBER})?(?:\\s+${MEASURE})?$`, 'i') },
];

/** null where the form says nothing: most answers are decided by people. */
export function valueType(text: string, taxonomy: Taxonomy): string | null {
  const trimmed = text.trim().replace(/[.!]$/, '');
  const feeling = trimmed
    .toLowerCase()
    .replace(/^(?:an? )?(?:very|little|bit|rather|quite)\s+/, '')
    .replace(/^feel(?:s|ing)? /, '');
  const emotions = taxonomy.categories.find(({ name }) => name === 'Emotions');
  if (emotions?.concepts.some(({ name, words = [] }) => name === feeling || words.includes(feeling))) return 'Emotions';
  return FORMS.find(({ pattern }) => pattern.test(trimmed))?.category ?? null;
}
