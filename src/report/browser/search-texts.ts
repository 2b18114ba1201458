/** What search looks through, in small letters: made once per row. */

/** A page begins to prepare its search so many milliseconds after it was opened. */
export const BEFORE_SEARCH_MS = 300;

/** Milliseconds of work at a time, so that scrolling and typing do not stumble. */
const SLICE_MS = 12;

export interface SearchTexts {
  of(place: number): string;
  /** Makes all texts little by little, before they are needed. */
  prepare(): void;
}

export function createSearchTexts(count: number, textOf: (place: number) => string): SearchTexts {
  const texts: (string | undefined)[] = new Array(count);
  let prepared = 0;
  const of = (place: number): string => {
    texts[place] ??= textOf(place).toLowerCase();
    return texts[place];
  };
  const prepare = (): void => {
    const until = performance.now() + SLICE_MS;
    while (prepared < count && performance.now() < until) of(prepared++);
    if (prepared < count) setTimeout(prepare, 0);
  };
  return { of, prepare };
}
