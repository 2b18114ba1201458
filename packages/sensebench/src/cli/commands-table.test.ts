import { InputError } from '@sensebench/metrics/internal/core';
import { describe, expect, it } from 'vitest';
import { type Command, isAction, type Menu } from './command.ts';
import { ROOT } from './commands-table.ts';
import { findCommand } from './find-command.ts';
import { addFlags, addOutputFlags, readFlags } from './option-flags.ts';
import { newParser } from './parser.ts';

interface Place {
  path: string;
  command: Command;
}

/** Every command, by every way that leads to it; a benchmark without an action of that name is passed over. */
async function walk(menu: Menu, path: readonly string[] = []): Promise<Place[]> {
  const places: Place[] = [];
  for (const [word, { load }] of Object.entries(menu.entries)) {
    const command = await load().catch((error: unknown) => {
      if (error instanceof InputError) return undefined;
      throw error;
    });
    if (!command) continue;
    const here = [...path, word];
    places.push({ path: here.join(' '), command });
    if (!isAction(command)) places.push(...(await walk(command, here)));
  }
  return places;
}

describe('every command', async () => {
  const places = await walk(ROOT);
  const actions = places.flatMap(({ path, command }) => (isAction(command) ? [{ path, action: command }] : []));

  it.each(['evaluate', 'build situatedgen', 'score text', 'score situatedgen'])(
    '%s has at most twenty flags, a dozen before the headings',
    (path) => {
      const action = actions.find((each) => each.path === path)?.action;
      expect(action).toBeDefined();
      if (!action) return;
      const positional = action.arguments?.map(({ name }) => name) ?? [];
      const flags = Object.keys(action.options.shape).filter((name) => !positional.includes(name));
      const grouped = Object.values(action.groups ?? {}).flat();
      expect(flags.length).toBeLessThanOrEqual(20);
      expect(flags.filter((name) => !grouped.includes(name)).length).toBeLessThanOrEqual(12);
      const parser = newParser(path, action.summary);
      addFlags(parser, action);
      addOutputFlags(parser);
      for (const heading of [...Object.keys(action.groups ?? {}), 'In every command'])
        expect(parser.helpInformation()).toContain(`\n${heading}:\n`);
    },
  );

  it('is found: commands, those of benchmarks, and groups', () => {
    const paths = places.map(({ path }) => path);
    for (const path of ['tour', 'build', 'build commongen', 'commongen build', 'commongen transfer', 'tgcsr kit starter', 'data add'])
      expect(paths).toContain(path);
    expect(paths.length).toBeGreaterThan(50);
  });

  it.each(actions)('$path has examples that lead to it and that it understands', async ({ path, action }) => {
    expect(action.examples.length).toBeGreaterThan(0);
    for (const example of action.examples) {
      const found = await findCommand(ROOT, splitWords(example));
      expect(isAction(found.command), example).toBe(true);
      expect(found.path, example).toContain(path.split(' ').at(-1));
      const parser = newParser(example, action.summary);
      addFlags(parser, action);
      addOutputFlags(parser);
      parser.action(() => undefined).parse([...found.words], { from: 'user' });
      const { json: _json, output: _output, quiet: _quiet, ...flags } = parser.opts();
      expect(() => readFlags(action, flags, parser.processedArgs), example).not.toThrow();
    }
  });
});

/** Words of a command line, with "quoted ones" together. */
function splitWords(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain);
}
