/** The part of snowball-stemmers that we call; the package carries no types. */
declare module 'snowball-stemmers' {
  export function newStemmer(language: string): { stem(word: string): string };
}
