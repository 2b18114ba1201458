/** The words of a sentence that carry its content: everything but function words and question words. */
const FUNCTION_WORDS = new Set(
  (
    'a an the of in on at to for from by with and or but if when while is are was were be been being am do does did done doing has have had having can could will would shall ' +
    'should may might must not no nor i you he she it we they me him her us them my your his its our their this that these those there what which who whom whose where why how ' +
    'any some ever never as than then so too very just s t n nt ll re ve d m many much cannot yes anyone anybody anything someone somebody something nobody nothing none one'
  ).split(' '),
);

export function contentWords(text: string): string[] {
  const words =
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !FUNCTION_WORDS.has(word));
}

export const isFunctionWord = (word: string) => FUNCTION_WORDS.has(word.toLowerCase());
