/** The noun after "which" or "what", where it says what sort of thing the answer is: "tool" in "which of these tools". */
const SORTS =
  'sport|language|system|tool|instrument|device|machine|object|item|animal|organism|invention|thing|insect|bird|fish|appliance|vehicle|unit|event|shape|organ|planet|star|gas|substance|material|liquid|resource|energy|force|process|property|method|rock|mineral|element|metal|food|season|sense|state|phase|compound|mixture|characteristic|trait|behavior|factor|fuel|color|month|change';

const PATTERN = new RegExp(
  `\\b(?:which|what)\\s+(?:of\\s+(?:these|the following|those)\\s+)?(?:(?:type|kind|form) of\\s+)?(?:[a-z-]+\\s+){0,2}?(${SORTS})s?\\b(?!\\s+(?:${SORTS})s?\\b)`,
  'i',
);

export function sortOf(question: string): string {
  return PATTERN.exec(question)?.[1].toLowerCase() ?? '';
}
