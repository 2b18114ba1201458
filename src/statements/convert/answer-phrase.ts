/** The right choice as the phrase that its place in the sentence wants: cased, with article, preposition or verb form. */
import type { Analysis } from '../../core/index.ts';
import type { NounLore } from './noun-lore.ts';
import { inVerbForm, type VerbTag } from './verb-groups.ts';
import { made, type Word } from './words.ts';

export interface AnswerPhrase {
  /** As given, names with their capitals. */
  bare: Word[];
  kind: 'noun' | 'verb' | 'ing' | 'adjective' | 'preposition' | 'clause';
  /** With "a", "an" or "the" where one is wanted. */
  withArticle: Word[];
  /** The same even where it looks like a verb or an adjective. */
  asPlace: Word[];
  isName: boolean;
  isPlural: boolean;
  /** The verb phrase in another form; as given where it has no verb. */
  inForm(tag: VerbTag, options?: { plural?: boolean }): Word[];
  /** Can its first word be read as a verb? */
  canBeVerb: boolean;
}

const THE =
  /^(sky|ocean|sea|world|moon|sun|past|future|present|afternoon|morning|evening|south|north|east|west|northeast|northwest|southeast|southwest|midwest|internet|beach|woods|desert|countryside|ground|atmosphere|universe|earth|ancient world|middle east|army|navy|military|government|bathroom|kitchen|basement|attic|garage|refrigerator|fridge|cellar|backyard|yard|mail|theater|movies|doctor|dentist|supermarket|grocery store|library|zoo|airport|hospital|post office|subway|livingroom|living room|bedroom|mountains|suburbs|city|country|outdoors|southern hemisphere|northern hemisphere|weekend|day|night time|daytime|nighttime|summer time|freezer|dictionary|phone book|newspaper|ballpark|stadium|circus|opera|orchestra|park|pantry|closet|cupboard|media|public|police|bible|atlantic|pacific)$/;
const ALONE_WITH_THE =
  /^(netherlands|philippines|bahamas|maldives|vatican|congo|usa|us|uk|bible|alps|andes|himalayas|rockies|renaissance|midwest)$/;
const NAME_WITH_THE =
  /^(united (states|kingdom|nations|arab emirates)( of america)?|middle east|deep south|far east|midwest|great lakes|white house|netherlands|philippines|bahamas|maldives|vatican|congo|czech republic|dominican republic|usa|us|uk|bible|.*\b(ocean|sea|gulf|desert|islands|mountains|empire|river|canal|peninsula|coast|republic|delta|alps|andes|himalayas|rockies|states|isles|reef|age|ages|war|revolution|renaissance|depression|basin|straits?|channel|valley)( of .*)?)$/i;

export function answerPhrase(analysis: Analysis, question: string, lore: NounLore): AnswerPhrase {
  const text = analysis.text.trim().replace(/(?<=\p{Ll}{2})\.$/u, '');

  const tags = pieceTags(analysis);

  const name = lore.nameOf(text) ?? lore.nameOf(text.replace(/^(the|a|an) /i, ''));
  const cased = asName(withNames(text, question, lore));
  const spelled = made(cased, 'NN').map((word, i) => ({ ...word, tag: tags[i] ?? 'NN' }));
  const isSentence = /^\p{Lu}\p{Ll}/u.test(cased) && /[.!]$/.test(analysis.text.trim()) && !/^NNP/.test(tags[0] ?? '');
  const bare = isSentence ? [{ ...spelled[0], text: spelled[0].lower }, ...spelled.slice(1)] : spelled;
  const lower = text.toLowerCase();
  const first = bare[0]?.lower ?? '';
  const kind = kindOf(bare, tags, lower, lore);
  const head = headNoun(bare);
  const isName =
    kind === 'noun' &&
    (name !== null || /^\p{Lu}/u.test(cased.replace(/^the /i, '')) || /^\p{Lu}/u.test(bare[bare.length - 1]?.text ?? ''));
  const isPlural =
    kind === 'noun' &&
    !isName &&
    (head?.tag === 'NNS' ||
      (/[^su]s$/.test(head?.lower ?? '') && lore.isCountable((head?.lower ?? '').slice(0, -1))) ||
      / and /.test(lower) ||
      /^(people|children|men|women|police)$/.test(head?.lower ?? ''));
  const base = lore.verbBase(first) ?? (tags[0] === 'VB' ? first : null);
  const canBeVerb =
    base !== null &&
    kind !== 'preposition' &&
    kind !== 'clause' &&
    !isName &&
    !/^(the|a|an|my|your|their|his|her|its|our|some|many|more|most|all|no|good|bad)$/.test(first);
  return {
    bare,
    kind,
    isName,
    isPlural,
    canBeVerb,
    withArticle: kind === 'noun' ? withArticle(bare, { isName, isPlural, lore }) : bare,
    asPlace:
      kind === 'preposition' || kind === 'clause'
        ? bare
        : withArticle(bare, { isName, isPlural: isPlural || /[^s]s$/.test(head?.lower ?? ''), lore }),
    inForm(tag, options) {
      if (!canBeVerb || base === null) return bare;
      const [word, ...rest] = bare;
      return [{ ...word, ...made(inVerbForm(base, tag, options), tag)[0] }, ...rest];
    },
  };
}

