/** YAML with a schema: what people write by hand. The package is loaded with the first file. */
import type { Document } from 'yaml';
import type { z } from 'zod';
import { InputError } from '../core/index.ts';
import { nameOf } from './open-file.ts';
import { parseWith } from './parse-with.ts';
import { readText } from './read-lines.ts';

/** What people write by hand is far smaller. The library needs up to a thousand times the size of a hostile file. */
const MOST_BYTES = 512 * 1024;

export async function readYaml<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.infer<Schema>> {
  const file = nameOf(path);
  const text = await readText(path, { bytes: MOST_BYTES });
  const { parseDocument } = await import('yaml');
  const document = parseDocument(text);
  const error = document.errors[0];
  if (error) {
    throw new InputError(`is not YAML: ${error.message.split('\n')[0].replace(/ at line \d+.*$/, '')}`, {
      file,
      line: error.linePos?.[0].line,
    });
  }
  return parseWith(schema, toValue(document, file), { file });
}

/** Aliases that grow without bound (a "billion laughs" file) are refused by the library with a plain error. */
function toValue(document: Pick<Document, 'toJS'>, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw new InputError(`is not YAML: ${error instanceof Error ? error.message : String(error)}`, { file });
  }
}
