/** The target of a command line's words: an action, or a menu of further words. */
import type { Action } from '@sensebench/metrics/internal/core';

/** A list of commands: `sensebench` itself, `sensebench nlp`, `sensebench build`, `sensebench <benchmark>`. */
export interface Menu {
  summary: string;
  entries: Readonly<Record<string, MenuEntry>>;
  /** Finds the target of a word that is not an entry, like the path of a user's module; undefined for an unknown word. */
  open?(word: string): Promise<Command> | undefined;
  /** The question that is asked when no word follows. */
  ask?: string;
  /** Shown by --help after the list. */
  note?: string;
  /** Default: the first example of each entry. */
  examples?: readonly string[];
}

export interface MenuEntry {
  /** Default: the summary of what is loaded. */
  summary?: string;
  /** Not shown in the list. */
  hidden?: boolean;
  load(): Promise<Command>;
}

export type Command = Action | Menu;

export function isAction(command: Command): command is Action {
  return 'run' in command;
}
