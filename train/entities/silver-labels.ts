/** Turns the two teachers' entities into training labels: OntoNotes' conventions made consistent, doubtful labels marked as unsure. */
import { ENTITY_TYPES, type EntityType } from '../../packages/metrics/src/core/index.ts';
import type { WordInfo } from '../../packages/metrics/src/nlp/words/word-info.ts';
import type { Span } from '../../packages/sensebench/src/nlp/entities/entities.ts';
import { GAZETTEER_LISTS, type Gazetteer, type GazetteerList } from '../../packages/sensebench/src/nlp/entities/gazetteers.ts';
import type { SilverSentence } from '../corpora.ts';
import { applyConventions } from './conventions.ts';

export interface LabelledSentence {
  spans: Span[];
  unsure: Uint8Array;
}

const bit = (list: GazetteerList) => 1 << GAZETTEER_LISTS.indexOf(list);
const PLACE = bit('country') | bit('state') | bit('city') | bit('place');
const CLOCK =
  bit('month') | bit('weekday') | bit('season') | bit('daytime') | bit('dateUnit') | bit('timeUnit') | bit('number') | bit('holiday');
const NUMERIC = new Set(['DATE', 'TIME', 'PERCENT', 'MONEY', 'QUANTITY', 'ORDINAL', 'CARDINAL']);
const EVENT_WORD =
  /\b(wars?|battle|olympics?|revolution|games|festival|cup|bowl|crisis|massacre|depression|hurricane|rebellion|siege|series|marathon)\b/i;
const PLACE_WORD =
  /\b(sea|ocean|river|lake|mountains?|hemisphere|coast|pole|gulf|islands?|bay|desert|valley|canyon|east|west|north|south)\b/i;
/** A season of any year: the yardstick's recognizer leaves it out, both teachers mark it. */
const SEASON = /^(the )?(winter|summer|spring|autumn|fall)s?$/i;
/** Types whose article belongs to the name when the noun phrase ends with it. */
const WITH_ARTICLE = new Set(['EVENT', 'LOC', 'FAC', 'DATE', 'TIME', 'LAW']);

/** How often each name that follows "the" was labelled together with it. */
export function countArticles(sentences: readonly SilverSentence[]): Map<string, { included: number; all: number }> {
  const counts = new Map<string, { included: number; all: number }>();
  for (const { text, entities } of sentences) {
    for (const { start, end, type } of entities) {
      const name = text.slice(start, end).toLowerCase();
      const included = name.startsWith('the ');
      if (!included && !/\bthe $/i.test(text.slice(0, start))) continue;
      const key = `${type} ${included ? name.slice(4) : name}`;
      const count = counts.get(key) ?? { included: 0, all: 0 };
      count.all++;
      if (included) count.included++;
      counts.set(key, count);
    }
  }
  return counts;
}

export function silverLabels(
  sentence: SilverSentence,
  tokens: readonly { start: number; end: number }[],
  words: readonly WordInfo[],
  tags: readonly string[],
  gazetteer: Gazetteer,
  articles: ReadonlyMap<string, { included: number; all: number }>,
): LabelledSentence {
  const unsure = new Uint8Array(tokens.length);
  const matches = gazetteer.match(words);
  const taken = new Uint8Array(tokens.length);
  const spans: Span[] = [];
  for (const { start, end, type, teacher } of [...sentence.entities].sort((a, b) => a.start - b.start)) {
    if (!(ENTITY_TYPES as readonly string[]).includes(type)) continue;
    let from = tokens.findIndex((token) => token.end > start);
    let to = tokens.findLastIndex((token) => token.start < end) + 1;
    if (from < 0 || to <= from) continue;
    if (tokens[to - 1].end - tokens[to - 1].start === 1 && /[.,;]/.test(sentence.text[tokens[to - 1].start]) && to - from > 1) to--;
    if (taken.subarray(from, to).some(Boolean)) continue;
    if (type === 'DATE' && SEASON.test(sentence.text.slice(tokens[from].start, tokens[to - 1].end))) continue;
    const name = sentence.text.slice(tokens[from].start, tokens[to - 1].end);
    const lists = matches.filter((match) => match.start >= from && match.end <= to).reduce((bits, match) => bits | match.lists, 0);
    taken.fill(1, from, to);
    const known = knownType(
      name,
      type,
      lists,
      matches.some((match) => match.end === to && isName(match.start, from, words)),
    );
    if (known) {
      if ((known === 'EVENT' || lists & bit('era')) && words[from - 1]?.form.toLowerCase() === 'the' && taken[from - 1] === 0)
        taken[--from] = 1;
      spans.push({ start: from, end: to, type: known });
      continue;
    }
    if (teacher === 'spacy' && !believable(type, name, lists)) {
      unsure.fill(1, from, to);
      continue;
    }
    const before = words[from - 1]?.form.toLowerCase();
    if (before === 'the' && taken[from - 1] === 0 && takesArticle(type, name, articles) && !/^NN/.test(tags[to] ?? '')) {
      from--;
      taken[from] = 1;
    }
    spans.push({ start: from, end: to, type: type as EntityType });
  }
  // Both teachers missed it but the lists have it: an event of several words is one; a place name may be one.
  for (const { start, end, lists } of [...matches].sort((a, b) => b.end - b.start - (a.end - a.start))) {
    if (taken.subarray(start, end).some(Boolean)) continue;
    const capital = (words[start].flags & 1) === 1;
    if (lists & bit('event') && end - start > 1 && capital) {
      const from = words[start - 1]?.form.toLowerCase() === 'the' && !taken[start - 1] ? start - 1 : start;
      taken.fill(1, from, end);
      spans.push({ start: from, end, type: 'EVENT' });
    } else if (lists & bit('era') && end - start > 1 && capital) {
      const from = words[start - 1]?.form.toLowerCase() === 'the' && !taken[start - 1] ? start - 1 : start;
      taken.fill(1, from, end);
      spans.push({ start: from, end, type: 'DATE' });
    } else if (lists & PLACE && (capital || lists & (bit('country') | bit('place')))) unsure.fill(1, start, end);
    else if (lists & bit('holiday')) unsure.fill(1, start, end);
  }
  const read = applyConventions({ words, tags, spans: spans.sort((a, b) => a.start - b.start) }, gazetteer);
  read.unsure.forEach((doubtful, i) => {
    if (doubtful) unsure[i] = 1;
  });
  return { spans: read.spans, unsure };
}

