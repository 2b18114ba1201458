/** The parser of one command, and of a menu of them. */
import { Command as Parser } from 'commander';
import type { ListedMenu } from './menu-help.ts';

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

/** Prints help, or what is wrong with the words. */
export function newMenuParser({ name, summary, version, entries, after }: ListedMenu): Parser {
  const parser = newParser(name, summary);
  if (version !== undefined) parser.version(version);
  for (const { word, summary: own, hidden } of entries) parser.addCommand(newParser(word, own), { hidden });
  for (const part of after) parser.addHelpText('after', part);
  if (entries.length === 0) parser.action(() => parser.help());
  return parser.helpCommand(false);
}