/** The tag of the first token of each piece between spaces. */
function pieceTags({ text, tokens }: Analysis): string[] {
  const tags: string[] = [];
  for (const [i, token] of tokens.entries()) if (i === 0 || /\s/.test(text.slice(tokens[i - 1].end, token.start))) tags.push(token.tag);
  return tags;
}

function kindOf(bare: readonly Word[], tags: readonly string[], lower: string, lore: NounLore): AnswerPhrase['kind'] {
  const first = bare[0]?.lower ?? '';
  if (
    /^(in|on|at|from|to|by|under|over|near|inside|outside|behind|below|above|next to|with|for|during|after|before|around|along|beneath|across|between|through|because|onto|into|against|towards?|north of|south of|east of|west of)\b/.test(
      lower,
    ) &&
    !/^(outside|inside|below|above|before|after)$/.test(lower)
  )
    return 'preposition';
  if (/^(you|they|it|he|she|we|i|people|there)('re|'s|'m| are| is| was| were| have| want| need| will| can| might| would)\b/.test(lower))
    return 'clause';
  if (/^to \w/.test(lower)) return 'preposition';
  const finite = tags.findIndex((tag) => /^(VBZ|VBP|VBD|MD)$/.test(tag));
  if (
    finite > 0 &&
    (tags[0] === 'PRP' || (bare.length > 2 && bare.length > finite + 1)) &&
    /^(DT|PRP|NN|NNS|NNP|EX|JJ)$/.test(tags[0]) &&
    tags.slice(0, finite).some((tag) => /^(NN|PRP|EX)/.test(tag)) &&
    !lore.isNoun(lower)
  )
    return 'clause';
  if (
    /^(below|above|outside|inside|everywhere|nowhere|downtown|abroad|upstairs|downstairs|outdoors|indoors|west|east|north|south|northward|southward|overseas)$/.test(
      lower,
    )
  )
    return 'adjective';
  if (bare.length > 1 && lore.isNoun(lower)) return 'noun';
  if (/ing$/.test(first) && lore.verbBase(first) !== null && lore.verbBase(first) !== first && tags[0] === 'VBG') return 'ing';
  if (bare.length > 1 && /^(VB|VBP)$/.test(tags[0] ?? '') && !(lore.isAdjective(first) && !/^(open|clean|empty|own)$/.test(first)))
    return 'verb';
  const base = lore.verbBase(first);
  if (
    bare.length > 1 &&
    base === first &&
    !/^(DT|JJ|CD|PRP\$|NNP|NNS)$/.test(tags[0] ?? '') &&
    /^(to|in|on|up|out|off|over|away|with|for|into|the|a|an|each|their|your|his|her|it|them|themselves|down|from|by|at)$/.test(
      bare[1].lower,
    )
  )
    return 'verb';
  if (
    bare.length > 1 &&
    base === first &&
    !lore.isAdjective(first) &&
    !/^(DT|JJ|CD|PRP\$|NNP|NNS)$/.test(tags[0] ?? '') &&
    (!lore.isNoun(first) || lore.verbShare(first) >= 0.6)
  )
    return 'verb';
  if (
    bare.length === 1 &&
    base === first &&
    (!lore.isNoun(first) || (tags[0] === 'VB' && !lore.isCountable(first))) &&
    !lore.isAdjective(first)
  )
    return 'verb';
  if (
    bare.length === 1 &&
    /^(JJ|JJR|JJS|VBN|RB)$/.test(tags[0] ?? '') &&
    lore.nameOf(lower) === null &&
    (lore.isAdjective(lower) || !lore.isNoun(lower))
  )
    return 'adjective';
  return 'noun';
}

function headNoun(words: readonly Word[]): Word | undefined {
  const cut = words.findIndex((word, i) => i > 0 && /^(of|in|on|at|for|with|from|to|near|by|that|who)$/.test(word.lower));
  const phrase = cut > 0 ? words.slice(0, cut) : words;
  return phrase[phrase.length - 1];
}

/** "fort Knox" → "Fort Knox", "Washington dc" → "Washington DC": a name takes its neighbours along. */
function asName(text: string): string {
  const words = text.split(' ');
  return words
    .map((word, i) => {
      if (/^(d\.?c\.?|usa|u\.s\.?a?\.?|uk|nyc|tv|aids|dna)$/.test(word)) return word.toUpperCase();
      const next = words[i + 1];
      const before = words[i - 1];
      if (
        next &&
        /^\p{Lu}/u.test(next) &&
        /^(fort|lake|mount|mt|south|north|east|west|new|san|santa|saint|st|port|cape|los|las|el|great|upper|lower|northern|southern|eastern|western|central)$/.test(
          word,
        )
      )
        return capital(word);
      if (
        before &&
        /^\p{Lu}/u.test(before) &&
        /^(ocean|sea|city|county|island|islands|river|bay|beach|park|zoo|university|street|day|eve|keys|hemisphere|canyon|falls|mountains|valley)$/.test(
          word,
        )
      )
        return capital(word);
      return word;
    })
    .join(' ');
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Names as the question writes them, else as WordNet does: the whole first, then its longest parts. */
function withNames(text: string, question: string, lore: NounLore): string {
  const words = text.split(/\s+/);
  const result: string[] = [];
  for (let i = 0; i < words.length; ) {
    let length = Math.min(4, words.length - i);
    for (; length > 0; length--) {
      const part = words.slice(i, i + length).join(' ');
      const found = part === part.toLowerCase() ? (lore.nameOf(part) ?? asInQuestion(part, question)) : null;
      if (found === null || (length === 1 && words.length > 1 && !isSureName(part))) continue;
      result.push(found);
      break;
    }
    if (length === 0) result.push(words[i]);
    i += Math.max(1, length);
  }
  return result.join(' ');
}

/** Single words inside a longer answer: most are common nouns that are also names. */
const isSureName = (word: string) =>
  word.length > 3 && !/^(park|hall|may|march|august|book|west|east|north|south|apple|wood|bill|mark|rose|grace|god)$/.test(word);

function asInQuestion(part: string, question: string): string | null {
  const at = question.toLowerCase().indexOf(part.toLowerCase());
  if (at <= 0 || part.length < 3) return null;
  const found = question.slice(at, at + part.length);
  const bounded = !/\p{L}/u.test(question.charAt(at - 1)) && !/\p{L}/u.test(question.charAt(at + part.length));
  // "bronze" is not a name because of the Bronze Age.
  const inName = /^\s\p{Lu}/u.test(question.slice(at + part.length)) || /\p{Lu}\p{Ll}*\s$/u.test(question.slice(0, at));
  return bounded && !inName && /^\p{Lu}/u.test(found) && !/[.?!]\s*$/.test(question.slice(0, at)) ? found : null;
}

function withArticle(words: readonly Word[], { isName, isPlural, lore }: { isName: boolean; isPlural: boolean; lore: NounLore }): Word[] {
  const [first] = words;
  const head = headNoun(words);
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
    /^(surface|top|bottom|middle|edge|side|end|back|front|beginning|center|rest|inside|outside) of\b/.test(text)
  )
    return [...made('the', 'DT'), ...words];
  if (isPlural || /^(NNS|JJR|RB)$/.test(head.tag) || !lore.isCountable(words.length > 1 && lore.isNoun(text) ? text : head.lower))
    return [...words];
  return [...made(article(first.lower), 'DT'), ...words];
}

/** "a" or "an" by the first sound, as far as spelling tells. */
export function article(next: string): string {
  if (/^(hour|honest|heir|honou?r)/i.test(next)) return 'an';
  return /^([aeio]|un[^i]|u[^nst]|us[^eu]|un$)/i.test(next) && !/^(eu|one\b|once|uni(?!n)|use)/i.test(next) ? 'an' : 'a';
}
