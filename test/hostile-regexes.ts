/** Finds the regular expressions of our code that take more than linear time on some text, by running them on texts made for each of them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, Script } from 'node:vm';
import ts from 'typescript';

export interface FoundRegex {
  /** file:line */
  place: string;
  source: string;
  flags: string;
}

/** Every literal in the files of these folders, but those of tests. */
export function regexesIn(root: string, folders: readonly string[]): FoundRegex[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.ts$/.test(file))
      .flatMap((file) => regexesOf(join(root, folder, file), join(folder, file))),
  );
}

function regexesOf(path: string, name: string): FoundRegex[] {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true, kind);
  const found: FoundRegex[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const [, source, flags] = /^\/(.*)\/(\w*)$/s.exec(node.text) ?? [];
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      found.push({ place: `${name}:${line + 1}`, source, flags });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Pieces of texts that the expression may try to match: its own characters and words, one of each class, and one that nothing expects. */
function piecesOf(source: string): string[] {
  const plain = source.replace(/\\[pP]\{[^}]*\}|\\u\{?[0-9a-fA-F]+\}?|\\x[0-9a-fA-F]{2}|\\[a-zA-Z]|\(\?[:=!<]+|\{\d*,?\d*\}/g, ' ');
  const words = plain.match(/[A-Za-z]{2,}|:\/\/|\\?[^\w\s\\()[\]{}|?*+^$]{2,}/g) ?? [];
  const letters = plain.match(/[A-Za-z0-9]/g) ?? [];
  const signs = [...(plain.match(/\\?[^\w\s]/g) ?? []).map((own) => own.replace('\\', ''))];
  const classes = ['a', '0', ' ', '\n', '.', ...(/\\u|\\p|\\P/.test(source) ? ['é', '’'] : [])];
  return [
    ...new Set([...classes, ...words.map((own) => own.replaceAll('\\', '')).slice(0, 6), ...signs.slice(0, 8), ...letters.slice(0, 4)]),
  ]
    .filter(Boolean)
    .slice(0, 15);
}

export interface Slow {
  place: string;
  source: string;
  /** What the slowest text is made of. */
  text: string;
  /** By how much twice the text takes longer; 2 is linear. */
  growth: number;
  ms: number;
}

/** Runs in a context of its own, so that even an exponential expression is ended. */
const MEASURE = new Script(`
  const pattern = new RegExp(source, flags);
  const run = (text) => {
    const begun = now();
    text.replace(pattern, '');
    return now() - begun;
  };
  const make = ([head, piece, tail], length) => head + piece.repeat(length / piece.length) + tail;
  for (const recipe of recipes) {
    worst.recipe = recipe;
    const text = make(recipe, length);
    if (run(text) < suspicious) continue;
    // What else ran meanwhile does not count.
    const time = (size) => Math.min(...[1, 2, 3].map(() => run(make(recipe, size))));
    const [once, twice] = [time(length), time(2 * length)];
    if (twice < 2.8 * once) continue;
    const four = time(4 * length);
    const growth = four / twice;
    if (four < 8 * once || four < suspicious || growth < worst.growth) continue;
    worst.growth = growth;
    worst.ms = four;
    worst.text = recipe.join(' … ');
  }
`);

/** null where twice the text never takes three times as long. */
export function measureRegex({ place, source, flags }: FoundRegex, { length = 2000, timeout = 20_000 } = {}): Slow | null {
  const pieces = piecesOf(source);
  const recipes = pieces.flatMap((a) => [
    ...pieces.flatMap((b) => [
      [a, b, '\u0001'],
      ['', a + b, '\u0001'],
    ]),
  ]);
  const worst = { growth: 0, ms: 0, text: '', recipe: [''] };
  const all = flags.includes('g') ? flags : `${flags.replace('y', '')}`;
  try {
    MEASURE.runInContext(createContext({ source, flags: all, recipes, length, suspicious: 0.25, worst, now: () => performance.now() }), {
      timeout,
    });
  } catch (error) {
    // Its class is that of another context.
    if (!String(error).includes('Script execution timed out')) throw error;
    return { place, source, text: worst.recipe.join(' … '), growth: Number.POSITIVE_INFINITY, ms: timeout };
  }
  return worst.growth > 0
    ? { place, source, text: worst.text, growth: Math.round(worst.growth * 10) / 10, ms: Math.round(worst.ms) }
    : null;
}
