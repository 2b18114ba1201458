/** How help shows examples. */
export function examplesText(examples: readonly string[]): string {
  return `\nExamples:\n${examples.map((example) => `  sensebench ${example}`).join('\n')}\n`;
}
