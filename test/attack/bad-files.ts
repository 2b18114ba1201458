/** Kinds of bad files: each is made from the good file in whose place it is put, or is the same whatever that was. */
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';

const MB = 1024 * 1024;

/** Puts something bad at a path; `good` is what was there, null for a folder. */
type Put = (path: string, good: Buffer | null) => void;

const text =
  (make: (good: string) => string | Uint8Array): Put =>
  (path, good) =>
    writeFileSync(path, make((good ?? '').toString()));
const always = (content: () => string | Uint8Array): Put => {
  let made: string | Uint8Array | undefined;
  return (path) => {
    made ??= content();
    writeFileSync(path, made);
  };
};
const firstLine = (good: string) => good.split('\n', 1)[0];
const json = (good: string) => good.trimStart().startsWith('{') || good.trimStart().startsWith('[');

const SMALL: Record<string, Put> = {
  empty: always(() => ''),
  'one line break': always(() => '\n'),
  'blank lines': always(() => '\n \n\t\n'.repeat(50)),
  'a folder': (path) => void mkdirSync(path),
  'nothing there': () => undefined,
  'a dangling link': (path) => symlinkSync(`${path}-gone`, path),
  'a link to itself': (path) => symlinkSync(path, path),
  '/dev/null': (path) => symlinkSync('/dev/null', path),
  'a program': always(() => Buffer.concat([Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0]), noise(5000)])),
  'random bytes': always(() => noise(20_000)),
  'NUL bytes': text((good) => `${good.slice(0, 40)}\0\0\0${good.slice(40)}`),
  'only NUL bytes': always(() => Buffer.alloc(5000)),
  'byte order mark': text((good) => `\uFEFF${good}`),
  'two byte order marks': text((good) => `\uFEFF\uFEFF${good}`),
  'UTF-16': text((good) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(good, 'utf16le')])),
  'Latin-1': text((good) => Buffer.from(good.replace(/e/g, 'é'), 'latin1')),
  'CR LF': text((good) => good.replaceAll('\n', '\r\n')),
  'CR alone': text((good) => good.replaceAll('\n', '\r')),
  'cut in the middle': (path, good) => writeFileSync(path, (good ?? Buffer.alloc(0)).subarray(0, (good?.length ?? 0) >> 1)),
  'last line cut': (path, good) => writeFileSync(path, (good ?? Buffer.alloc(0)).subarray(0, Math.max(0, (good?.length ?? 0) - 7))),
  'gzip cut short': (path, good) => writeFileSync(path, gzipSync(good ?? '').subarray(0, -12)),
  'gzip twice': (path, good) => writeFileSync(path, gzipSync(gzipSync(good ?? ''))),
  'gzip with noise after it': (path, good) => writeFileSync(path, Buffer.concat([gzipSync(good ?? ''), noise(100)])),
  'NaN and Infinity': text((good) => good.replace(/:\s*(\d[\d.]*|"[^"]*")/g, ': NaN').replace(/,\d+/g, ',Infinity')),
  'every line twice': text((good) => good.replace(/.*\n/g, '$&$&')),
  'only the first field': text((good) => good.replace(/^(\{[^,]*),.*\}$/gm, '$1}').replace(/^([^,{\n]*),.*$/gm, '$1')),
  'numbers for texts': text((good) => good.replace(/"(?=[^"]*"[^"]*$)[^"]*"(?=\s*[,}\]])/gm, '7')),
  'null for everything': text((good) => good.replace(/:\s*("(?:[^"\\]|\\.)*"|-?\d[\d.e+-]*)/g, ': null')),
  '__proto__ keys': text((good) =>
    json(good) ? good.replace(/"(\w+)":/, '"__proto__": {"polluted": 1}, "constructor": 1, "$1":') : `__proto__,constructor\n${good}`,
  ),
  'huge numbers': text((good) => good.replace(/\d+/g, '9'.repeat(400))),
  'negative numbers': text((good) => good.replace(/(?<![\w.])\d+/g, '-3')),
  'lone surrogates': text((good) => good.replace(/"([^"\n]{3,})"/g, '"\\ud800$1\\udfff"')),
  'runs of emoji': text((good) => good.replace(/[A-Za-z]{5,}/, '👩‍👩‍👧‍👦🏽'.repeat(4000))),
  'right-to-left marks and escapes': text((good) => good.replace(/[A-Za-z]{4,}/g, '\u202e$&\u2066\u001b[31m')),
  'a number': always(() => '42'),
  'a text in quotes': always(() => '"hello"'),
  'null and nothing else': always(() => 'null\n'),
  'an empty object': always(() => '{}'),
  'an empty list': always(() => '[]'),
  'a trailing comma': text((good) => good.replace(/\}\s*$/gm, '},\n')),
  "Python's print": text((good) => good.replaceAll('"', "'").replaceAll('true', 'True').replaceAll('null', 'None')),
  'broken quotes': text((good) => `${firstLine(good)}\n"a,b\n"c""d,"e"f"\n${good}`),
  'too many columns': text((good) => good.replace(/$/gm, ',x,y,z\t1\t2')),
  'a page of HTML': always(() => '<!DOCTYPE html><html><body><h1>404 Not Found</h1></body></html>\n'),
  'a YAML bomb': always(
    () =>
      `a0: &a0 [x,x,x,x,x,x,x,x,x]\n${Array.from({ length: 12 }, (_, i) => `a${i + 1}: &a${i + 1} [${Array(9).fill(`*a${i}`).join(',')}]`).join('\n')}\n`,
  ),
  'YAML tags': text((good) => `!!js/function 'function () { process.exit(9) }'\n--- !!binary\n${good}`),
  'deep YAML': always(() => `a: ${'['.repeat(20_000)}`),
  'a zip without a workbook': always(() => zipSync({ 'hello.txt': strToU8('hello') })),
  'Parquet cut short': always(() =>
    Buffer.concat([Buffer.from('PAR1'), noise(300), Buffer.from([255, 255, 255, 127]), Buffer.from('PAR1')]),
  ),
};

