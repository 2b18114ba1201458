/** A text that a simulated annotator writes: every word that is given, in as many sentences as are wished. Not good English. */
import type { Random } from '../../core/index.ts';

const FRAMES: readonly ((words: string) => string)[] = [
  (words) => `People often see ${words} together.`,
  (words) => `A man thinks of ${words} every day.`,
  (words) => `There is ${words} in the picture.`,
];

/** How many words of plain texts are taken where no list of words is shown. */
const FEW = 4;

export function inventText(shown: unknown, { sentences, random }: { sentences: number; random: Random }): string {
  const words = wordsOf(shown);
  // A word that is given twice belongs into two sentences.
  const groups: string[][] = Array.from({ length: sentences }, () => []);
  for (const word of words) {
    const free = groups.filter((group) => !group.includes(word));
    const group = (free.length > 0 ? free : groups).reduce((least, one) => (one.length < least.length ? one : least));
    group.push(word);
  }
  return groups.map((group) => random.choice(FRAMES)(listed(group.length > 0 ? group : ['such a thing']))).join(' ');
}

/** The lists of words among what is shown (keywords, concepts), else the first words of its texts. */
function wordsOf(shown: unknown): string[] {
  if (typeof shown !== 'object' || shown === null) return [];
  const parts: unknown[] = Object.values(shown);
  const lists = parts.flatMap((part) =>
    Array.isArray(part) ? part.filter((word) => typeof word === 'string' && !/[.!?]$/.test(word)) : [],
  );
  if (lists.length > 0) return lists.map(String);
  return parts.flatMap((part) => (typeof part === 'string' ? (part.match(/\p{L}+/gu) ?? []).slice(0, FEW) : []));
}

function listed(words: readonly string[]): string {
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words[words.length - 1]}` : words[0];
}
