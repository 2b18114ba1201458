/** The names in an answer with their capitals, and its other words without the capital of a list entry. */
import type { NounLore } from '../parse/noun-lore.ts';

/** "fort Knox" → "Fort Knox", "Washington dc" → "Washington DC": a name takes its neighbours along. */
export function asName(text: string): string {
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
export function withNames(text: string, question: string, lore: NounLore): string {
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
  // A word that the question also has in small letters is not a name: "Fungi break … the fungi".
  if (new RegExp(`(^|[^\\p{L}])${escaped(part)}([^\\p{L}]|$)`, 'u').test(question)) return null;
  const bounded = !/\p{L}/u.test(question.charAt(at - 1)) && !/\p{L}/u.test(question.charAt(at + part.length));
  // "bronze" is not a name because of the Bronze Age.
  const inName = /^\s\p{Lu}/u.test(question.slice(at + part.length)) || /\p{Lu}\p{Ll}*\s$/u.test(question.slice(0, at));
  return bounded && !inName && /^\p{Lu}/u.test(found) && !/[.?!]\s*$/.test(question.slice(0, at)) ? found : null;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const KEPT =
  /^(i|january|february|march|april|may|june|july|august|september|october|november|december|(sun|mon|tues|wednes|thurs|fri|satur)days?|earth|mars|mercury|venus|jupiter|saturn|neptune|uranus|pluto)$/;

/** An answer that begins with a large letter only because it is a list entry: "Lever", "To provide support", "The Sun". */
export function withoutListCapital(text: string, question: string, lore: NounLore): string {
  const [first = '', ...rest] = text.split(' ');
  if (!/^\p{Lu}\p{Ll}*$/u.test(first) || first === 'I') return text;
  const lower = first.toLowerCase();
  const bare = lower.replace(/[^\p{L}]/gu, '');
  if (KEPT.test(bare)) return text;
  const article =
    /^(a|an|the|to|it|its|they|their|there|when|as|if|by|in|on|at|because|from|some|all|more|most|only|one|each|both|no|this|these|that|he|she|we|you|his|her|for|with|using|during|after|before|less|fewer|many)$/.test(
      bare,
    );
  if (!article) {
    // Two names in a row, or a word that the question itself writes with a capital inside a sentence.
    if (/^\p{Lu}/u.test(rest[0] ?? '')) return text;
    if (new RegExp(`[\\p{L},] ${escaped(first)}([^\\p{L}]|$)`, 'u').test(question)) return text;
    if (lore.nameOf(lower) !== null || !lore.isCommon(lower)) return text;
  }
  return [lower, ...rest].join(' ');
}
