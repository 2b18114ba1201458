import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { completionCode, isCompletionCode } from './completion-code.ts';
import { pseudonym } from './pseudonym.ts';
import { isCrowdHeader, readCrowdAnswers } from './read-crowd.ts';

const secret = 'a secret of the study';
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sensebench-crowd-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function read(text: string, more: Partial<Parameters<typeof readCrowdAnswers>[1]> = {}) {
  const path = join(folder, 'answers.csv');
  writeFileSync(path, text);
  const rows = [];
  for await (const { place: _place, ...row } of readCrowdAnswers(path, { task: 'x/rate', secret, ...more })) rows.push(row);
  return rows;
}

describe('completion codes', () => {
  const of = { study: 's1', annotator: 'a1', secret };

  it('are the same every time, and other ones for another person, study or secret', () => {
    expect(completionCode(of)).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
    expect(completionCode(of)).toBe(completionCode(of));
    const others = [
      { ...of, study: 's2' },
      { ...of, annotator: 'a2' },
      { ...of, secret: `${secret}!` },
      { study: 's', annotator: '1a1', secret },
    ];
    expect(new Set([of, ...others].map(completionCode)).size).toBe(5);
  });

  it('are known as people type them, and others are not', () => {
    const code = completionCode(of);
    expect(isCompletionCode(` ${code.toLowerCase().replace('-', ' ')} `, of)).toBe(true);
    expect(isCompletionCode(code.replaceAll('0', 'o').replaceAll('1', 'l'), of)).toBe(true);
    expect(isCompletionCode(completionCode({ ...of, annotator: 'a2' }), of)).toBe(false);
    expect(isCompletionCode('', of)).toBe(false);
    expect(() => completionCode({ ...of, secret: 'short' })).toThrow(RangeError);
  });
});

describe('answers of a crowd platform', () => {
  it('are read from MTurk, with radio buttons, time and pseudonym, and without the ids', async () => {
    const rows = await read(
      [
        'HITId,AssignmentId,WorkerId,AssignmentStatus,SubmitTime,WorkTimeInSeconds,Input.id,Answer.rating.3,Answer.rating.4,Answer.comment',
        'H1,A1,W123,Approved,Mon Jan 05 10:00:00 PST 2026,31,c/1/2,false,true,of course',
        'H1,A2,W456,Rejected,Mon Jan 05 10:00:00 PST 2026,2,c/1/2,true,false,',
      ].join('\n'),
    );
    expect(rows).toEqual([
      {
        task: 'x/rate',
        item: 'c/1/2',
        annotator: pseudonym('W123', secret),
        value: { rating: '4', comment: 'of course' },
        at: '2026-01-05T18:00:00.000Z',
        id: expect.stringMatching(/^answer-[0-9a-f]{12}$/),
        ms: 31_000,
      },
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/W123|A1|H1/);
  });

  it('are read from Prolific, with columns that the owner names', async () => {
    const rows = await read(
      'Submission id,Participant id,Status,Completed at,Time taken,item,Q1\nS1,P1,APPROVED,2026-01-05T10:00:00Z,12.5,i1,yes\nS2,P2,RETURNED,,,i1,no',
      {
        columns: { Q1: 'value' },
      },
    );
    expect(rows).toMatchObject([{ item: 'i1', value: 'yes', ms: 12_500, at: '2026-01-05T10:00:00.000Z' }]);
  });

  it('say how many were left out, and what is missing', async () => {
    const lines: string[] = [];
    await read('WorkerId,Input.id,AssignmentStatus,Answer.value\nW,i,Rejected,yes', { warn: (line) => lines.push(line) });
    expect(lines[0]).toContain('1 rows were rejected or returned');
    await expect(read('WorkerId,Answer.value\nW,yes')).rejects.toThrow('has no Input.item');
    await expect(read('WorkerId,Input.id\nW,i')).rejects.toThrow('has no answer');
    await expect(read('WorkerId,Input.id,SubmitTime,Answer.value\nW,i,soon,yes')).rejects.toThrow('"soon" is not a time');
    expect(isCrowdHeader(['WorkerId', 'Input.id'])).toBe(true);
    expect(isCrowdHeader(['item', 'annotator'])).toBe(false);
  });

  it('have one pseudonym a person and secret', () => {
    expect(pseudonym('W1', 'x')).toBe(pseudonym(' W1 ', 'x'));
    expect(pseudonym('W1', 'x')).not.toBe(pseudonym('W1', 'y'));
    expect(() => pseudonym('W1', '')).toThrow(RangeError);
  });
});
