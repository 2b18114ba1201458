import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { describeItem, showScore } from './item-detail.ts';
import type { ItemRow } from './report-rows.ts';
import { rowsToCsv } from './rows-csv.ts';

const page: Document = parseHTML('<!doctype html><html><body></body></html>').document;
const report = {
  runs: ['one', 'two'],
  outputs: [{ name: 'match', scale: 100 }],
  groups: [{ name: 'size', values: ['3', '4'] }],
};
const texts = ['ice', 'sun', 'in the reference in the first sentence', 'ice by lemma: ice'];
const item: ItemRow = {
  id: '7',
  input: 'ice, sun',
  references: ['Ice melts.', 'Sun shines.'],
  answers: [
    {
      text: 'Some <b>ice</b>',
      scores: [0.5],
      sought: [
        { text: 0, astray: true },
        { text: 1, found: 'missing', note: 2 },
      ],
      marks: [
        { start: 8, end: 11, note: 3 },
        { start: 14, end: 99, found: 'second' },
      ],
    },
    { text: 'x\u202ey', length: 30_000, scores: [null] },
  ],
  groups: [1],
};
const render = (row: ItemRow) => {
  const place = page.createElement('div');
  place.append(...describeItem(page, report, { item: row, texts }));
  return place;
};

describe('an item in full', () => {
  it('shows what each run said, with marks, scores and what is missing', () => {
    const shown = render(item);
    expect(shown.querySelector('h3')?.textContent).toBe('7');
    expect([...shown.querySelectorAll('mark')].map((mark) => [mark.className, mark.textContent, mark.title])).toEqual([
      ['first', 'ice', 'ice by lemma: ice'],
    ]);
    expect([...shown.querySelectorAll('.chip')].map((chip) => [chip.className, chip.getAttribute('title')])).toEqual([
      ['chip first astray', ''],
      ['chip missing', 'not in the output; in the reference in the first sentence'],
    ]);
    expect([...shown.querySelectorAll('dt')].map((title) => title.textContent)).toEqual([
      'reference 1',
      'reference 2',
      'one',
      'two',
      'size',
    ]);
    expect([...shown.querySelectorAll('.item-scores')].map((line) => line.textContent)).toEqual(['match 50.00', 'match –']);
    expect(shown.textContent).toContain('30,000 characters in all');
  });

  it('takes text as text, and shows marks that would turn its direction', () => {
    const shown = render(item);
    expect(shown.querySelector('dd b')).toBeNull();
    expect(shown.textContent).toContain('Some <b>ice</b>');
    expect(shown.textContent).toContain('x\\u202ey');
  });

  it('lists choices with the right one marked, and says whether an answer is right', () => {
    const shown = render({
      ...item,
      input: 'The dog',
      choices: [
        { label: 'A', text: 'flies' },
        { label: 'B', text: 'barks', right: true },
      ],
      references: ['B'],
      answers: [
        { text: 'B', scores: [1] },
        { text: 'A', scores: [0] },
      ],
    });
    expect(shown.querySelector('p')?.textContent).toBe('The dog');
    expect([...shown.querySelectorAll('.choices li')].map((line) => [line.className, line.textContent])).toEqual([
      ['', 'A flies'],
      ['right', 'B barks'],
    ]);
    expect([...shown.querySelectorAll('.answer')].map((answer) => [answer.className, answer.textContent])).toEqual([
      ['answer right', 'B: barks'],
      ['answer wrong', 'A: flies'],
    ]);
    expect(shown.textContent).not.toContain('reference');
    const none = render({ ...item, choices: [{ label: 'A', text: 'flies' }], answers: [{ text: '', scores: [0] }] });
    expect(none.querySelector('.note')?.textContent).toBe('names no choice');
    const yesNo = render({ ...item, choices: [{ label: 'yes', text: 'yes', right: true }], answers: [{ text: 'yes', scores: [1] }] });
    expect([yesNo.querySelector('li')?.textContent, yesNo.querySelector('.answer')?.textContent]).toEqual(['yes', 'yes']);
  });

  it('prints an undefined score as a dash', () => {
    expect([showScore({ scale: 10 }, 1.234), showScore({ scale: 100 }, null)]).toEqual(['12.34', '–']);
  });
});

describe('the listed items as CSV', () => {
  it('have a column for each run and score', () => {
    expect(rowsToCsv(report, [item])).toBe(
      'id,input,references,one,one match,two,two match\n7,"ice, sun",Ice melts. | Sun shines.,Some <b>ice</b>,0.5,x\u202ey,\n',
    );
  });
});
