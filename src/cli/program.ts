/** The command line: finds the command, reads its flags, runs its action. */
import { Command, CommanderError } from 'commander';
import { version } from '../app/index.ts';
import { loadBenchmark } from '../benchmarks/index.ts';
import { type Action, InputError } from '../core/index.ts';
import type { CommandEntry } from './command.ts';
import { COMMANDS } from './commands-table.ts';
import { addFlags, readFlags } from './option-flags.ts';
import { EXIT, explain, runAction } from './run-action.ts';

/** The exit code. */
export async function main(words: string[]): Promise<number> {
  // A closed pipe (`| head`) is no error of ours.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? EXIT.fine : EXIT.bug));
  let exitCode: number = EXIT.fine;
  try {
    const program = newCommand('sensebench', 'A workbench for commonsense benchmarks: build, annotate, evaluate, host.').version(version);
    const called = words.find((word) => !word.startsWith('-'));
    for (const [name, entry] of Object.entries(COMMANDS)) {
      const command = newCommand(name, entry.summary);
      program.addCommand(command);
      if (name === called) await fill(command, entry, words.slice(words.indexOf(name) + 1));
    }
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.fine : EXIT.input;
    return explain(error);
  }
  return exitCode;

  async function fill(command: Command, entry: CommandEntry, rest: readonly string[]): Promise<void> {
    const { action, actions, forBenchmark } = await entry.load();
    if (action) addAction(command, action);
    for (const [name, sub] of Object.entries(actions ?? {})) {
      const subcommand = newCommand(name, sub.summary);
      addAction(subcommand, sub);
      command.addCommand(subcommand);
    }
    const called = rest.find((word) => !word.startsWith('-'));
    if (forBenchmark && !(called !== undefined && Object.hasOwn(actions ?? {}, called))) await addBenchmark(command, forBenchmark, rest);
  }

  async function addBenchmark(
    command: Command,
    forBenchmark: NonNullable<Awaited<ReturnType<CommandEntry['load']>>['forBenchmark']>,
    rest: readonly string[],
  ) {
    const spec = rest.find((word) => !word.startsWith('-'));
    if (spec === undefined) {
      command
        .usage('<benchmark> [options]')
        .addHelpText('after', '\n<benchmark>: situatedgen, commongen, tgcsr, or the path of a .js module.\n');
      command.action(() => {
        throw new InputError(`which benchmark? sensebench ${command.name()} situatedgen|commongen|tgcsr|./my.js`);
      });
      return;
    }
    const benchmark = await loadBenchmark(spec);
    const action = forBenchmark(benchmark);
    if (!action) throw new InputError(`${benchmark.name} has no ${command.name()}`);
    const subcommand = newCommand(spec, action.summary);
    addAction(subcommand, action);
    command.addCommand(subcommand);
  }

  function addAction(command: Command, action: Action): void {
    addFlags(command, action);
    command
      .option('--json', 'print JSON, and nothing else, to standard output')
      .option('--output <file>', 'write the result to a file')
      .option('--quiet', 'no progress')
      .addHelpText('after', `\nExamples:\n${action.examples.map((example) => `  sensebench ${example}`).join('\n')}\n`)
      .action(async (...given: unknown[]) => {
        const { json = false, output, quiet = false, ...flags } = command.opts<{ json?: boolean; output?: string; quiet?: boolean }>();
        exitCode = await runAction(action, readFlags(action, flags, given.slice(0, -2)), { json, output, quiet });
      });
  }
}

function newCommand(name: string, summary: string): Command {
  return new Command(name)
    .description(summary)
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({
      writeErr: (text) =>
        process.stderr.write(text.replace(/^error: /, 'sensebench: ').replace(/\n\(Did you mean (.*)\?\)/, '; did you mean $1?')),
    });
}
