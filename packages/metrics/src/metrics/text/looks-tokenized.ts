/** Whether texts were tokenized already: blanks before marks and clitics, as Moses, Stanford and spaCy leave them. */

/** A word or bracket, then a blank before a mark or clitic. "..." and a lone mark at the start are no sign. */
const TRACES = /\S ([.,;:!?](?= |$)|n't\b|'(s|re|ve|ll|d|m)\b|-[LR]RB-)/u;
/** Of the texts that are not empty: people put a blank before a mark now and then. */
const SHARE = 0.2;
const FEWEST = 3;

/** How many texts show it, or null where they are too few to say so. */
export function countTokenized(texts: readonly string[]): number | null {
  const filled = texts.filter((text) => text.trim() !== '').length;
  const traces = texts.filter((text) => TRACES.test(text)).length;
  return traces >= FEWEST && traces >= SHARE * filled ? traces : null;
}
