/** The article that an answer wants: "a" or "an" by its first sound, "the" for what there is one of, none for stuff and plurals. */
import type { NounLore } from './noun-lore.ts';
import { made, type Word } from './words.ts';

const THE =
  /^(sky|ocean|sea|world|moon|sun|past|future|present|afternoon|morning|evening|south|north|east|west|northeast|northwest|southeast|southwest|midwest|internet|beach|woods|desert|countryside|ground|atmosphere|universe|earth|ancient world|middle east|army|navy|military|government|bathroom|kitchen|basement|attic|garage|refrigerator|fridge|cellar|backyard|yard|mail|theater|movies|doctor|dentist|supermarket|grocery store|library|zoo|airport|hospital|post office|subway|livingroom|living room|bedroom|mountains|suburbs|city|country|outdoors|southern hemisphere|northern hemisphere|weekend|day|night time|daytime|nighttime|summer time|freezer|dictionary|phone book|newspaper|ballpark|stadium|circus|opera|orchestra|park|pantry|closet|cupboard|media|public|police|bible|atlantic|pacific)$/;
const ALONE_WITH_THE =
  /^(netherlands|philippines|bahamas|maldives|vatican|congo|usa|us|uk|bible|alps|andes|himalayas|rockies|renaissance|midwest)$/;
const NAME_WITH_THE =
  /^(united (states|kingdom|nations|arab emirates)( of america)?|middle east|deep south|far east|midwest|great lakes|white house|netherlands|philippines|bahamas|maldives|vatican|congo|czech republic|dominican republic|usa|us|uk|bible|.*\b(ocean|sea|gulf|desert|islands|mountains|empire|river|canal|peninsula|coast|republic|delta|alps|andes|himalayas|rockies|states|isles|reef|age|ages|war|revolution|renaissance|depression|basin|straits?|channel|valley)( of .*)?)$/i;

/** The noun that the rest of a phrase hangs on. */
export function headNoun(words: readonly Word[]): Word | undefined {
  const cut = words.findIndex(
    (word, i) =>
      i > 0 &&
      (/^(of|in|on|at|for|with|from|to|near|by|that|who|which|between|inside|under|around|during|,)$/.test(word.lower) ||
        words[i - 1].lower.endsWith(',') ||
        (i > 1 && /^VB[GN]$/.test(word.tag))),
  );
  const phrase = cut > 0 ? words.slice(0, cut) : words;
  return phrase[phrase.length - 1];
}

/** Without the comma that a phrase with an apposition has: "sandstone, a rock". */
const bareHead = (word: Word | undefined) => (word ? { ...word, lower: word.lower.replace(/[,;.]$/, '') } : undefined);

/** Class nouns of a question that say what the answer is: a thing that one can count, or stuff. */
const COUNTED_CLASS =
  /^(tool|instrument|device|machine|object|item|animal|organism|invention|thing|insect|bird|fish|appliance|vehicle|unit|event|shape|model|circuit|source of light)$/;
const WITH_THE_CLASS = /^(organ|system|planet|star|body part|sense organ)$/;
const MASS_CLASS =
  /^(gas|substance|material|liquid|solid|resource|energy|force|process|property|method|rock|mineral|element|metal|matter|food|season|sense|state|phase|element|compound|precipitation|fuel|color|month|science)$/;

export interface ArticleOptions {
  isName: boolean;
  isPlural: boolean;
  lore: NounLore;
  /** The noun of "which …": what sort of thing the answer is. */
  sort?: string;
}

export function withArticle(words: readonly Word[], { isName, isPlural, lore, sort = '' }: ArticleOptions): Word[] {
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
  if (isName)
    return NAME_WITH_THE.test(text) &&
      (words.length > 1 || ALONE_WITH_THE.test(text)) &&
      !/^(north|south|east|west|new|lake|mount)\b.*(coast|valley)?$/.test(text.replace(NAME_WITH_THE, ''))
      ? [...made('the', 'DT'), ...words]
      : [...words];
  if (
    THE.test(text) ||
    (THE.test(head.lower) && words.length === 1) ||
    (words.length > 1 && NAME_WITH_THE.test(text)) ||
    /^(surface|top|bottom|middle|edge|side|end|back|front|beginning|center|rest|inside|outside|number|amount|size|shape|color|length|height|speed|mass|weight|volume|density|temperature|position|supply|rate|distance|presence|absence|type|movement|motion|direction|angle|amplitude|frequency|intensity|location|age|force|pull|tilt|rotation|revolution|availability|ability|lack|loss|strength|quality|level|depth|thickness|direction|use|burning|formation|growth|development|production|release|removal|transfer|process|arrangement) of\b|^(ability|tendency|need) to\b/.test(
      text,
    )
  )
    return [...made('the', 'DT'), ...words];
  if (isPlural || /^(NNS|JJR|RB|VBG)$/.test(head.tag) || /^(NNS|CD)$/.test(first.tag)) return [...words];
  if (words.length <= 2 && WITH_THE_CLASS.test(sort) && lore.isCountable(head.lower)) return [...made('the', 'DT'), ...words];
  const known =
    COUNTED_CLASS.test(sort) && words.length <= 3 && lore.isNoun(head.lower) && !/(ing|tion|ment|ness|ity|sis)$/.test(head.lower);
  if (known) return [...made(article(first.lower), 'DT'), ...words];
  if (MASS_CLASS.test(sort) && words.length === 1 && !lore.isThing(head.lower)) return [...words];
  if (words.length > 1 && /^(home|house|school|church|pack|wall|space|ground|bed)$/.test(head.lower))
    return [...made(article(first.lower), 'DT'), ...words];
  if (!lore.isCountable(words.length > 1 && lore.isNoun(text) ? text : head.lower)) return [...words];
  return [...made(article(first.lower), 'DT'), ...words];
}

/** "a" or "an" by the first sound, as far as spelling tells. */
export function article(next: string): string {
  if (/^(hour|honest|heir|honou?r)/i.test(next)) return 'an';
  return /^([aeio]|un[^i]|u[^nst]|us[^eu]|un$)/i.test(next) && !/^(eu|one\b|once|uni(?!n)|use)/i.test(next) ? 'an' : 'a';
}
