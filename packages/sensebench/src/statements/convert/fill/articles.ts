/** The article of an answer: "a" or "an" by its first sound, "the" for unique things, none for mass nouns and plurals. */
import type { NounLore } from '../parse/noun-lore.ts';
import { made, type Word } from '../parse/words.ts';

const THE =
  /^(sky|ocean|sea|world|moon|sun|past|future|present|afternoon|morning|evening|south|north|east|west|northeast|northwest|southeast|southwest|midwest|internet|beach|woods|desert|countryside|ground|atmosphere|universe|earth|ancient world|middle east|army|navy|military|government|bathroom|kitchen|basement|attic|garage|refrigerator|fridge|cellar|backyard|yard|mail|theater|movies|doctor|dentist|supermarket|grocery store|library|zoo|airport|hospital|post office|subway|livingroom|living room|bedroom|mountains|suburbs|city|country|outdoors|southern hemisphere|northern hemisphere|weekend|day|night time|daytime|nighttime|summer time|freezer|dictionary|phone book|newspaper|ballpark|stadium|circus|opera|orchestra|park|pantry|closet|cupboard|media|public|police|bible|atlantic|pacific)$/;
const ALONE_WITH_THE =
  /^(netherlands|philippines|bahamas|maldives|vatican|congo|usa|us|uk|bible|alps|andes|himalayas|rockies|renaissance|midwest)$/;
const NAME_WITH_THE =
  /^(united (states|kingdom|nations|arab emirates)( of america)?|middle east|deep south|far east|midwest|great lakes|white house|netherlands|philippines|bahamas|maldives|vatican|congo|czech republic|dominican republic|usa|us|uk|bible|.*\b(ocean|sea|gulf|desert|islands|mountains|empire|river|canal|peninsula|coast|republic|delta|alps|andes|himalayas|rockies|states|isles|reef|age|ages|war|revolution|renaissance|depression|basin|straits?|channel|valley)( of .*)?)$/i;

/** The head noun of a phrase. */
export function headNoun(words: readonly Word[]): Word | undefined {
  const cut = words.findIndex(
    (word, i) =>
      i > 0 &&
      (/^(of|in|on|at|for|with|from|to|near|by|that|who|which|between|inside|under|around|during|,)$/.test(word.lower) ||
        words[i - 1].lower.endsWith(',') ||
        ((i > 1 || /^(NNS?|NNP)$/.test(words[0].tag)) && /^VB[GN]$/.test(word.tag))),
  );
  const phrase = cut > 0 ? words.slice(0, cut) : words;
  return phrase[phrase.length - 1];
}

/** Removes the comma before an apposition: "sandstone, a rock". */
const bareHead = (word: Word | undefined) => (word ? { ...word, lower: word.lower.replace(/[,;.]$/, '') } : undefined);

/** Class nouns of a question that tell whether the answer is countable or a mass noun. */
const COUNTED_CLASS =
  /^(tool|instrument|device|machine|object|item|animal|organism|invention|thing|insect|bird|fish|appliance|vehicle|event|shape|model|circuit|source of light)$/;
const WITH_THE_CLASS = /^(organ|system|planet|star|body part|sense organ|unit)$/;
const MASS_CLASS =
  /^(gas|substance|material|liquid|solid|resource|energy|force|process|property|method|rock|mineral|element|metal|matter|food|season|sense|state|phase|element|compound|precipitation|fuel|color|month|science)$/;

export interface ArticleOptions {
  isName: boolean;
  isPlural: boolean;
  lore: NounLore;
  /** The noun of "which …", the kind of the answer. */
  sort?: string;
  /** Whether it says where something is: "in the mountains". */
  isPlace?: boolean;
}

