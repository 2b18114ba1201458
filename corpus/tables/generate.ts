/** Writes statements.jsonl, the table part of the starter corpus; the same packages give the same bytes. */
import { writeFileSync } from 'node:fs';
import { makeStatements } from './statements.ts';

const rows = makeStatements();
writeFileSync(new URL('./statements.jsonl', import.meta.url), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
process.stdout.write(`${rows.length} statements\n`);
