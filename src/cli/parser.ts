/** The parser of one command, and how help shows examples. */
import { Command as Parser } from 'commander';

export function examplesText(examples: readonly string[]): string {
  return `\nExamples:\n${examples.map((example) => `  sensebench ${example}`).join('\n')}\n`;
}

export function newParser(name: string, summary: string): Parser {
  return new Parser(name)
    .description(summary)
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({
      writeErr: (text) =>
        process.stderr.write(text.replace(/^error: /, 'sensebench: ').replace(/\n\(Did you mean (.*)\?\)/, '; did you mean $1?')),
    });
}
