/** `sensebench completion bash|zsh|fish`: the script by which a shell completes commands and flags, and the words that it asks for. */

import { type Action, defineAction, isModule, kebabCase } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { BENCHMARK_NAMES } from '../../benchmarks/index.ts';
import { schemaFields } from '../../files/index.ts';
import { isAction, type Menu } from '../command.ts';
import { findCommand } from '../find-command.ts';

const SCRIPTS = {
  bash: `_sensebench() {
  local IFS=$'\\n'
  local words="$(sensebench completion words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)"
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _sensebench sensebench`,
  zsh: `#compdef sensebench
_sensebench() {
  local -a found
  found=("\${(@f)$(sensebench completion words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found" ]]; then compadd -- $found; else _files; fi
}
compdef _sensebench sensebench`,
  fish: `function __sensebench_words
  set -l words (commandline -opc) (commandline -ct)
  sensebench completion words -- $words[2..-1] 2>/dev/null
end
complete -c sensebench -a '(__sensebench_words)'`,
} as const;

/** Commands and flags of a menu: the table of commands passes itself. */
export const completionOf = (root: Menu): Action =>
  defineAction({
    summary: 'print the script that completes commands and flags in bash, zsh or fish',
    arguments: [
      { name: 'shell', summary: 'bash, zsh or fish; `words` lists what may complete a command line' },
      { name: 'words', summary: 'with `words`: the command line so far', variadic: true, optional: true },
    ],
    options: z.object({
      shell: z.enum(['bash', 'zsh', 'fish', 'words']),
      words: z.array(z.string()).default([]),
    }),
    examples: [
      'completion bash >> ~/.bashrc',
      'completion zsh >> ~/.zshrc',
      'completion fish > ~/.config/fish/completions/sensebench.fish',
    ],
    async run({ shell, words }) {
      if (shell !== 'words') return { text: SCRIPTS[shell] };
      return { lines: await completions(root, words) };
    },
  });

/** What the last word may become. Empty where a file is expected: shells complete names of files themselves. */
async function completions(root: Menu, words: readonly string[]): Promise<string[]> {
  // Finding its command would run the module.
  if (words.some(isModule)) return [];
  const typed = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const { command, words: rest } = await findCommand(root, before);
  const possible = isAction(command) ? wordsOfAction(command, { typed, rest }) : rest.length === 0 ? wordsOfMenu(command, typed) : [];
  return possible.filter((word) => word.startsWith(typed));
}

function wordsOfMenu({ entries }: Menu, typed: string): string[] {
  if (typed.startsWith('-')) return ['--help'];
  return Object.keys(entries).filter((word) => !entries[word].hidden);
}

function wordsOfAction(action: Action, { typed, rest }: { typed: string; rest: readonly string[] }): string[] {
  const positional = action.arguments?.map(({ name }) => name) ?? [];
  const fields = schemaFields(action.options).filter(({ name }) => !positional.includes(name));
  const previous = rest.at(-1) ?? '';
  const awaited = fields.find(({ name, kind }) => kind !== 'boolean' && previous === `--${kebabCase(name)}`);
  if (awaited) return [...(awaited.choices ?? [])];
  if (typed.startsWith('-')) {
    const flags = fields.map(({ name, default: fallback }) => `--${fallback === true ? 'no-' : ''}${kebabCase(name)}`);
    return [...flags, '--format', '--help', '--json', '--output', '--quiet'];
  }
  return positional[0] === 'benchmark' && rest.length === 0 ? [...BENCHMARK_NAMES] : [];
}
