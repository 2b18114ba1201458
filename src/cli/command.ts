/** What the words of a command line lead to: an action, or a menu of further words. */
import type { Action } from '../core/index.ts';

/** A list of commands: `sensebench` itself, `sensebench nlp`, `sensebench build`, `sensebench <benchmark>`. */
export interface Menu {
  summary: string;
  entries: Readonly<Record<string, MenuEntry>>;
  /** What a word leads to that is not an entry, like the path of a user's module; undefined for a word that means nothing here. */
  open?(word: string): Promise<Command> | undefined;
  /** What is asked when no word follows. */
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
