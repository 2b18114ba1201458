/** The reference of the command line, from the table of commands: every command with its arguments, flags, notes and examples. */

import { type Action, kebabCase } from '../../packages/metrics/src/core/index.ts';
import { type Command, isAction, type Menu } from '../../packages/sensebench/src/cli/command.ts';
import { ROOT } from '../../packages/sensebench/src/cli/commands-table.ts';
import { type SchemaField, schemaFields } from '../../packages/sensebench/src/files/index.ts';
import { describeModels } from '../../packages/sensebench/src/runners/models/index.ts';
import { cell, markdownTable } from './markdown-table.ts';

interface ListedAction {
  /** The words after `sensebench`. */
  words: string;
  action: Action;
}

export async function commandReference(): Promise<string> {
  const actions = await listActions(ROOT);
  return [
    '---\noutline: 2\n---\n',
    '# Commands\n',
    'Every command takes `--json` (JSON on standard output), `--output FILE` (write the result to a file), `--quiet` (no progress) and `--help`.\n',
    ...actions.map(describeAction),
  ].join('\n');
}

/** Kinds of models with their options, for `--model`. */
export async function modelReference(): Promise<string> {
  const models = await describeModels();
  const parts = models.map(({ definition, usage, options }) => {
    const examples = definition.examples ?? [];
    return [
      `## ${definition.name}\n`,
      `\`--model ${usage}\`: ${definition.summary}.\n`,
      fieldTable(options, (field) => `${kebabCase(field.name)}${valueText(field, '=')}`),
      examples.length > 0 ? `Examples: ${examples.map((example) => `\`${example}\``).join(', ')}\n` : '',
    ].join('\n');
  });
  const intro = "Options stand in parentheses after the name: `--model 'openai:gpt-4o-mini(temperature=0.7,max-tokens=64)'`.";
  return `---\noutline: 2\n---\n\n# Models\n\n${intro} [Model runners](../models.md) explains them.\n\n${parts.join('\n')}`;
}

/** An action that two menus share is listed once. */
async function listActions(menu: Menu, words = '', seen = new Set<Command>()): Promise<ListedAction[]> {
  const listed: ListedAction[] = [];
  for (const [word, entry] of Object.entries(menu.entries)) {
    const command = await entry.load().catch(() => undefined);
    if (command === undefined || seen.has(command)) continue;
    seen.add(command);
    const path = `${words} ${word}`.trim();
    if (isAction(command)) listed.push({ words: path, action: command });
    else listed.push(...(await listActions(command, path, seen)));
  }
  return listed;
}

function describeAction({ words, action }: ListedAction): string {
  const positional = action.arguments ?? [];
  const usage = positional.map(({ name, optional, variadic }) => {
    const shown = variadic ? `${name}…` : name;
    return optional ? `[${shown}]` : `<${shown}>`;
  });
  const names = new Set(positional.map(({ name }) => name));
  const fields = schemaFields(action.options).filter(({ name }) => !names.has(name));
  const groups = Object.entries(action.groups ?? {});
  const grouped = new Set(groups.flatMap(([, members]) => members));
  return [
    `## ${words}\n`,
    `${sentence(action.summary)}\n`,
    `\`\`\`text\nsensebench ${[words, ...usage, ...(fields.length > 0 ? ['[options]'] : [])].join(' ')}\n\`\`\`\n`,
    positional.length > 0
      ? markdownTable(
          ['argument', 'meaning'],
          positional.map(({ name, summary }) => [`\`${name}\``, cell(summary)]),
        )
      : '',
    flagTable(fields.filter(({ name }) => !grouped.has(name))),
    ...groups.flatMap(([heading, members]) => [`**${heading}**\n`, flagTable(fields.filter(({ name }) => members.includes(name)))]),
    ...(action.notes ?? []).map((note) => `${escapeText(note)}\n`),
    action.examples.length > 0 ? `\`\`\`sh\n${action.examples.map((example) => `npx sensebench ${example}`).join('\n')}\n\`\`\`\n` : '',
  ].join('\n');
}

function flagTable(fields: readonly SchemaField[]): string {
  return fieldTable(fields, (field) => {
    const no = field.kind === 'boolean' && field.default === true;
    return `--${no ? 'no-' : ''}${kebabCase(field.name)}${valueText(field, ' ')}`;
  });
}

function fieldTable(fields: readonly SchemaField[], usage: (field: SchemaField) => string): string {
  if (fields.length === 0) return '';
  return markdownTable(
    ['option', 'meaning', 'default'],
    fields.map((field) => [`\`${usage(field)}\``, cell(field.summary), fallbackOf(field)]),
  );
}

function valueText({ kind, choices }: SchemaField, before: string): string {
  if (kind === 'boolean') return '';
  if (choices) return before + choices.join('|');
  return before + { number: 'N', array: 'VALUES…', json: '{…}', text: 'VALUE' }[kind];
}

function fallbackOf({ default: fallback, required, kind }: SchemaField): string {
  if (required) return 'required';
  const empty = fallback === undefined || (Array.isArray(fallback) && fallback.length === 0);
  return empty || kind === 'boolean' ? '' : `\`${typeof fallback === 'object' ? JSON.stringify(fallback) : String(fallback)}\``;
}

function sentence(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return escapeText(/[.!?]$/.test(capital) ? capital : `${capital}.`);
}

function escapeText(text: string): string {
  return text.replace(/</g, '&lt;');
}
