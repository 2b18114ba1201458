import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { type ActionResult, defineAction, InputError } from '@sensebench/metrics/internal/core';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addFlags, readFlags } from './option-flags.ts';
import { printResult } from './print-result.ts';
import { createProgress } from './progress.ts';

const action = defineAction({
  summary: 'an action',
  arguments: [{ name: 'dataset', summary: 'a folder' }],
  options: z.object({
    dataset: z.string(),
    threshold: z.number().min(0).max(1).default(0.8).describe('least cosine'),
    seed: z.number().int().default(17),
    source: z.array(z.string()).default([]).describe('name=path'),
    minConfidence: z.number().optional(),
    entities: z.enum(['given', 'model']).default('model'),
    force: z.boolean().default(false),
    cache: z.boolean().default(true).describe('keep what was computed'),
  }),
  examples: ['x d'],
  run: async () => ({}),
});

function parse(...words: string[]): Record<string, unknown> {
  const command = new Command('x').exitOverride().configureOutput({ writeErr: () => undefined });
  addFlags(command, action);
  command.action(() => undefined);
  command.parse(words, { from: 'user' });
  return readFlags(action, command.opts(), command.processedArgs);
}

function collect(isTTY = false): { stream: NodeJS.WriteStream; text(): string } {
  let text = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  return { stream: Object.assign(stream, { isTTY }) as unknown as NodeJS.WriteStream, text: () => text };
}

describe('flags from a schema', () => {
  it('have defaults, numbers, lists, choices and switches', () => {
    expect(parse('d')).toEqual({ dataset: 'd', threshold: 0.8, seed: 17, source: [], entities: 'model', force: false, cache: true });
    expect(
      parse(
        'd',
        '--threshold',
        '0.76',
        '--source',
        'a=1',
        '--source',
        'b=2',
        '--min-confidence',
        '1',
        '--entities',
        'given',
        '--force',
        '--no-cache',
      ),
    ).toEqual({
      dataset: 'd',
      threshold: 0.76,
      seed: 17,
      source: ['a=1', 'b=2'],
      minConfidence: 1,
      entities: 'given',
      force: true,
      cache: false,
    });
  });

  it.each([
    [['d', '--threshold', 'high'], /--threshold must be a number, not "high"/],
    [['d', '--threshold', '1.5'], /--threshold must be at most 1/],
    [['d', '--seed', '1.5'], /--seed must be a whole number/],
    [['d', '--entities', 'guess'], /--entities must be given or model, not "guess"/],
    [['d', '--min-confidence', ''], /--min-confidence must be a number/],
  ])('%j is one line that names the flag', (words, message) => {
    expect(() => parse(...words)).toThrow(InputError);
    expect(() => parse(...words)).toThrow(message);
  });

  it('that are on by default are described by what they switch off', () => {
    const command = new Command('x');
    addFlags(command, action);
    expect(command.helpInformation()).toMatch(/--no-cache\s+do not keep what was computed/);
    expect(action.options.shape.cache.description).toBe('keep what was computed');
  });

  it('of a mistyped name are refused with the right one', () => {
    expect(() => parse('d', '--treshold', '1')).toThrow(/Did you mean --threshold/);
  });
});

describe('printing', () => {
  async function print(result: ActionResult, json: boolean): Promise<string> {
    const { stream, text } = collect();
    await printResult(result, { json, stdout: stream });
    return text();
  }

  it('gives people the text and scripts the JSON', async () => {
    const result = { json: { f1: null }, text: 'F1 –' };
    expect(await print(result, false)).toBe('F1 –\n');
    expect(JSON.parse(await print(result, true))).toEqual({ f1: null });
  });

  const table = { caption: 'Scores', columns: [{ key: 'a', label: 'A & B' }], rows: [{ a: 1 }] };
  const result = { json: { a: 1 }, tables: [table], notes: '1 item' };

  it.each([
    ['text', 'Scores\nA & B\n─────\n    1\n1 item\n'],
    ['markdown', '**Scores**\n\n| A &amp; B |\n| ---: |\n| 1 |\n'],
    ['csv', 'A & B\n1\n'],
  ] as const)('writes tables as %s', async (format, expected) => {
    const { stream, text } = collect();
    await printResult(result, { json: false, format, stdout: stream });
    expect(text()).toBe(expected);
  });

  it('writes the file that its ending names', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sensebench-print-'));
    const written = async (name: string) => {
      await printResult(result, { json: false, output: join(folder, name), stdout: collect().stream });
      return readFileSync(join(folder, name), 'utf8');
    };
    expect(await written('a.csv')).toBe('A & B\n1\n');
    expect(await written('a.tex')).toContain('\\begin{tabular}{r}');
    expect(await written('a.md')).toContain('| 1 |');
    expect(await written('a.txt')).toContain('1 item');
    expect(JSON.parse(await written('a.json'))).toEqual({ a: 1 });
    rmSync(folder, { recursive: true });
  });

  it('refuses a format of tables where there are none', async () => {
    const asked = printResult({ text: 'done' }, { json: false, format: 'csv', stdout: collect().stream });
    await expect(asked).rejects.toThrow('--format csv: this command prints no table');
  });

  it('streams lines', async () => {
    expect(await print({ lines: ['{"a":1}', '{"a":2}'] }, true)).toBe('{"a":1}\n{"a":2}\n');
  });
});

describe('progress', () => {
  it('is a plain line every few seconds off a terminal, and nothing when quiet', () => {
    let time = 0;
    const { stream, text } = collect();
    const progress = createProgress('embedding', 100, { quiet: false, stream, now: () => new Date(time) });
    for (let done = 1; done <= 100; done++) {
      time += 100;
      progress.update(done);
    }
    expect(text()).toBe('embedding: 50 of 100 (50%), 5 s left\nembedding: 100 of 100 (100%), 0 s left\n');
    const part = collect();
    const step = createProgress('embed', 4, { quiet: false, stream: part.stream, now: () => new Date(time) });
    for (const left of [45, 312, 12_600]) {
      time += 10_000;
      step.update(1, left);
    }
    expect(part.text().match(/left, .*/g)).toEqual(['left, about 45 s in all', 'left, about 5 min in all', 'left, about 3.5 h in all']);
    const quiet = collect();
    createProgress('x', 10, { quiet: true, stream: quiet.stream, now: () => new Date(1e9) }).update(5);
    expect(quiet.text()).toBe('');
  });
});
