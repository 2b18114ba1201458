/** Finds merged cells in a workbook: the readers give the first cell its value and all others none, which would drop answers silently. */
import { strFromU8, unzipSync } from 'fflate';
import { readBytes } from '../../../files/index.ts';

export interface MergedCells {
  sheet: string;
  /** Like A2:A4. */
  range: string;
}

export async function findMergedCells(path: string): Promise<MergedCells[]> {
  const parts = unzip(await readBytes(path));
  const names = sheetNames(parts);
  return Object.entries(parts)
    .filter(([part]) => part.startsWith('xl/worksheets/'))
    .flatMap(([part, xml]) =>
      Array.from(xml.matchAll(/<(?:\w+:)?mergeCell\b[^>]*\bref="([^"]+)"/g), ([, range]) => ({ sheet: names.get(part) ?? part, range })),
    );
}

/** The parts that say it; none if the file is not a zip, which the reader of spreadsheets reports. */
function unzip(bytes: Uint8Array): Record<string, string> {
  try {
    const wanted = unzipSync(bytes, {
      filter: ({ name }) => /^xl\/(workbook\.xml|_rels\/workbook\.xml\.rels|worksheets\/[^/]+\.xml)$/.test(name),
    });
    return Object.fromEntries(Object.entries(wanted).map(([name, data]) => [name, strFromU8(data)]));
  } catch {
    return {};
  }
}

function sheetNames(parts: Readonly<Record<string, string>>): Map<string, string> {
  const targets = new Map(
    tags(parts['xl/_rels/workbook.xml.rels'] ?? '', 'Relationship').map((tag) => [
      attribute(tag, 'Id'),
      attribute(tag, 'Target').replace(/^\/?(xl\/)?/, ''),
    ]),
  );
  return new Map(
    tags(parts['xl/workbook.xml'] ?? '', 'sheet').map((tag) => [`xl/${targets.get(attribute(tag, 'r:id')) ?? ''}`, attribute(tag, 'name')]),
  );
}

function tags(xml: string, name: string): string[] {
  return Array.from(xml.matchAll(new RegExp(`<(?:\\w+:)?${name}\\s[^>]*>`, 'g')), ([tag]) => tag);
}

function attribute(tag: string, name: string): string {
  return new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
}
