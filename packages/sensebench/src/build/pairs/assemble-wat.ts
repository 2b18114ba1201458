/** Assembles a small part of WebAssembly text (the flat form of the WebAssembly specification 2.0, one function) into a module. */

/** The instructions of the text and their bytes. Numbers that follow are immediates. */
const INSTRUCTIONS: Readonly<Record<string, readonly number[]>> = {
  loop: [0x03, 0x40],
  end: [0x0b],
  br_if: [0x0d],
  'local.get': [0x20],
  'local.set': [0x21],
  'local.tee': [0x22],
  'f32.store': [0x38],
  'i32.const': [0x41],
  'i32.lt_u': [0x49],
  'i32.add': [0x6a],
  'i32.sub': [0x6b],
  'f32.add': [0x92],
  'v128.load': [0xfd, 0x00],
  'v128.zero': [0xfd, 0x0c, ...new Array<number>(16).fill(0)],
  'f32x4.extract_lane': [0xfd, 0x1f],
  'f32x4.add': [0xfd, 0xe4, 0x01],
  'f32x4.mul': [0xfd, 0xe6, 0x01],
};
const TYPES: Readonly<Record<string, number>> = { i32: 0x7f, v128: 0x7b };
/** The exponents of the alignment of memory instructions. */
const ALIGNMENT: Readonly<Record<string, number>> = { 'f32.store': 2, 'v128.load': 4 };

/**
 * Lines are `param NAME TYPE`, `local NAME TYPE` or an instruction; `;;` begins a comment. The module imports its memory as
 * `env.memory` and exports the function as `run`.
 */
export function assembleWat(text: string): Uint8Array<ArrayBuffer> {
  const lines = text.split('\n').map((line) => line.replace(/;;.*/, '').trim().split(/\s+/));
  const locals = new Map<string, number>();
  const params: number[] = [];
  const own: number[] = [];
  const code: number[] = [];
  for (const [word, ...rest] of lines) {
    if (word === '') continue;
    if (word === 'param' || word === 'local') {
      const [name, type] = rest;
      if (TYPES[type] === undefined) throw new SyntaxError(`WebAssembly text: no type "${type}"`);
      locals.set(name, locals.size);
      (word === 'param' ? params : own).push(TYPES[type]);
    } else code.push(...instruction(word, rest, locals));
  }
  const body = [
    ...sized(
      own.flatMap((type) => [1, type]),
      own.length,
    ),
    ...code,
    0x0b,
  ];
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, ...sized(params), 0]),
    ...section(2, [1, ...name('env'), ...name('memory'), 2, 0, 1]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...name('run'), 0, 0]),
    ...section(10, [1, ...sized(body)]),
  ]);
}

function instruction(word: string, rest: readonly string[], locals: ReadonlyMap<string, number>): number[] {
  const bytes = INSTRUCTIONS[word];
  if (!bytes) throw new SyntaxError(`WebAssembly text: no instruction "${word}"`);
  const values = rest.map((text) => {
    const value = locals.get(text) ?? Number(text.replace(/^offset=/, ''));
    // Larger numbers need more than one byte, in signed and unsigned LEB128.
    if (!Number.isInteger(value) || value < 0 || value > 63) throw new SyntaxError(`WebAssembly text: "${word} ${text}"`);
    return value;
  });
  return ALIGNMENT[word] === undefined ? [...bytes, ...values] : [...bytes, ALIGNMENT[word], values[0] ?? 0];
}

function section(id: number, content: readonly number[]): number[] {
  return [id, ...sized(content)];
}

function name(text: string): number[] {
  return sized(Array.from(text, (letter) => letter.charCodeAt(0)));
}

/** Prefixes bytes with their length in LEB128, or with another count. */
function sized(content: readonly number[], count = content.length): number[] {
  const length: number[] = [];
  for (let rest = count; ; ) {
    const low = rest & 0x7f;
    rest >>>= 7;
    length.push(rest > 0 ? low | 0x80 : low);
    if (rest === 0) return [...length, ...content];
  }
}
