/** The statements of a build in a scratch file, read by index or by id. Each takes about fifty bytes of memory. */
import { createRowFile, createTextNumbers } from '../../../files/index.ts';
import type { Statement } from '../../../statements/index.ts';
import { remember } from '../remember.ts';

export interface StatementFile extends Iterable<Statement> {
  readonly length: number;
  at(place: number): Statement;
  /** Undefined for an unknown id. */
  find(id: string): Statement | undefined;
  close(): void;
}

export async function openStatements(statements: AsyncIterable<Statement> | Iterable<Statement>): Promise<StatementFile> {
  const file = createRowFile<Statement>();
  const ids = createTextNumbers();
  for await (const statement of statements) {
    ids.add(statement.id);
    file.add(statement);
  }
  const at = remember((place: number) => file.get(place));
  return {
    length: file.length,
    at,
    find(id) {
      const place = ids.find(id);
      return place < 0 ? undefined : at(place);
    },
    [Symbol.iterator]: () => file[Symbol.iterator](),
    close: () => file.close(),
  };
}
