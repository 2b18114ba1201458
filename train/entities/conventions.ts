/** Conventions of OntoNotes-trained recognizers, applied to labels of any source: where names begin, and which type holidays and places have. */

import type { WordInfo } from '../../packages/metrics/src/nlp/words/word-info.ts';
import type { Span } from '../../packages/sensebench/src/nlp/entities/entities.ts';
import {
  GAZETTEER_LISTS,
  type Gazetteer,
  type GazetteerList,
  type PhraseMatch,
} from '../../packages/sensebench/src/nlp/entities/gazetteers.ts';

export interface LabelledTokens {
  words: readonly WordInfo[];
  tags: readonly string[];
  spans: readonly Span[];
}

const bit = (list: GazetteerList) => 1 << GAZETTEER_LISTS.indexOf(list);
const DATE_LISTS = bit('era') | bit('month') | bit('weekday') | bit('season') | bit('dateUnit') | bit('holiday');
const TIME_LISTS = bit('daytime') | bit('timeUnit');
const PLACE = bit('country') | bit('state') | bit('city') | bit('place');
const YEAR = /^(1\d{3}|20\d{2})$/;
/** Holidays that also name a day of everybody's calendar. */
const CALENDAR = /^(christmas( (day|eve))?|easter( sunday)?|thanksgiving( day)?|halloween|black friday)$/i;
const EVENT_WORD =
  /\b(wars?|battles?|olympics?|olympiad|revolutions?|games|festivals?|fest|cup|bowl|crisis|crash|massacre|depression|recession|hurricane|typhoon|earthquake|rebellion|uprising|riots?|siege|series|marathon|derby|prix|championships?|open|crusades?|attacks?|bombings?|genocide|holocaust|armada|invasion|operation|protests?|scandal|affair|watergate|armistice|conference|summit|fair|expo|exposition|parade|awards|contest|race|rally|carnival|conquest|famine|plague|black death|disaster|renaissance|reformation|reconstruction|inquisition|trials?|purge|coup|landings?|offensive|campaign|election|brexit|wwi{0,3}|ww[12]|9\/11|d-day|woodstock|oktoberfest|mardi gras|burning man|march madness|new year)\b/i;

/** The labels as the conventions have them; `unsure` marks words whose label nothing supports. */
export function applyConventions({ words, tags, spans }: LabelledTokens, gazetteer: Gazetteer): { spans: Span[]; unsure: Uint8Array } {
  const unsure = new Uint8Array(words.length);
  const matches = gazetteer.match(words);
  const kept = spans.flatMap((span) => {
    const read = conventional(span, { words, tags, matches });
    if (read === 'unsure') unsure.fill(1, span.start, span.end);
    return read === 'unsure' ? [] : read;
  });
  const taken = new Uint8Array(words.length);
  const whole: Span[] = [];
  for (const span of kept) {
    const start = withModifier(span, words, taken);
    taken.fill(1, start, span.end);
    whole.push({ ...span, start });
  }
  return { spans: whole, unsure };
}

interface Surroundings {
  words: readonly WordInfo[];
  tags: readonly string[];
  matches: readonly PhraseMatch[];
}

function conventional(span: Span, { words, tags, matches }: Surroundings): Span[] | 'unsure' {
  const name = words.slice(span.start, span.end).map(({ form }) => form);
  const from = span.start + (name[0].toLowerCase() === 'the' && name.length > 1 ? 1 : 0);
  const text = name.slice(from - span.start).join(' ');
  const inside = matches.filter(({ start, end }) => start >= span.start && end <= span.end);
  const lists = inside.reduce((bits, match) => bits | match.lists, 0);
  const whole = inside.filter(({ start, end }) => start === from && end === span.end).reduce((bits, match) => bits | match.lists, 0);
  if (whole & bit('holiday') && (span.type === 'DATE' || span.type === 'EVENT')) return [{ ...span, type: holidayType(text, from, words) }];
  if (span.type === 'DATE') {
    if (/\blight[- ]years?\b/i.test(text)) return [];
    if (
      !(lists & DATE_LISTS) &&
      !/\d{3}|\d'?s\b|years?[- ]old|teens|ties\b|present|dynasty|era\b|age\b|ages\b|period|annual|now|current/i.test(text)
    )
      return 'unsure';
  }
  if (span.type === 'TIME' && !(lists & TIME_LISTS) && !/\d/.test(text)) return 'unsure';
  if (span.type === 'EVENT') {
    if (!(lists & (bit('event') | bit('holiday'))) && !EVENT_WORD.test(text)) return 'unsure';
    return splitEvent(span, from, words);
  }
  // A country or state is a place, whatever a teacher took it for; a city may well be a team or a person.
  if (span.type === 'ORG' && whole & (bit('country') | bit('state'))) return [{ ...span, type: 'GPE' }];
  if (span.type === 'ORG' && whole & PLACE) return 'unsure';
  if (span.type === 'GPE' && whole & bit('location') && !(whole & PLACE)) return [{ ...span, type: 'LOC' }];
  // "the United States government": the article belongs to the noun that follows.
  if (from > span.start && /^(GPE|DATE|TIME|NORP)$/.test(span.type) && /^NN/.test(tags[span.end] ?? '')) return [{ ...span, start: from }];
  return [span];
}

/** A holiday that says when is a date; one that the sentence is about is an event. Those that few calendars have are events but after "on". */
function holidayType(name: string, from: number, words: readonly WordInfo[]): 'DATE' | 'EVENT' {
  if (/new year/i.test(name)) return 'EVENT';
  if (from === 0) return 'EVENT';
  if (CALENDAR.test(name)) return 'DATE';
  return words[from - 1].form.toLowerCase() === 'on' ? 'DATE' : 'EVENT';
}

/** "2008 Summer Olympics" is a date and an event, "American Civil War" a people and an event. */
function splitEvent(span: Span, from: number, words: readonly WordInfo[]): Span[] {
  const last = words[span.end - 1].form;
  if (YEAR.test(words[from].form) && span.end > from + 1 && /^(olympics?|games)$/i.test(last))
    return [
      { start: from, end: from + 1, type: 'DATE' },
      { ...span, start: from + 1 },
    ];
  const civil = span.end - 2;
  if (
    /^war$/i.test(last) &&
    civil > from &&
    /^civil$/i.test(words[civil].form) &&
    /(an|ish|ese|ic)$/i.test(words[civil - 1].form) &&
    civil - 1 === from
  )
    return [
      { start: from, end: civil, type: 'NORP' },
      { ...span, start: civil },
    ];
  return [span];
}

const ABOUT = /^(about|around|approximately|roughly|nearly|almost|over|under)$/i;
const MORE = /^(more|less|fewer)$/i;

/** Words that belong to an amount of time: "about two hours", "at least a year", "every hour". */
function withModifier({ start, type }: Span, words: readonly WordInfo[], taken: Uint8Array): number {
  if (type !== 'DATE' && type !== 'TIME') return start;
  const word = (i: number) => (i >= 0 && !taken[i] ? words[i].form.toLowerCase() : '');
  const first = words[start].form.toLowerCase();
  const before = word(start - 1);
  if (/^(every|each)$/.test(before)) return start - 1;
  const amount =
    /^\d{1,3}(,\d{3})*$|^(a|an|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|fifty|hundreds|thousands|millions|billions)$/.test(
      first,
    );
  if (!amount) return start;
  if (ABOUT.test(before)) return start - 1;
  if (before === 'than' && MORE.test(word(start - 2))) return start - 2;
  if (before === 'least' && word(start - 2) === 'at') return start - 2;
  return start;
}