/** A match that begins where the entity does, its article aside. */
function isName(start: number, from: number, words: readonly WordInfo[]): boolean {
  return start === from || (start === from + 1 && words[from].form.toLowerCase() === 'the');
}

/** Names that are events whatever a teacher took them for; places that gave an event its name are not among them. */
const ALSO_ELSE =
  /^(the )?(pearl harbor|september 11|burning man|woodstock|coachella|chernobyl|masters|carnival|d.day|apollo 11|last supper|crucifixion)$/i;
/** Whole names of the event, holiday and era lists that a teacher gave another type. */
function knownType(name: string, type: string, lists: number, whole: boolean): EntityType | null {
  if (!whole || type === 'EVENT' || ALSO_ELSE.test(name)) return null;
  if (lists & bit('event')) return 'EVENT';
  if (lists & bit('era') && type !== 'DATE') return 'DATE';
  if (lists & bit('holiday') && type !== 'DATE') return 'EVENT';
  return null;
}

function believable(type: string, name: string, lists: number): boolean {
  if (NUMERIC.has(type)) return /\d/.test(name) || (lists & CLOCK) !== 0;
  if (type === 'GPE') return (lists & PLACE) !== 0 && name.toLowerCase() !== 'turkey';
  if (type === 'NORP') return (lists & bit('group')) !== 0;
  if (type === 'LOC') return (lists & bit('location')) !== 0 || PLACE_WORD.test(name);
  if (type === 'EVENT') return (lists & bit('event')) !== 0 || EVENT_WORD.test(name);
  if (type === 'LANGUAGE') return true;
  return false;
}

const DATE_LISTS = bit('era') | bit('month') | bit('weekday') | bit('season') | bit('dateUnit') | bit('holiday');
const TIME_LISTS = bit('daytime') | bit('timeUnit');
const CLOCK_TIME = /\b\d{1,2}(:\d{2}|\s?[ap]\.?m\b)/i;
const YEAR = /\b(1\d{3}|20\d{2})s?\b/;

/** Do the lists, or its form, speak for a name's being of one of the four context types? Other types no list decides. */
export function supportedType(type: EntityType, words: readonly WordInfo[], gazetteer: Gazetteer): boolean {
  const name = words.map(({ form }) => form).join(' ');
  const matches = gazetteer.match(words);
  const lists = matches.reduce((bits, match) => bits | match.lists, 0);
  if (type === 'GPE') {
    const from = words[0].form.toLowerCase() === 'the' ? 1 : 0;
    return matches.some((match) => match.start <= from && match.end === words.length && (match.lists & PLACE) !== 0);
  }
  if (type === 'DATE') return (lists & DATE_LISTS) !== 0 || YEAR.test(name);
  if (type === 'TIME') return (lists & TIME_LISTS) !== 0 || CLOCK_TIME.test(name);
  if (type === 'EVENT') return (lists & bit('event')) !== 0 || EVENT_WORD.test(name);
  return false;
}

function takesArticle(type: string, name: string, articles: ReadonlyMap<string, { included: number; all: number }>): boolean {
  const count = articles.get(`${type} ${name.toLowerCase()}`);
  if (WITH_ARTICLE.has(type)) return !count || count.all < 4 || count.included * 4 >= count.all;
  return type === 'GPE' && count !== undefined && count.included * 2 > count.all;
}
