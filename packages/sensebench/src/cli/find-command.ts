/** Finds the command that words lead to. Flags may come first: which of them take values is known from the command itself. */

import type { Action } from '@sensebench/metrics/internal/core';
import { isModule } from '@sensebench/metrics/internal/core';
import { type Command, isAction, type Menu } from './command.ts';

export interface FoundCommand {
  /** The words that lead to it. */
  path: readonly string[];
  command: Command;
  /** All other words, in their order. */
  words: readonly string[];
}

export async function findCommand(menu: Menu, words: readonly string[], path: readonly string[] = []): Promise<FoundCommand> {
  const here: FoundCommand = { path, command: menu, words };
  if (words.length === 0) return here;
  if (!isFlag(words[0])) return (await enter(menu, words, 0, path)) ?? here;
  // Flags come first: the command is the first word that is not the value of one of them.
  let listed: FoundCommand | undefined;
  for (const [place, word] of words.entries()) {
    if (isFlag(word) || !(Object.hasOwn(menu.entries, word) || isModule(word))) continue;
    const found = await enter(menu, words, place, path);
    if (found && isAction(found.command)) {
      if ((await firstOperand(found.command, words)) === word) return found;
    } else listed ??= found;
  }
  return listed ?? here;
}

async function enter(menu: Menu, words: readonly string[], place: number, path: readonly string[]): Promise<FoundCommand | undefined> {
  const word = words[place];
  const command = Object.hasOwn(menu.entries, word) ? await menu.entries[word].load() : await menu.open?.(word);
  if (!command) return undefined;
  const found = { path: [...path, word], words: words.toSpliced(place, 1) };
  return isAction(command) ? { ...found, command } : findCommand(command, found.words, found.path);
}

/** The first word that is neither a flag of this action nor the value of one. */
async function firstOperand(action: Action, words: readonly string[]): Promise<string | undefined> {
  const [{ Command: Parser }, { addFlags, addOutputFlags }] = await Promise.all([import('commander'), import('./option-flags.ts')]);
  const parser = new Parser().exitOverride().configureOutput({ writeErr: () => undefined });
  addFlags(parser, action);
  addOutputFlags(parser);
  try {
    return parser.parseOptions([...words]).operands[0];
  } catch {
    // A flag at the end lacks its value: the real call says so.
    return undefined;
  }
}

function isFlag(word: string): boolean {
  return word.startsWith('-');
}
