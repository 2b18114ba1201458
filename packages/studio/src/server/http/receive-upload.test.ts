import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { receiveUpload } from './receive-upload.ts';

const MOST = 1_000_000;

/** A request whose body arrives in pieces of these lengths. */
function inPieces(bytes: Uint8Array, lengths: readonly number[], type: string): Request {
  let at = 0;
  let turn = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      const length = lengths[turn++ % lengths.length];
      controller.enqueue(bytes.slice(at, at + length));
      at += length;
    },
  });
  return new Request('http://localhost/', { method: 'POST', headers: { 'content-type': type }, body, duplex: 'half' } as RequestInit);
}

async function written(form: FormData): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string }> {
  const request = new Request('http://localhost/', { method: 'POST', body: form });
  return { type: request.headers.get('content-type') ?? '', bytes: new Uint8Array(await request.arrayBuffer()) };
}

const parts = fc.uint8Array({ maxLength: 300 });
/** Texts that look like the ends of parts. */
const tricky = fc.array(fc.constantFrom('\r\n', '--', '\r', '-', 'a', '"', 'é'), { maxLength: 30 }).map((own) => own.join(''));

describe('a form with a file', () => {
  it('is read as it was written, in whatever pieces it arrives', async () => {
    await fc.assert(
      fc.asyncProperty(
        parts,
        tricky,
        tricky,
        fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1 }),
        async (file, text, name, lengths) => {
          const form = new FormData();
          form.set('note', text);
          form.set('file', new File([file], `${name}.jsonl`));
          form.set('empty', '');
          const sent = await written(form);
          const received = await receiveUpload(inPieces(sent.bytes, lengths, sent.type), MOST);
          const expected = await new Response(sent.bytes, { headers: { 'content-type': sent.type } }).formData();
          expect(received?.form.get('note')).toBe(expected.get('note'));
          expect(received?.form.get('empty')).toBe('');
          const got = received?.form.get('file') as File;
          expect(got.name).toBe((expected.get('file') as File).name);
          expect(new Uint8Array(await got.arrayBuffer())).toEqual(file);
          expect(new Uint8Array(readFileSync(received?.path ?? ''))).toEqual(file);
          await received?.remove();
          expect(existsSync(received?.path ?? '')).toBe(false);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('that is cut, too long or has too much beside the file is refused', async () => {
    const form = new FormData();
    form.set('note', 'x'.repeat(300_000));
    form.set('file', new File(['a'], 'a'));
    const { bytes, type } = await written(form);
    await expect(receiveUpload(inPieces(bytes.slice(0, -10), [1000], type), MOST)).rejects.toThrow('the form fields are too long');
    form.set('note', 'x');
    const short = await written(form);
    const shortly = (own: Uint8Array, most = MOST) => receiveUpload(inPieces(own, [7], short.type), most);
    await expect(shortly(short.bytes.slice(0, -8))).rejects.toThrow('the request body was cut off');
    await expect(shortly(short.bytes, 100)).rejects.toThrow('the body is larger than');
    const long = Buffer.from(`--b\r\nContent-Disposition: form-data; name="a"\r\nX: ${'x'.repeat(9000)}`);
    await expect(receiveUpload(inPieces(long, [500], 'multipart/form-data; boundary=b'), MOST)).rejects.toThrow(
      'the header of a form part is too long',
    );
    expect(await receiveUpload(inPieces(short.bytes, [7], 'application/json'), MOST)).toBeNull();
  });
});
