/** The content hash of a source, which a dataset's manifest names. */
import { hashFile, sha256 } from '../../files/index.ts';
import { starterFiles, starterReader } from './read-starter.ts';
import type { SourceReader } from './source-reader.ts';

/** SHA-256 of the file as stored; of a folder, the hash of its files' hashes. */
export async function hashSource({ reader, path }: { reader: SourceReader; path: string }): Promise<string> {
  if (reader !== starterReader) return hashFile(path);
  const hashes = await Promise.all(starterFiles(path).map((file) => hashFile(file)));
  return hashes.length === 1 ? hashes[0] : sha256(hashes.join('\n'));
}