const LARGE: Record<string, Put> = {
  'a line of 30 MB': always(() => `${'word '.repeat((30 * MB) / 5)}\n`),
  'a line of 60 MB without a space': always(() => 'x'.repeat(60 * MB)),
  'a JSON text of 20 MB': always(() => `{"id": "1", "text": "${'many words '.repeat((20 * MB) / 11)}"}\n`),
  'deep JSON': always(() => `${'['.repeat(3 * MB)}1${']'.repeat(3 * MB)}`),
  'deep objects': always(() => '{"a":'.repeat(200_000)),
  '60 MB of empty objects': always(() => `[${'{},'.repeat(20 * MB - 2)}{}]`),
  // Not more: commands that take line by line would be right to work on them for minutes.
  'many short lines': always(() => '{}\n'.repeat(50_000)),
  'a gzip bomb': always(() => gzipSync(Buffer.alloc(600 * MB, 'a '), { level: 9 })),
  'a gzip bomb of blank lines': always(() => gzipSync(Buffer.alloc(300 * MB, `${' '.repeat(MB / 4)}\n`), { level: 9 })),
  'a workbook with a far corner': always(farCorner),
};

export const BAD_FILES: Readonly<Record<string, Put>> = { ...SMALL, ...LARGE };
export const LARGE_KINDS: readonly string[] = Object.keys(LARGE);

/** Replaces what is at a path. */
export function putBad(kind: string, path: string): void {
  const good = readIfFile(path);
  rmSync(path, { recursive: true, force: true });
  BAD_FILES[kind](path, good);
}

function readIfFile(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}

/** The same bytes in every run. */
function noise(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let state = 17;
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes[i] = state >>> 24;
  }
  return bytes;
}

/** One cell at the last row and column that Excel knows. */
function farCorner(): Uint8Array {
  const sheet =
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1048576"><c r="XFD1048576" t="n"><v>1</v></c></row></sheetData></worksheet>';
  return zipSync({
    '[Content_Types].xml': strToU8('<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'),
    'xl/workbook.xml': strToU8(
      '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Time" sheetId="1" r:id="rId1"/></sheets></workbook>',
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    ),
    'xl/worksheets/sheet1.xml': strToU8(sheet),
  });
}
