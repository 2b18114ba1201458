import { InputError } from '@sensebench/metrics/internal/core';
import { describe, expect, it } from 'vitest';
import { isAction, type Menu } from './command.ts';
import { ROOT } from './commands-table.ts';
import { menuHelp } from './menu-help.ts';
import { newMenuParser } from './parser.ts';
import { listMenu } from './program.ts';

interface NamedMenu {
  name: string;
  menu: Menu;
}

async function menusOf(menu: Menu, name: string): Promise<NamedMenu[]> {
  const menus: NamedMenu[] = [{ name, menu }];
  for (const [word, { load }] of Object.entries(menu.entries)) {
    const command = await load().catch((error: unknown) => {
      if (error instanceof InputError) return undefined;
      throw error;
    });
    // A menu without entries is left to commander.
    if (command && !isAction(command) && Object.keys(command.entries).length > 0)
      menus.push(...(await menusOf(command, `${name} ${word}`)));
  }
  return menus;
}

describe('the help of a menu', async () => {
  it.each(await menusOf(ROOT, 'sensebench'))('$name: has the words and lines of commander at any width', async ({ name, menu }) => {
    const listed = await listMenu(menu, { name });
    for (const width of [20, 40, 57, 58, 72, 80, 81, 100, 132, 200]) {
      let printed = '';
      const parser = newMenuParser(listed).configureOutput({ getOutHelpWidth: () => width, writeOut: (text) => (printed += text) });
      parser.outputHelp();
      expect(menuHelp(listed, width)).toBe(printed);
    }
  });
});
