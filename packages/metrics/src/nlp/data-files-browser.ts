/** The data files of the metrics, fetched by a browser: data-files.ts does the same with Node. */
import { SetupError } from '../core/index.ts';
import type { MetricWeights, PagedFile } from './data-files.ts';

/** Written out, because bundlers copy the files that they find in `new URL(…, import.meta.url)`. */
const ADDRESSES: Readonly<Record<MetricWeights, URL>> = {
  'spice/grammar.txt.gz': new URL('../../weights/spice/grammar.txt.gz', import.meta.url),
  'spice/heads.bin.gz': new URL('../../weights/spice/heads.bin.gz', import.meta.url),
  'spice/labels.json': new URL('../../weights/spice/labels.json', import.meta.url),
  'spice/lemmas.txt.gz': new URL('../../weights/spice/lemmas.txt.gz', import.meta.url),
  'spice/lexicon.txt.gz': new URL('../../weights/spice/lexicon.txt.gz', import.meta.url),
  'spice/relations.bin.gz': new URL('../../weights/spice/relations.bin.gz', import.meta.url),
  'wordnet/wordnet.bin.gz': new URL('../../weights/wordnet/wordnet.bin.gz', import.meta.url),
};

/** Unpacked. */
export async function loadWeights(file: MetricWeights): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await fetchBytes(ADDRESSES[file]);
  // A server that sends .gz files with "Content-Encoding: gzip" has had them unpacked already.
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? unpack(bytes) : bytes;
}

/** Fetches all of a file. */
export async function openPaged(url: string): Promise<PagedFile> {
  return { bytes: await fetchBytes(new URL(url, location.href)), need: () => undefined };
}

async function fetchBytes(url: URL): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url);
  // Servers of single-page applications send their page in place of a missing file.
  const missing = !response.ok || response.headers.get('content-type')?.startsWith('text/html');
  if (missing) throw new SetupError(`${url} cannot be loaded (status ${response.status})`, 'serve the folder weights of the package there');
  return new Uint8Array(await response.arrayBuffer());
}

async function unpack(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(unpacked).arrayBuffer());
}
