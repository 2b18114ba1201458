/** The lower-cased texts for search, made once per row. */

/** Milliseconds after opening the page at which it starts to prepare the search. */
export const BEFORE_SEARCH_MS = 300;

/** Milliseconds of work at a time, so that scrolling and typing stay smooth. */
const SLICE_MS = 12;

export interface SearchTexts {
  of(place: number): string;
  /** Makes all texts gradually, before they are needed. */
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
