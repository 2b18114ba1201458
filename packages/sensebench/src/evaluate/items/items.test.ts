/** Item analysis from files: what is read, what is found, and what is refused. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { analyseItems } from './analyse-items.ts';
import { renderItemsPage } from './items-page.ts';
import { describeAnalysis } from './items-tables.ts';
import { readScoreTable } from './read-score-table.ts';

const folder = mkdtempSync(join(tmpdir(), 'items-'));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('readScoreTable', () => {
  const expected = {
    systems: ['a', 'b'],
    items: ['x', 'y'],
    scores: [
      [1, 0],
      [1, 1],
    ],
  };

  it.each([
    ['long.csv', 'system,item,score\na,x,1\na,y,0\nb,x,1\nb,y,1\n'],
    ['other-names.csv', 'Model,Question ID,correct\na,x,true\na,y,False\nb,x,yes\nb,y,1\n'],
    ['by-item.csv', 'item,a,b\nx,1,1\ny,0,1\n'],
    ['by-system.csv', 'model,x,y\na,1,0\nb,1,1\n'],
    [
      'lines.jsonl',
      '{"system":"a","item":"x","score":1}\n{"system":"a","item":"y","score":0}\n{"system":"b","item":"x","score":true}\n{"system":"b","item":"y","score":1}\n',
    ],
    ['tabs.tsv', 'item\ta\tb\nx\t1\t1\ny\t0\t1\n'],
  ])('reads %s', async (name, text) => {
    expect(await readScoreTable([file(name, text)])).toMatchObject(expected);
  });

  it('leaves missing scores empty, and keeps units', async () => {
    const table = await readScoreTable([file('gaps.csv', 'system,item,score,group\na,x,1,g\na,y,,h\nb,x,0.5,g\n')]);
    expect(table.scores).toEqual([
      [1, null],
      [0.5, null],
    ]);
    expect(table.units).toEqual(
      new Map([
        ['x', 'g'],
        ['y', 'h'],
      ]),
    );
  });

  it.each([
    ['twice.csv', 'system,item,score\na,x,1\na,x,0\n', 'several scores of one system for one item: a on x'],
    ['no-number.csv', 'system,item,score\na,x,good\n', 'row 1 has no number in "score": "good"'],
    ['no-scores.csv', 'name,colour\na,red\n', 'has no scores'],
    ['empty.jsonl', '', 'has no rows'],
    ['same.csv', 'item,a,b\nx,1,1\nx,0,1\n', 'rows with the same "item": x'],
  ])('refuses %s', async (name, text, message) => {
    await expect(readScoreTable([file(name, text)])).rejects.toThrow(message);
  });

  it('refuses a column that is not there, and a missing file', async () => {
    await expect(readScoreTable([file('by.csv', 'item,a\nx,1\n')], { by: 'b' })).rejects.toThrow('no column "b"');
    await expect(readScoreTable([join(folder, 'nowhere.csv')])).rejects.toThrow('no such file');
  });
});

describe('analyseItems', () => {
  // Eight systems, each better than the one before; item 2 is solved by the weak ones alone.
  const scores = Array.from({ length: 8 }, (_, system) =>
    [0, 1, 2, 3, 4, 5, 6, 7].map((item) => (item === 2 ? Number(system < 4) : Number(system >= item))),
  );
  const table = { systems: scores.map((_, system) => `s${system}`), items: scores[0].map((_, item) => `i${item}`), scores };

  it('finds the item whose key may be wrong, and those that say nothing', () => {
    const analysis = analyseItems(table);
    expect(analysis.suspected).toEqual(['i2']);
    expect(analysis.solvedByAll).toEqual(['i0']);
    expect(analysis.items[2].discrimination).toBeLessThan(-0.8);
    expect(analysis.model?.model).toBe('1pl');
    expect(describeAnalysis(analysis)[1]).toBe(
      'On 1 of 8 items weak systems do better than strong ones (p < .05); by chance alone 0 would be expected.',
    );
  });

  it('says what few systems cannot show', () => {
    expect(analyseItems({ ...table, systems: ['a', 'b'], scores: scores.slice(3, 5) }).notes).toEqual([
      'With fewer than three systems only the mean score of each item is known.',
    ]);
  });

  it('writes a page with the suspected item, its texts escaped', () => {
    const page = renderItemsPage(analyseItems(table), {
      title: 'Items',
      version: '0',
      texts: new Map([['i2', { input: 'Is <b>ice</b> hot?', references: ['no'], answers: { s0: 'yes' } }]]),
    });
    expect(page).toContain('id="item-i2"');
    expect(page).toContain('Is &lt;b&gt;ice&lt;/b&gt; hot?');
    expect(page).toContain('<svg');
  });
});
