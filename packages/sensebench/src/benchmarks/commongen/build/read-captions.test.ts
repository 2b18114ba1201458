import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ReadCaptionsOptions, readAllCaptions, readCaptions } from './read-captions.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sensebench-captions-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(name: string, content: string | Uint8Array, options: ReadCaptionsOptions = {}): Promise<string[]> {
  const path = join(folder, name);
  await writeFile(path, content);
  const captions: string[] = [];
  for await (const caption of readCaptions(path, options)) captions.push(caption);
  return captions;
}

/** The same two captions in every layout. */
const CAPTIONS = ['A cat sleeps on the warm roof.', 'Two boys say "hello" to a goat, then run.'];
const [first, second] = CAPTIONS;
const LAYOUTS: Record<string, { name: string; content: string }> = {
  'one a line': { name: 'lines.txt', content: `${first}\n\n  ${second.replace(' ', '  ')}\r\n` },
  COCO: {
    name: 'coco.json',
    content: JSON.stringify({ info: { year: 2017 }, images: [{ id: 1 }], annotations: CAPTIONS.map((caption, id) => ({ id, caption })) }),
  },
  'Flickr30k with tabs': { name: 'results.token', content: `36979.jpg#0\t${first}\n36979.jpg#1\t${second}\n` },
  'Flickr30k with bars': {
    name: 'results.csv',
    content: `image_name| comment_number| comment\n36979.jpg| 0| ${first}\n36979.jpg| 1   ${second}\n`,
  },
  'Conceptual Captions': { name: 'train.tsv', content: `${first}\thttp://example.org/1.jpg\n${second}\thttps://example.org/2.jpg\n` },
  LSMDC: {
    name: 'annotations.csv',
    content: CAPTIONS.map((caption) => `0001_clip\t00.00.47,657\t00.00.50,771\t00.00.46,657\t00.00.51,771\t${caption}`).join('\n'),
  },
  ActivityNet: {
    name: 'train.json',
    content: JSON.stringify({ v_one: { duration: 82, timestamps: [[0, 5]], sentences: [` ${first}`] }, v_two: { sentences: [second] } }),
  },
  VATEX: {
    name: 'vatex.json',
    content: JSON.stringify([
      { videoID: 'a', enCap: [first], chCap: ['一只猫'] },
      { videoID: 'b', enCap: [second] },
    ]),
  },
  CSV: { name: 'captions.csv', content: `id,caption\n1,${first}\n2,"${second.replaceAll('"', '""')}"\n` },
};

describe('captions', () => {
  it('of several files are given once each', async () => {
    const paths = [join(folder, 'one.txt'), join(folder, 'two.txt')];
    await writeFile(paths[0], `${first}\n${second}\n${first}\n`);
    await writeFile(paths[1], `${second}\nA third one.\n`);
    const found: string[] = [];
    for await (const caption of readAllCaptions(paths)) found.push(caption);
    expect(found).toEqual([first, second, 'A third one.']);
  });

  for (const [layout, { name, content }] of Object.entries(LAYOUTS)) {
    it(`are read from ${layout}, told from the content`, async () => {
      expect(await read(name, content)).toEqual(CAPTIONS);
    });
  }

  it('are read from gzip, and by a layout that is named', async () => {
    expect(await read('captions.json.gz', gzipSync(LAYOUTS.VATEX.content))).toEqual(CAPTIONS);
    expect(await read('tabs.txt', `${first}\tx\n`, { layout: 'lines' })).toEqual([`${first} x`]);
    expect(await read('other.csv', `id,said\n1,${first}\n`, { column: 'said' })).toEqual([first]);
  });

  it('in another layout are an error that says where and what was expected', async () => {
    await expect(read('bad.json', '{"annotations": [{"text": "a"}]}')).rejects.toThrow(/bad\.json.*is not in the coco layout.*caption/);
    await expect(read('torn.json', '[{"enCap": ["a"]')).rejects.toThrow(/torn\.json/);
    await expect(read('table.csv', 'id,words\n1,a b\n')).rejects.toThrow(/has the columns id, words.*--column/);
    await expect(read('named.csv', 'id,caption\n1,a b\n', { column: 'said' })).rejects.toThrow(/a column "said"/);
    await expect(read('clips.txt', 'clip\ta sentence\nno tab\n')).rejects.toThrow(/clips\.txt:2: has one field/);
    await expect(read('f.token', 'a.jpg#0\tA cat.\nA dog.\n')).rejects.toThrow(/f\.token:2: is not in the flickr30k layout/);
    await expect(read('lines.json', `${first}\n`, { layout: 'coco' })).rejects.toThrow(/lines\.json/);
  });

  it('that are not there are an error', async () => {
    await expect(read('empty.txt', '')).rejects.toThrow(/is empty/);
    await expect(read('blank.txt', '\n \n')).rejects.toThrow(/has no captions/);
  });

  it('refuses a file without line ends, which would be one caption', async () => {
    await expect(read('mac.txt', `${first}\r`.repeat(300))).rejects.toThrow(
      /mac\.txt: has a caption of [\d,]+ characters \(expected one caption per line/,
    );
  });
});
