/** The command line: finds the command, reads its flags, runs its action. */
import { CommanderError } from 'commander';
import type { MetricThreads } from '../app/start/index.ts';
import { InputError, version } from '../core/index.ts';
import { type Command, isAction, type Menu } from './command.ts';
import { ROOT } from './commands-table.ts';
import { EXIT, explain } from './exit-code.ts';
import { findCommand } from './find-command.ts';
import { examplesText, newParser } from './parser.ts';

/** The exit code. */
export async function main(words: readonly string[], threads?: MetricThreads): Promise<number> {
  // A closed pipe (`| head`) is not our error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? EXIT.fine : EXIT.bug));
  // Words that begin with a command most often end in an action: what runs it is loaded beside the command's own file.
  const calling = words.length > 1 ? import('./call-action.ts') : undefined;
  try {
    const found = await findCommand(ROOT, words[0] === 'help' ? [...words.slice(1), '--help'] : words);
    const name = ['sensebench', ...found.path].join(' ');
    if (isAction(found.command)) {
      const { callAction } = await (calling ?? import('./call-action.ts'));
      return await callAction(found.command, { name, words: found.words, threads });
    }
    return await showMenu(found.command, { name, words: found.words });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.fine : EXIT.input;
    return explain(error);
  }
}

/** Help, or what is wrong with the words. Never fine: a call that runs nothing and asks for no help has failed. */
async function showMenu(menu: Menu, { name, words }: { name: string; words: readonly string[] }): Promise<number> {
  const parser = newParser(name, menu.summary);
  if (menu === ROOT) parser.version(version);
  if (menu.ask && !words.some((word) => word === '--help' || word === '-h')) throw new InputError(menu.ask);
  const examples = [...(menu.examples ?? [])];
  for (const [word, { summary, hidden, load }] of Object.entries(menu.entries)) {
    const loaded = summary === undefined && !hidden ? await loadIfThere(load) : undefined;
    if (summary === undefined && !hidden && !loaded) continue;
    parser.addCommand(newParser(word, summary ?? loaded?.summary ?? ''), { hidden });
    if (loaded) examples.push(...(await firstExamples(loaded)));
  }
  if (menu.note) parser.addHelpText('after', `\n${menu.note}`);
  if (examples.length > 0) parser.addHelpText('after', examplesText(examples));
  if (parser.commands.length === 0) parser.action(() => parser.help());
  parser.helpCommand(false).parse([...words], { from: 'user' });
  return EXIT.input;
}

/** undefined for a benchmark that has no such command. */
async function loadIfThere(load: () => Promise<Command>): Promise<Command | undefined> {
  try {
    return await load();
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

async function firstExamples(command: Command): Promise<readonly string[]> {
  if (isAction(command)) return command.examples.slice(0, 1);
  const [first] = Object.values(command.entries);
  return command.examples ?? (first ? firstExamples(await first.load()) : []);
}
