/** Every command of the product's own table, and good calls of it: those of good-calls.ts, or else the examples of its help. */

import { type Action, InputError } from '../../packages/metrics/src/core/index.ts';
import { type Command, isAction } from '../../packages/sensebench/src/cli/command.ts';
import { ROOT } from '../../packages/sensebench/src/cli/commands-table.ts';
import { splitWords } from '../split-words.ts';
import { GOOD_CALLS } from './good-calls.ts';

export interface Call {
  /** The words that lead to the command: `build commongen`. */
  command: string;
  words: string[];
  /** From the help of a command that good-calls.ts does not know: its files are made up. */
  guessed: boolean;
}

/** They run a database of their own, as another user where root runs them: packages/studio/src/server/store has their tests with bad input. */
const NOT_ATTACKED = ['serve', 'store backup', 'store restore', 'store migrate'];

/** A command that two paths lead to (`stats commongen`, `commongen stats`) is listed once. */
export async function listCalls(): Promise<Call[]> {
  const paths = new Map<Action, string>();
  await walk(ROOT, [], paths);
  return [...paths].flatMap(([action, command]): Call[] => {
    if (NOT_ATTACKED.includes(command)) return [];
    const known = GOOD_CALLS.filter((line) => line === command || line.startsWith(`${command} `));
    const lines = known.length > 0 ? known : action.examples;
    return lines.map((line) => ({ command, words: splitWords(line), guessed: known.length === 0 }));
  });
}

async function walk(command: Command, path: string[], found: Map<Action, string>): Promise<void> {
  if (isAction(command)) {
    if (!found.has(command)) found.set(command, path.join(' '));
    return;
  }
  for (const [word, { load }] of Object.entries(command.entries)) {
    try {
      await walk(await load(), [...path, word], found);
    } catch (error) {
      // A benchmark without this command.
      if (!(error instanceof InputError)) throw error;
    }
  }
}
