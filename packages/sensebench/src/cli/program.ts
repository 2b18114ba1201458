/** The command line: finds the command, reads its flags, runs its action. */

import { InputError, version } from '@sensebench/metrics/internal/core';
import type { MetricThreads } from '../app/start/index.ts';
import { type Command, isAction, type Menu } from './command.ts';
import { ROOT } from './commands-table.ts';
import { examplesText } from './examples-text.ts';
import { EXIT, explain } from './exit-code.ts';
import { findCommand } from './find-command.ts';
import { type ListedEntry, type ListedMenu, menuHelp } from './menu-help.ts';

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
    if (isParserError(error)) return error.exitCode === 0 ? EXIT.fine : EXIT.input;
    return explain(error);
  }
}

/** What commander throws after it has printed a message or help. Known by its code: commander is loaded only where words are parsed. */
function isParserError(error: unknown): error is { exitCode: number } {
  return error instanceof Error && 'exitCode' in error && 'code' in error && String(error.code).startsWith('commander.');
}

/** Help, or what is wrong with the words. Never fine: a call that runs nothing and asks for no help has failed. */
async function showMenu(menu: Menu, { name, words }: { name: string; words: readonly string[] }): Promise<number> {
  if (menu.ask && !words.some((word) => word === '--help' || word === '-h')) throw new InputError(menu.ask);
  const listed = await listMenu(menu, { name });
  if (words.length === 1 && ['--help', '-h'].includes(words[0]) && listed.entries.length > 0) {
    process.stdout.write(menuHelp(listed, (process.stdout.isTTY && process.stdout.columns) || 80));
    return EXIT.fine;
  }
  const { newMenuParser } = await import('./parser.ts');
  newMenuParser(listed).parse([...words], { from: 'user' });
  return EXIT.input;
}

/** With the summaries and examples of its entries. */
export async function listMenu(menu: Menu, { name }: { name: string }): Promise<ListedMenu> {
  const examples = [...(menu.examples ?? [])];
  const entries: ListedEntry[] = [];
  for (const [word, { summary, hidden, load }] of Object.entries(menu.entries)) {
    const loaded = summary === undefined && !hidden ? await loadIfThere(load) : undefined;
    if (summary === undefined && !hidden && !loaded) continue;
    entries.push({ word, summary: summary ?? loaded?.summary ?? '', hidden });
    if (loaded) examples.push(...(await firstExamples(loaded)));
  }
  const after = [...(menu.note ? [`\n${menu.note}`] : []), ...(examples.length > 0 ? [examplesText(examples)] : [])];
  return { name, summary: menu.summary, ...(menu === ROOT ? { version } : {}), entries, after };
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
