import { describe, expect, it } from 'vitest';
import { describeSkips } from './parity-reporter.ts';

const file = { file: 'src/a.parity.test.ts', skipped: 2, tests: 3, reasons: ['../shared/a is not here', 'no Java'] };

describe('the end of npm run parity', () => {
  it('says which files skipped tests, how many, and why', () => {
    expect(describeSkips([file, { ...file, file: 'src/b.parity.test.ts', reasons: [] }])).toEqual({
      text: [
        'Skipped:',
        '  src/a.parity.test.ts: 2 of 3 tests',
        '    ../shared/a is not here',
        '    no Java',
        '  src/b.parity.test.ts: 2 of 3 tests',
        '    no reason given',
      ].join('\n'),
      failed: false,
    });
  });

  it('fails for a skip where all tests are asked for', () => {
    expect(describeSkips([file], 'all')).toMatchObject({
      failed: true,
      text: expect.stringContaining('SENSEBENCH_PARITY=all makes an error'),
    });
    expect(describeSkips([], 'all')).toEqual({ failed: false, text: 'Nothing was skipped.' });
  });
});
