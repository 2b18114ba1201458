/** What commands leave behind in a new home, and whom they call: ONNX Runtime would write a device id there and send usage data. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findOnnxRuntime } from '../../packages/sensebench/src/nlp/embeddings/onnx-runtime.ts';
import { makeHome, type NewHome } from '../new-home.ts';

let home: NewHome;
beforeEach(() => {
  home = makeHome();
});
afterEach(() => home.remove());

describe.runIf((await findOnnxRuntime()) !== null)('in a new home', () => {
  // The tour, which takes longer, is watched by test/nothing-sent.soak.test.ts.
  it('nlp embed writes the vectors that it keeps, and calls nobody', () => {
    writeFileSync(join(home.folder, 'lines.txt'), 'Snow falls in Canada.\nIt is hot in Egypt.\n');
    const vectors = expect.stringMatching(/^\.cache\/sensebench\/embeddings\/\w+\.vectors$/);
    expect(home.run('nlp', 'embed', '../lines.txt', '--output', 'vectors.jsonl')).toEqual({
      files: [vectors, 'lines.txt', 'work/vectors.jsonl'],
      calls: [],
    });
  });
});
