import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RenderedPrompt } from '@sensebench/metrics/internal/core';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPromptLog, readRunPrompts } from './run-prompts.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sensebench-prompts-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const file = () => join(folder, 'prompts.jsonl');
const place = (id: string) => ({ id, repeat: 0, order: 0 });

async function write(prompts: readonly (readonly [string, RenderedPrompt])[]): Promise<void> {
  const log = await openPromptLog(folder);
  for (const [id, prompt] of prompts) log.append(place(id), prompt);
  log.close();
}

async function read(): Promise<Map<string, RenderedPrompt>> {
  const prompts = new Map<string, RenderedPrompt>();
  for await (const { id, messages } of readRunPrompts(folder)) {
    const [first] = messages;
    const whole = messages.map(({ role, lines }) => ({ role: role ?? 'user', content: lines.join('\n') }));
    prompts.set(id, first && first.role === undefined ? whole[0].content : whole);
  }
  return prompts;
}

const texts = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('a', '\n', '\u0000', '\u001b', '\u202e', ' ') }));
const messages = fc.array(fc.record({ role: fc.constantFrom('system' as const, 'user' as const, 'assistant' as const), content: texts }), {
  minLength: 1,
  maxLength: 3,
});

describe('prompts of a run folder', () => {
  it('come back as they were, over any number of sittings, control characters too', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(texts, messages), { maxLength: 8 }), fc.nat(8), async (prompts, cut) => {
        rmSync(file(), { force: true });
        const named = prompts.map((prompt, i) => [String(i), prompt] as const);
        await write(named.slice(0, cut));
        // A second sitting begins at the start, as a resumed run may.
        await write(named);
        expect([...(await read())]).toEqual(named);
        expect(readFileSync(file(), 'utf8').split('\n')).toHaveLength(named.length + 1);
      }),
      { numRuns: 60 },
    );
  });

  it('hold a line that many share once', async () => {
    const template = 'Write one sentence with all of these words. '.repeat(20);
    await write(Array.from({ length: 50 }, (_, i) => [`item ${i}`, `${template}\nwords: ${i}\nsentence:`] as const));
    const text = readFileSync(file(), 'utf8');
    expect(text.split('Write one').length - 1).toBe(20);
    expect(text.length).toBeLessThan(50 * 100 + template.length + 200);
  });

  it('lose at most a torn last line, which is written again', async () => {
    await write([
      ['a', 'one\ntwo'],
      ['b', 'one\nthree'],
    ]);
    const whole = readFileSync(file(), 'utf8');
    writeFileSync(file(), whole.slice(0, -5));
    await write([
      ['a', 'one\ntwo'],
      ['b', 'one\nthree'],
    ]);
    expect(readFileSync(file(), 'utf8')).toBe(whole);
  });

  it('are none in a folder of an earlier version, and a wrong number is named with its line', async () => {
    expect([...(await read())]).toEqual([]);
    await write([['a', 'one']]);
    appendFileSync(file(), '{"id":"b","prompt":{"parts":[7]}}\n');
    await expect(read()).rejects.toThrow(/prompts\.jsonl:2, field "prompt": there is no line of text 7/);
  });
});
