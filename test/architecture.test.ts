/** Keeps the rooms apart (docs/decisions/0001-rooms.md): who may import whom, no cycles, no names that say nothing. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const ALLOWED: Record<string, readonly string[]> = {
  core: [],
  files: ['core'],
  nlp: ['core'],
  report: ['core'],
  metrics: ['nlp', 'core'],
  runners: ['nlp', 'files', 'core'],
  build: ['nlp', 'report', 'files', 'core'],
  evaluate: ['metrics', 'report', 'files', 'core'],
  benchmarks: ['build', 'metrics', 'nlp', 'report', 'files', 'core'],
  cli: ['benchmarks', 'evaluate', 'runners', 'build', 'metrics', 'report', 'nlp', 'files', 'core'],
};

const root = join(import.meta.dirname, '..');
const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => join('src', file))
  .sort();
const imports = new Map(files.map((file) => [file, importsOf(file)]));

describe('the rooms', () => {
  it('are those of the design, and every source file is in one', () => {
    expect(files.map(roomOf).filter((room) => !(room in ALLOWED))).toEqual([]);
    expect(files.length).toBeGreaterThan(30);
  });

  it('import only what the design allows, tests too', () => {
    const wrong = edges().filter(({ from, to }) => {
      const [source, target] = [roomOf(from), roomOf(to)];
      return source !== target && !ALLOWED[source].includes(target);
    });
    expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });

  it('keep each benchmark in its own folder', () => {
    const folder = (file: string) => /^src\/benchmarks\/([^/]+)\//.exec(file)?.[1];
    const wrong = edges().filter(({ from, to }) => folder(from) && folder(to) && folder(from) !== folder(to));
    expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });

  it('keep the core browser-safe', () => {
    const node = files
      .filter((file) => roomOf(file) === 'core' && !file.endsWith('.test.ts'))
      .filter((file) => /from 'node:/.test(readFileSync(join(root, file), 'utf8')));
    expect(node).toEqual([]);
  });
});

describe('the files', () => {
  it('import each other without a cycle', () => {
    expect(findCycle()).toBeNull();
  });

  it('have names that say something', () => {
    expect(files.filter((file) => /(^|\/)(utils?|helpers?|common|misc)(\.|\/)/.test(file))).toEqual([]);
  });

  it('say in their first line what they compute', () => {
    const silent = files
      .filter((file) => !file.endsWith('.test.ts'))
      .filter((file) => !/^(#!.*\n)?\/\*\*/.test(readFileSync(join(root, file), 'utf8')));
    expect(silent).toEqual([]);
  });
});

describe('ONNX Runtime', () => {
  it('is loaded in one place, which switches its telemetry off', () => {
    const everywhere = ['src', 'weights', 'bench', 'corpus', 'oracles', 'test'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    );
    const loads = /(import|require)\('onnxruntime-node'\)|^import (?!type ).*from 'onnxruntime-node'/m;
    const found = everywhere.filter((file) => /\.[cm]?[jt]s$/.test(file) && loads.test(readFileSync(join(root, file), 'utf8')));
    expect(found).toEqual(['src/nlp/onnx-runtime.ts']);
  });
});

describe('the checker itself', () => {
  it('sees static, type, dynamic and re-exported imports', () => {
    const source = `import a from './a.ts'; import type { B } from '../core/b.ts'; export * from './c.ts'; const d = () => import('./d.ts'); type E = import('./e.ts').E;`;
    expect(specifiersOf(source)).toEqual(['./a.ts', '../core/b.ts', './c.ts', './d.ts', './e.ts']);
  });
});

function roomOf(file: string): string {
  return file.split('/')[1];
}

function edges(): { from: string; to: string }[] {
  return [...imports].flatMap(([from, targets]) => targets.map((to) => ({ from, to }))).filter(({ to }) => to.startsWith('src/'));
}

function importsOf(file: string): string[] {
  return specifiersOf(readFileSync(join(root, file), 'utf8'))
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => normalize(join(dirname(file), specifier)));
}

function specifiersOf(source: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (
      (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) &&
      node.moduleSpecifier &&
      ts.isStringLiteral(node.moduleSpecifier)
    ) {
      found.push(node.moduleSpecifier.text);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword && ts.isStringLiteral(node.arguments[0])) {
      found.push(node.arguments[0].text);
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal)) {
      found.push(node.argument.literal.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('x.ts', source, ts.ScriptTarget.Latest));
  return found;
}

function findCycle(): string | null {
  const state = new Map<string, 'open' | 'done'>();
  const path: string[] = [];
  const visit = (file: string): string | null => {
    if (state.get(file) === 'done') return null;
    if (state.get(file) === 'open') return [...path.slice(path.indexOf(file)), file].join(' → ');
    state.set(file, 'open');
    path.push(file);
    for (const target of imports.get(file) ?? []) {
      const cycle = visit(target);
      if (cycle) return cycle;
    }
    path.pop();
    state.set(file, 'done');
    return null;
  };
  for (const file of files) {
    const cycle = visit(file);
    if (cycle) return cycle;
  }
  return null;
}
