/** Where words stand in a text, in their usual inflections: an instant hint. The server's check, with a tagger, has the last word. */

export interface Place {
  start: number;
  end: number;
}

/** Places in the text, in order, without overlaps. */
export function findWords(text: string, words: readonly string[]): Place[] {
  const found = words
    .filter((word) => word.trim() !== '')
    .flatMap((word) => [...text.matchAll(patternOf(word))].map((match) => ({ start: match.index, end: match.index + match[0].length })))
    .sort((a, b) => a.start - b.start || b.end - a.end);
  let last = 0;
  return found.filter(({ start, end }) => {
    const free = start >= last;
    if (free) last = end;
    return free;
  });
}

export function missingWords(text: string, words: readonly string[]): Set<string> {
  return new Set(words.filter((word) => findWords(text, [word]).length === 0));
}

/** Plurals and verb forms: cut → cuts, cutting; carry → carries, carried; ride → riding. */
function patternOf(word: string): RegExp {
  const trimmed = word.trim();
  const stems = [`${literal(trimmed)}(?:s|es|d|ed|ing|n|en)?`];
  if (/e$/i.test(trimmed)) stems.push(`${literal(trimmed.slice(0, -1))}(?:ing|es|ed|en)`);
  if (/[^aeiou]y$/i.test(trimmed)) stems.push(`${literal(trimmed.slice(0, -1))}(?:ies|ied)`);
  if (/[aeiou][bdgklmnprtvz]$/i.test(trimmed)) stems.push(`${literal(trimmed + trimmed.slice(-1))}(?:ed|ing|en)`);
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${stems.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