export function withArticle(words: readonly Word[], { isName, isPlural, lore, sort = '', isPlace = false }: ArticleOptions): Word[] {
  const [first] = words;
  const head = bareHead(headNoun(words));
  if (!first || !head) return [...words];
  if (
    /^(a|an|the|my|your|his|her|its|our|their|some|any|many|several|few|no|every|each|this|that|these|those|all|both|one|two|three|four|five|more|most|lots?|other|another|half|everyone|someone|people|own)$/.test(
      first.lower,
    ) ||
    /^\d/.test(first.text) ||
    (/'s$/.test(first.lower) && /^\p{Lu}/u.test(first.text))
  )
    return first.lower === 'lot' ? [...made('a', 'DT'), ...words] : [...words];
  const text = words.map((word) => word.lower).join(' ');
  const each = isName ? null : eachWithArticle(words, lore);
  if (each) return each;
  if (isName)
    return (NAME_WITH_THE.test(text) || /^(?!the ).*\b(galaxy|hemisphere|equator|milky way)$/.test(text)) &&
      (words.length > 1 || ALONE_WITH_THE.test(text)) &&
      !/^(north|south|east|west|new|lake|mount)\b.*(coast|valley)?$/.test(text.replace(NAME_WITH_THE, ''))
      ? [...made('the', 'DT'), ...words]
      : [...words];
  if (
    (THE.test(text) && (isPlace || !isPlural)) ||
    (THE.test(head.lower) &&
      (isPlace || !isPlural) &&
      (words.length === 1 || (words[0].lower === head.lower && /^VBG$/.test(words[1].tag)))) ||
    (words.length > 1 && !isPlural && NAME_WITH_THE.test(text)) ||
    /^(?:\p{L}+ )?(sense|surface|top|bottom|middle|edge|side|end|back|front|beginning|center|rest|inside|outside|number|amount|size|shape|color|length|height|speed|mass|weight|volume|density|temperature|position|supply|rate|distance|presence|absence|type|movement|motion|direction|angle|amplitude|frequency|intensity|location|age|force|pull|tilt|rotation|revolution|availability|ability|lack|loss|strength|quality|level|depth|thickness|direction|use|burning|formation|growth|development|production|release|removal|transfer|process|arrangement|migration|erosion) of\b|^(ability|tendency|need) to\b/u.test(
      text,
    )
  )
    return [...made('the', 'DT'), ...words];
  // "biosphere to lithosphere", "decreased activity": a path and a change of amount are bare.
  if (/^\p{L}+ to \p{L}+$/u.test(text) || /^(increased|decreased|reduced|improved|excess|excessive|less|heavy|high|low) /.test(text)) {
    if (!/^(heavy|high|low) /.test(text) || !lore.isThing(head.lower)) return [...words];
  }
  if (/^(sport|language)$/.test(sort) && words.length === 1) return [...words];
  if (sort === 'system' && /^systems?$/.test(head.lower)) return [...made('the', 'DT'), ...words];
  if (isPlural || /^(NNS|JJR|RB|VBG)$/.test(head.tag) || /^(NNS|CD)$/.test(first.tag)) return [...words];
  if (words.length <= (sort === 'system' ? 4 : 2) && WITH_THE_CLASS.test(sort) && (sort === 'unit' || lore.isCountable(head.lower)))
    return [...made('the', 'DT'), ...words];
  const known =
    COUNTED_CLASS.test(sort) &&
    words.length <= 3 &&
    lore.isNoun(head.lower) &&
    (lore.isCountable(head.lower) || lore.doubt(head.lower) > 0.5) &&
    !/(ing|tion|ment|ness|ity|sis)$/.test(head.lower);
  if (known) return [...made(article(first.lower), 'DT'), ...words];
  if (MASS_CLASS.test(sort) && words.length === 1 && !lore.isThing(head.lower)) return [...words];
  if (words.length > 1 && /^(home|house|school|church|pack|wall|space|ground|bed)$/.test(head.lower))
    return [...made(article(first.lower), 'DT'), ...words];
  if (!lore.isCountable(words.length > 1 && lore.isNoun(text) ? text : head.lower)) return [...words];
  return [...made(article(first.lower), 'DT'), ...words];
}

/** "stopwatch and tape measure" → "a stopwatch and a tape measure", if each part is countable. */
function eachWithArticle(words: readonly Word[], lore: NounLore): Word[] | null {
  const parts: Word[][] = [[]];
  for (const word of words) {
    if (/^(and|or)$/.test(word.lower)) parts.push([]);
    else {
      parts[parts.length - 1].push(word);
      if (/,$/.test(word.text)) parts.push([]);
    }
  }
  const joined = words.some((word) => /^(and|or)$/.test(word.lower));
  const named = parts.filter((part) => part.length > 0);
  if (!joined || named.length < 2 || named.length > 4) return null;
  const counted = named.every((part) => {
    const head = (part[part.length - 1]?.lower ?? '').replace(/,$/, '');
    return (
      part.length <= 3 && part.every((word) => /^(NN|JJ)$/.test(word.tag)) && part[part.length - 1].tag === 'NN' && lore.isCountable(head)
    );
  });
  if (!counted) return null;
  const firsts = new Set(named.map((part) => part[0]));
  return words.flatMap((word) => (firsts.has(word) ? [...made(article(word.lower), 'DT'), word] : [word]));
}

/** "a" or "an" by the first sound, as far as spelling tells. */
export function article(next: string): string {
  if (/^(hour|honest|heir|honou?r)/i.test(next)) return 'an';
  return /^([aeio]|un[^i]|u[^nst]|us[^eu]|un$)/i.test(next) && !/^(eu|one\b|once|uni(?!n)|use)/i.test(next) ? 'an' : 'a';
}
