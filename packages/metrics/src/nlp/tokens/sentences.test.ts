import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitSentences } from './sentences.ts';

const split = (text: string) => splitSentences(text).map((sentence) => sentence.text);

describe('splitSentences', () => {
  it.each([
    [['It rains.', 'We stay in!', 'Why?']],
    [['Dr. Smith met J. R. Jones at 5.30 p.m. on Main St. near the river.', 'He left.']],
    [['It was made by Acme Inc. in the U.S. Army depot.']],
    [['They moved to the U.S.', 'The trip was long.']],
    [['"Stop!" he said.', '"I will not," she said.']],
    [['Well... maybe not.', 'Wait...', 'What was that?']],
    [['He said (it was late.)', 'Then he left.']],
    [['Pi is 3.14.', 'See fig. 2 for more.']],
    [['Really?!', 'Yes.']],
    [['今日は。', '元気です。']],
    [['The team trains under the sun.', 'Moonlight is for owls.']],
    [['She teaches art.', 'Music comes later.']],
    [['They go to mass.', 'Dinner follows.']],
    [['He lives in Boston, Mass. with his dog.', 'She said no.', 'Dinner follows.']],
    [['We meet on Sun. Mar. 5 for art. 7 and fig. 3.', 'Cook it for 5 min. at most.']],
    [['The museum is in Washington, D.C.', 'Scotland Yard does police work.']],
    [['The Pony Express delivered mail in the U.S.', '50 Cent released albums.']],
    [['She works for Smith & Co.', 'Western Wall currently exists in Israel.']],
    [['He said that the U.S. Army fought well.', 'Ford Motor Co. Chairman Smith agreed on Dec. 15 rules.']],
    [['She drove to Ft. Worth.', 'A painting by W.H.S. Koerner hangs there.']],
  ])('%j', (sentences) => {
    const text = sentences.join(' ');
    expect(split(text)).toEqual(sentences);
  });

  it('cuts at blank lines and list items, not at other line breaks', () => {
    expect(split('A title\n\nThis text\ngoes on.\n1. First item\n2. Second item\n- third')).toEqual([
      'A title',
      'This text\ngoes on.',
      '1. First item',
      '2. Second item',
      '- third',
    ]);
  });

  it('covers all that is no white space, in order', () => {
    const text = fc.string({ unit: fc.constantFrom(...'aB1.?!…"\'() \n\r-é👍'), maxLength: 60 });
    fc.assert(
      fc.property(text, (value) => {
        let last = 0;
        let covered = '';
        for (const { text: sentence, start, end } of splitSentences(value)) {
          if (start < last || sentence !== value.slice(start, end) || sentence.trim() === '') return false;
          covered += sentence;
          last = end;
        }
        return covered.replace(/\s/g, '') === value.replace(/\s/g, '');
      }),
      { numRuns: 500 },
    );
  });

  it.each(['.', '. ', 'a.', '?"', '\n', 'A. '])('takes long runs of %j in linear time', (unit) => {
    const start = process.cpuUsage();
    splitSentences(unit.repeat(300_000 / unit.length));
    expect(process.cpuUsage(start).user).toBeLessThan(3_000_000);
  });
});
