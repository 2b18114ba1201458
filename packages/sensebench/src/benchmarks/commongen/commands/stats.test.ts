import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { quietContext } from '../../../../../../test/quiet-context.ts';
import { resultText } from '../../../report/index.ts';
import { stats } from './stats.ts';

const folder = mkdtempSync(join(tmpdir(), 'sensebench-commongen-stats-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const dataset = [write('dev.jsonl', `${JSON.stringify({ concept_set: 'dog#park#run#sun#tail', scene: [] })}\n`)];
const conceptnet = write(
  'assertions.csv',
  [
    '/a/1\t/r/AtLocation\t/c/en/dog\t/c/en/park\t{}',
    '/a/2\t/r/HasA\t/c/en/dog\t/c/en/leg\t{}',
    '/a/3\t/r/UsedFor\t/c/en/leg\t/c/en/run\t{}',
  ].join('\n'),
);
const context = quietContext({
  tools: async () => ({ tokens: () => [], analyse: async (texts) => texts.map((text) => ({ text, tokens: [], entities: [] })) }),
});

describe('stats commongen --conceptnet', () => {
  it('prints Figure 4, Table 2 and Figure 8, and draws them on a page', async () => {
    const page = join(folder, 'dev.html');
    const result = await stats.run(stats.options.parse({ dataset, conceptnet, page }), context);
    const { json } = result;
    const text = resultText(result);
    for (const part of ['Figure 4', 'Table 2', 'Figure 8']) {
      expect(text).toContain(part);
      expect(readFileSync(page, 'utf8')).toContain(part);
    }
    expect(readFileSync(page, 'utf8').match(/<svg /g)).toHaveLength(2);
    // dog–park directly, dog–run over leg.
    expect(json).toMatchObject({
      splits: {
        dev: { graph: { connectivity: { oneHop: [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0], twoHop: [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0] } } },
      },
    });
  });

  it('refuses the layout of another version in one line', async () => {
    const path = write('old.csv', 'AtLocation\tdog\tpark\t1\n');
    await expect(stats.run(stats.options.parse({ dataset, conceptnet: path }), context)).rejects.toThrow(
      /old\.csv:1: is not a ConceptNet assertion: bare triples/,
    );
  });
});
