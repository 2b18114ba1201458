/** The preposition that a place or a time takes: "in Venice", "at a rest area", "on the table", "in the morning", "on Sunday". */

import { made, type Word } from '../parse/words.ts';
import type { AnswerPhrase } from './answer-phrase.ts';

const AT =
  /^(airport|station|school|college|university|party|store|shop|market|supermarket|mall|restaurant|cafe|diner|bakery|area|stop|site|desk|home|work|hotel|motel|office|concert|game|beach|zoo|museum|theater|theatre|movies|wedding|funeral|fair|carnival|circus|casino|bar|pub|club|bank|hospital|doctor|dentist|gym|stadium|arena|park|library|church|temple|conference|meeting|convention|picnic|wimbledon|cooler|door|entrance|crossing|intersection|corner|farm stand|counter|resort|event|show|festival|sale|auction|factory|playground|rink|alley|track|deli|grocery|pharmacy|laundromat|salon|spa|post office)$/;
const ON =
  /^(street|road|highway|freeway|floor|table|desk|shelf|wall|roof|farm|coast|island|islands|ground|earth|moon|mars|plate|stage|bus|train|plane|ship|boat|planet|continent|lawn|porch|deck|balcony|campus|surface|ranch|bench|counter|windowsill|sidewalk|page|map|internet|computer|tv|television|stove|plantation|mountain|hill|side|bed|couch|sofa|chart|border|highland|skateboard|property|bookshelf|finger|head|face|hook|hanger)$/;
const TO_VERB =
  /^(go|relocated|move|travel|drive|fly|walk|run|head|return|come|sail|ship|send|ride|migrate|immigrate|emigrate|flee|escape|march|take|bring|get|retreat|swim|relocate|goes|went|gone|going|driving|sent|headed|heading|traveling|flying|moving)$/;

/** "Where …?": the place with its preposition. */
export function placePhrase(answer: AnswerPhrase, { verb = '', preposition }: { verb?: string; preposition?: boolean } = {}): Word[] {
  if (answer.kind === 'preposition' || answer.kind === 'clause') return answer.bare;
  if (
    /^(downtown|outside|inside|below|above|everywhere|abroad|outdoors|indoors|upstairs|downstairs|nowhere|west|east|north|south|overseas|underground)$/.test(
      answer.bare[0]?.lower ?? '',
    ) &&
    answer.bare.length === 1
  )
    return answer.bare;
  if (preposition === false) return answer.asPlace;
  if (answer.bare.length === 1 && answer.bare[0].lower === 'home' && TO_VERB.test(verb)) return answer.bare;
  if (
    answer.kind === 'adjective' &&
    answer.asPlace.length === answer.bare.length &&
    /^(found |located |\w+ly$)/.test(answer.bare.map(({ lower }) => lower).join(' '))
  )
    return answer.bare;
  return [...made(placePreposition(answer, verb), 'IN'), ...answer.asPlace];
}

function placePreposition(answer: AnswerPhrase, verb: string): string {
  if (TO_VERB.test(verb)) return 'to';
  if (answer.bare.length === 1 && answer.bare[0].lower === 'home') return 'at';
  if (answer.isName)
    return /\b(coast|island|islands|moon|earth|highway|street|avenue|road|interstate|route|peninsula)$/i.test(
      answer.bare.map(({ text }) => text).join(' '),
    )
      ? 'on'
      : 'in';
  const cut = answer.bare.findIndex((word, i) => i > 0 && /^(of|in|on|at|for|with|near)$/.test(word.lower));
  const phrase = cut > 0 ? answer.bare.slice(0, cut) : answer.bare;
  const head = (phrase[phrase.length - 1]?.lower ?? '').replace(/s$/, '');
  if (head === 'area' && !/^(rest|picnic|play|parking|service|waiting)$/.test(phrase[phrase.length - 2]?.lower ?? '')) return 'in';
  if (ON.test(head)) return 'on';
  if (/^(top|bottom|end|edge|beginning|front|back)$/.test(head)) return 'at';
  return AT.test(head) ? 'at' : 'in';
}

/** "When …?": the time with its preposition. */
export function timePhrase(answer: AnswerPhrase): Word[] {
  const text = answer.bare.map(({ lower }) => lower).join(' ');
  if (
    answer.kind === 'preposition' ||
    /^(today|tomorrow|yesterday|tonight|now|always|never|later|often|once|every|each|next|last|this|before|after|during|when|while|as|until|since|around|about)\b/.test(
      text,
    ) ||
    / ago$/.test(text)
  )
    return answer.bare;
  if (answer.kind === 'ing') return [...made('when', 'WRB'), ...answer.bare];
  const bare = answer.bare.filter((word, i) => !(i === 0 && word.lower === 'the' && /^\d{4}$/.test(answer.bare[1]?.text ?? '')));
  if (
    /\b(mon|tues|wednes|thurs|fri|satur|sun)days?\b/.test(text) ||
    /\b(day|eve|birthday|weekends?|weekdays?|holiday|anniversary|halloween|thanksgiving)$/.test(text) ||
    /^(january|february|march|april|may|june|july|august|september|october|november|december) \d/.test(text)
  )
    return [...made('on', 'IN'), ...(/^(weekend)$/.test(text) ? answer.withArticle : bare)];
  if (/\b(morning|afternoon|evening|past|future|daytime|nineties|century|\d0s)$/.test(text))
    return [
      ...made(/^(early|late|the|a|one|mid)?\s*\w+$/.test(text) || /^the/.test(text) ? 'in' : 'in', 'IN'),
      ...(/^the\b/.test(text) ? bare : [...made('the', 'DT'), ...bare]),
    ];
  if (
    /\b(night|noon|midday|midnight|new year|dawn|dusk|sunset|sunrise|sundown|sunup|o'clock|lunch|lunchtime|dinner|breakfast|supper|bedtime|christmas|easter|thanksgiving|halloween|time|am|pm|end|start|beginning)$/.test(
      text,
    ) ||
    /^\d{1,2}(:\d\d)?\s?(am|pm)$/.test(text)
  )
    return [...made('at', 'IN'), ...bare];
  return [
    ...made(
      /\b(winter|summer|spring|autumn|fall|january|february|march|april|may|june|july|august|september|october|november|december|year|month|season|age|era|weeks?|hours?|minutes?|\d{3,4})\b/.test(
        text,
      )
        ? 'in'
        : 'during',
      'IN',
    ),
    ...answer.withArticle,
  ];
}
