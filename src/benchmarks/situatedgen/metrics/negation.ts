/** Whether a sentence is negated: by not, n't, never, no, neither, nor or cannot. */

export function isNegated(sentence: string): boolean {
  return /(?:\b(?:not|never|no|neither|nor|cannot)\b|n['’]t\b)/i.test(sentence);
}
