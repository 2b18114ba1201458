/** The whole tour in a new home: long enough for ONNX Runtime to send what it has gathered, if it did. */
import { describe, expect, it } from 'vitest';
import { findOnnxRuntime } from '../packages/sensebench/src/nlp/embeddings/onnx-runtime.ts';
import { makeHome } from './new-home.ts';

describe.runIf((await findOnnxRuntime()) !== null)('in a new home', () => {
  it('tour writes into its own folder and keeps vectors, and calls nobody', () => {
    const home = makeHome();
    try {
      const { files, calls } = home.run('tour', '--items', '20');
      expect(files).toContain('work/tour/report.html');
      const elsewhere = files.filter((file) => !/^(work\/tour|\.cache\/sensebench\/embeddings)\//.test(file));
      expect({ elsewhere, calls }).toEqual({ elsewhere: [], calls: [] });
    } finally {
      home.remove();
    }
  });
});
