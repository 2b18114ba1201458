/** Keeps the rooms apart (docs/decisions/0001-rooms.md): who may import whom, no cycles, no names that say nothing. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { METRICS } from '../packages/metrics/src/metrics/index.ts';
import { BENCHMARK_NAMES } from '../packages/sensebench/src/benchmarks/index.ts';
import { MODEL_NAMES } from '../packages/sensebench/src/runners/models/index.ts';

const ALLOWED: Record<string, readonly string[]> = {
  core: [],
  files: ['core'],
  nlp: ['core'],
  report: ['metrics', 'files', 'core'],
  metrics: ['nlp', 'core'],
  annotate: ['metrics', 'files', 'core'],
  statements: ['metrics', 'nlp', 'files', 'core'],
  build: ['report', 'files', 'core'],
  runners: ['annotate', 'metrics', 'nlp', 'files', 'core'],
  evaluate: ['annotate', 'metrics', 'report', 'files', 'core'],
  benchmarks: ['statements', 'build', 'annotate', 'metrics', 'nlp', 'report', 'files', 'core'],
  app: ['benchmarks', 'evaluate', 'runners', 'build', 'annotate', 'statements', 'metrics', 'nlp', 'report', 'files', 'core'],
  leaderboard: ['metrics', 'files', 'core'],
  server: ['app', 'leaderboard', 'evaluate', 'annotate', 'build', 'report', 'files', 'core'],
  cli: [
    'server',
    'leaderboard',
    'app',
    'benchmarks',
    'evaluate',
    'runners',
    'build',
    'annotate',
    'statements',
    'metrics',
    'nlp',
    'report',
    'files',
    'core',
  ],
};

/** Where single files may be imported at run time: everything else goes through an index. */
const MAY_LOAD_FILES = [
  /^src\/app\//,
  /^src\/cli\/(load-studio|main|commands-table|run-action|print-result)\.ts$/,
  /^src\/cli\/commands\//,
  /^src\/benchmarks\/registry\.ts$/,
  /^src\/metrics\/((score|threads)\/.+|text\/rouge)\.ts$/,
];

/** A benchmark's own folder, the table of them, and the tour, which is about one. */
const MAY_NAME_BENCHMARKS = [/^src\/benchmarks\/[^/]+\//, /^src\/benchmarks\/registry\.ts$/, /^src\/cli\/commands\/tour\.ts$/];

/** Names of metrics and models that are words of other meaning too. */
const COMMON_WORDS = [
  ...['accuracy', 'classification', 'copy', 'coverage', 'diversity', 'f1', 'file', 'human', 'keywords', 'length'],
  ...['majority', 'precision', 'random', 'recall', 'retrieve', 'shortcut', 'small'],
];

/** Files outside app, server and cli that read the environment or a standard stream, and why. */
const MEETS_WORLD: Readonly<Record<string, string>> = {
  'src/files/open-file.ts': 'the path - is standard input, for every reader of files',
  'src/nlp/embeddings/onnx-runtime.ts':
    'switches telemetry off before the library is loaded, whoever loads it; one thread in a process that is one of many',
  'src/runners/openai/openai-runner.ts': 'the address of the server where none is given, for programs that make a runner themselves',
};

const root = join(import.meta.dirname, '..');
/** Files as `src/ROOM/…`, whichever package they are in, with their places. A package's entries and what it hands on are no rooms. */
const places = new Map(
  ['metrics', 'sensebench', 'studio'].flatMap((name) =>
    filesBelow(`packages/${name}/src`)
      .filter((file) => file.includes('/') && !(name === 'sensebench' && /^(core|metrics)\//.test(file)))
      .map((file): [string, string] => [`src/${file}`, join('packages', name, 'src', file)]),
  ),
);
for (const file of filesBelow('packages/studio/web')) places.set(`web/${file}`, join('packages/studio/web', file));
const read = (file: string) => readFileSync(join(root, places.get(file) ?? file), 'utf8');
const files = [...places.keys()].filter((file) => file.startsWith('src/')).sort();
const imports = new Map(files.map((file) => [file, importsOf(file)]));
const dynamicImports = new Map(files.map((file) => [file, importsOf(file, 'dynamic')]));

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

  it('are entered by an index: of the room, or of one of its folders', () => {
    const wrong = staticEdges().filter(({ from, to }) => roomOf(from) !== roomOf(to) && !to.endsWith('/index.ts'));
    expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });

  it('load single files at run time only where that is the job', () => {
    const wrong = [...dynamicImports]
      .filter(([from]) => !from.endsWith('.test.ts') && !MAY_LOAD_FILES.some((place) => place.test(from)))
      .flatMap(([from, targets]) => targets.filter((to) => roomOf(to) !== roomOf(from)).map((to) => `${from} → ${to}`));
    expect(wrong).toEqual([]);
  });

  it('keep each benchmark in its own folder', () => {
    const folder = (file: string) => /^src\/benchmarks\/([^/]+)\//.exec(file)?.[1];
    const wrong = edges().filter(({ from, to }) => folder(from) && folder(to) && folder(from) !== folder(to));
    expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });

  it('name no metric, model or benchmark in the core; comments and tests do not count', () => {
    const known = [...Object.values(METRICS).flatMap(({ name, outputs }) => [name, ...outputs]), ...MODEL_NAMES, ...BENCHMARK_NAMES];
    const own = [...new Set(known)].filter((name) => !COMMON_WORDS.includes(name));
    expect(own.length).toBeGreaterThan(60);
    const namesIn = (source: string) => own.filter((name) => new RegExp(`\\b${name}\\b`).test(source));
    expect(namesIn('bleuSacre?: { tokenize: string }; ter?: object; human?: string')).toEqual(['bleuSacre', 'ter']);
    const wrong = files
      .filter((file) => roomOf(file) === 'core' && !file.endsWith('.test.ts'))
      .flatMap((file) => namesIn(withoutComments(read(file))).map((name) => `${file}: ${name}`));
    expect(wrong).toEqual([]);
  });

  it('keep the core browser-safe and free of schemas', () => {
    const heavy = files
      .filter((file) => roomOf(file) === 'core' && !file.endsWith('.test.ts'))
      .filter((file) => /from 'node:|import \{[^}]*\} from 'zod'/.test(read(file)));
    expect(heavy).toEqual([]);
  });
});

describe('the packages', () => {
  const own = ['metrics', 'sensebench', 'studio'].flatMap((name) =>
    [
      ...filesBelow(`packages/${name}/src`).map((file) => `src/${file}`),
      ...(name === 'studio' ? filesBelow('packages/studio/web').map((file) => `web/${file}`) : []),
    ]
      .filter((file) => !file.includes('.test.'))
      .map((file) => ({ name, file, specifiers: specifiersOf(readFileSync(join(root, 'packages', name, file), 'utf8')) })),
  );

  it('import each other by name, never by a path', () => {
    const wrong = own.flatMap(({ name, file, specifiers }) =>
      specifiers
        .filter((specifier) => specifier.startsWith('.') && normalize(join(dirname(file), specifier)).startsWith('..'))
        .filter((specifier) => !specifier.endsWith('package.json'))
        .map((specifier) => `${name}/${file} → ${specifier}`),
    );
    expect(wrong).toEqual([]);
  });

  it('depend on each other in one direction, but for the studio, which sensebench loads by its name in one file', () => {
    const allowed: Record<string, RegExp> = { metrics: /^$/, sensebench: /^@sensebench\/metrics\//, studio: /^sensebench\// };
    const wrong = own.flatMap(({ name, file, specifiers }) =>
      specifiers
        .filter((specifier) => /^(@sensebench\/|sensebench(\/|$))/.test(specifier) && !allowed[name].test(specifier))
        .map((specifier) => `${name}/${file} → ${specifier}`),
    );
    const load = 'sensebench/src/cli/load-studio.ts → @sensebench/studio';
    expect([...new Set(wrong)].sort()).toEqual([load, `${load}/store`]);
  });
});

describe('the files', () => {
  // The contracts of core refer to each other: a benchmark has actions, an action is handed the app, the app finds benchmarks.
  it('import each other without a cycle, but for types inside core', () => {
    const graph = [...imports].map(([file, targets]): [string, string[]] => {
      const values = roomOf(file) === 'core' ? importsOf(file, 'values') : targets;
      return [file, values];
    });
    expect(findCycle(new Map(graph))).toBeNull();
  });

  it('name no benchmark outside its folder, the registry and the tour; comments and tests do not count', () => {
    const names = readdirSync(join(root, 'packages/sensebench/src/benchmarks'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    expect(names.length).toBeGreaterThan(2);
    const pattern = new RegExp(names.join('|'));
    const wrong = files
      .filter((file) => !file.endsWith('.test.ts') && !MAY_NAME_BENCHMARKS.some((place) => place.test(file)))
      .filter((file) => pattern.test(withoutComments(read(file))));
    expect(wrong).toEqual([]);
  });

  it('read the environment, the time and the standard streams only where the program meets the world', () => {
    const wrong = files
      .filter((file) => !file.endsWith('.test.ts') && !['app', 'server', 'cli'].includes(roomOf(file)) && !Object.hasOwn(MEETS_WORLD, file))
      .filter((file) => /\bprocess\.(env|std(in|out|err))\b|\bnew Date\(\)/.test(withoutComments(read(file))));
    expect(wrong).toEqual([]);
  });

  // Flags of V8 change the whole process that loads the library, and a Node version without one prints an error in the middle of the output.
  it('set no flags of the engine', () => {
    const wrong = files.filter((file) => !file.endsWith('.test.ts') && /setFlagsFromString/.test(read(file)));
    expect(wrong).toEqual([]);
  });

  it('are in folders that import each other without a cycle', () => {
    expect(findCycle(folderGraph())).toBeNull();
  });

  it('have names that say something', () => {
    expect(files.filter((file) => /(^|\/)(utils?|helpers?|common|misc)(\.|\/)/.test(file))).toEqual([]);
  });

  it('say in their first line what they compute', () => {
    const silent = files.filter((file) => !file.endsWith('.test.ts')).filter((file) => !/^(#!.*\n)?\/\*\*/.test(read(file)));
    expect(silent).toEqual([]);
  });

  it('have headers of at most 140 characters', () => {
    const long = files.filter((file) => headerOf(read(file)).length > 140);
    expect(long).toEqual([]);
  });
});

describe('what importing the metrics loads', () => {
  /** The metrics load their data through one file with a half for Node and a half for browsers. */
  const halves = JSON.parse(readFileSync(join(root, 'packages/metrics/package.json'), 'utf8')).imports['#data-files'] as {
    browser: string;
    default: string;
  };
  const [browserHalf, nodeHalf] = [halves.browser, halves.default].map(normalize);

  it('runs in a browser: no part of Node, and of all packages pure-rand alone', () => {
    const { loaded, packages } = loadedFrom('src/metrics/index.ts', browserHalf);
    expect(packages.map((name) => name.split('/')[0])).toEqual(['pure-rand', 'pure-rand', 'pure-rand']);
    expect(loaded).toContain('src/metrics/spice/parse/stanford-annotator.ts');
    expect(loaded).toContain(browserHalf);
    expect(loaded).not.toContain(nodeHalf);
  });

  it('has halves with the same functions', async () => {
    const parts: typeof import('../packages/metrics/src/nlp/data-files.ts')[] = [
      await import('../packages/metrics/src/nlp/data-files.ts'),
      await import('../packages/metrics/src/nlp/data-files-browser.ts'),
    ];
    expect(Object.keys(parts[1]).sort()).toEqual(Object.keys(parts[0]).sort());
  });

  it('computes with what gives the same digits in every engine: of powers, squares and those of 0 and 2 alone', () => {
    /** Powers that are rounded to whole numbers. */
    const rounded = ['src/nlp/linear-models/packed-model.ts'];
    const { loaded } = loadedFrom('src/metrics/index.ts', browserHalf);
    const files = loaded.filter((file) => file.endsWith('.ts') && !rounded.includes(file));
    const unsafe = files.flatMap((file) => unsafeArithmetic(read(file)).map((text) => `${file}: ${text}`));
    expect(unsafe).toEqual([]);
    expect(unsafeArithmetic('a = 2 ** n + x ** 2 + 0 ** b; b = x ** 3; c = Math.sin(1)')).toEqual(['x ** 3', 'Math.sin']);
  });

  /** Files that importing one loads, then or later, and the packages that they import. */
  function loadedFrom(entry: string, half: string): { loaded: string[]; packages: string[] } {
    const loaded = new Set([entry]);
    const packages = new Set<string>();
    for (const file of loaded) {
      if (!file.endsWith('.ts')) continue;
      for (const specifier of specifiersOf(read(file), 'values')) {
        if (specifier === '#data-files') loaded.add(half);
        else if (specifier.startsWith('.')) loaded.add(normalize(join(dirname(file), specifier)));
        else packages.add(specifier);
      }
    }
    return { loaded: [...loaded], packages: [...packages].sort() };
  }
});

describe('the pages', () => {
  const pages = [...places.keys()].filter((file) => file.startsWith('web/'));
  const targetsOf = (file: string, kind: 'all' | 'values') => importsOf(file, kind).filter((target) => target.startsWith('src/'));

  it('take types alone of the server, and nothing else of src but the core', () => {
    expect(pages.length).toBeGreaterThan(30);
    const outside = (target: string) => !/^src\/(core|server)\//.test(target);
    expect(pages.filter((file) => targetsOf(file, 'all').some(outside))).toEqual([]);
    expect(pages.filter((file) => targetsOf(file, 'values').some((target) => !target.startsWith('src/core/')))).toEqual([]);
  });

  it('name no benchmark, say in their first line what they do, and have no inline style or markup', () => {
    const own = pages.filter((file) => !file.includes('.test.'));
    const texts = own.map((file) => ({ file, text: read(file) }));
    expect(texts.filter(({ text }) => headerOf(text) === '' || headerOf(text).length > 140).map(({ file }) => file)).toEqual([]);
    expect(texts.filter(({ text }) => /dangerouslySetInnerHTML|innerHTML|\bstyle=/.test(text)).map(({ file }) => file)).toEqual([]);
    const names = readdirSync(join(root, 'packages/sensebench/src/benchmarks'), { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [entry.name] : [],
    );
    expect(texts.filter(({ text }) => new RegExp(names.join('|')).test(text)).map(({ file }) => file)).toEqual([]);
  });
});

describe('ONNX Runtime', () => {
  it('is loaded in one place, which switches its telemetry off', () => {
    const everywhere = [
      'packages/metrics/src',
      'packages/sensebench/src',
      'packages/studio/src',
      'train',
      'bench',
      'corpus',
      'oracles',
      'test',
    ].flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)));
    const loads = /(import|require)\('onnxruntime-node'\)|^import (?!type ).*from 'onnxruntime-node'/m;
    const found = everywhere.filter((file) => /\.[cm]?[jt]s$/.test(file) && loads.test(read(file)));
    expect(found).toEqual(['packages/sensebench/src/nlp/embeddings/onnx-runtime.ts']);
  });
});

describe('the checker itself', () => {
  it('sees static, type, dynamic and re-exported imports', () => {
    const source = `import a from './a.ts'; import type { B } from '../core/b.ts'; export * from './c.ts'; const d = () => import('./d.ts'); type E = import('./e.ts').E;`;
    expect(specifiersOf(source)).toEqual(['./a.ts', '../core/b.ts', './c.ts', './d.ts', './e.ts']);
    expect(specifiersOf(source, 'values')).toEqual(['./a.ts', './c.ts', './d.ts']);
  });

  it('reads a header whole, also over several lines, and no later comment', () => {
    expect(headerOf('#!/usr/bin/env node\n/** One\n * two. */\n/** Three. */')).toBe('/** One\n * two. */');
    expect(headerOf("import a from './a.ts';\n/** Later. */")).toBe('');
  });

  it('leaves comments out and keeps texts, also those that look like comments', () => {
    expect(withoutComments("/** commongen */ const a = 'x // tgcsr'; // situatedgen").trim()).toBe("const a = 'x // tgcsr';");
  });
});

/** Operations whose last digit differs between versions of V8. */
function unsafeArithmetic(source: string): string[] {
  const parsed = ts.createSourceFile('x.ts', source, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AsteriskAsteriskToken) {
      const exact = node.right.getText() === '2' || ['0', '2'].includes(node.left.getText());
      if (!exact) found.push(node.getText());
    }
    if (ts.isPropertyAccessExpression(node) && /^Math\.(pow|sin|cos|tan)$/.test(node.getText())) found.push(node.getText());
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return found;
}

/** The comment that a file begins with, after a line for the shell; empty where there is none. */
function headerOf(source: string): string {
  return /^(?:#!.*\n)?(\/\*\*[\s\S]*?\*\/)/.exec(source)?.[1] ?? '';
}

function withoutComments(source: string): string {
  const parsed = ts.createSourceFile('x.ts', source, ts.ScriptTarget.Latest, true);
  const text = source.split('');
  const visit = (node: ts.Node): void => {
    if (node.getChildCount(parsed) > 0) {
      node.getChildren(parsed).forEach(visit);
      return;
    }
    // Blank out everything between tokens: white space and comments.
    for (let i = node.getFullStart(); i < node.getStart(parsed); i++) if (text[i] !== '\n') text[i] = ' ';
  };
  visit(parsed);
  return text.join('');
}

function roomOf(file: string): string {
  return file.split('/')[1];
}

function edges(): { from: string; to: string }[] {
  return [...imports].flatMap(([from, targets]) => targets.map((to) => ({ from, to }))).filter(({ to }) => to.startsWith('src/'));
}

/** Tests may look inside a room. */
function staticEdges(): { from: string; to: string }[] {
  return edges().filter(({ from, to }) => !from.endsWith('.test.ts') && !dynamicImports.get(from)?.includes(to));
}

/** Folders by the imports of their files; an index only passes on, and a folder may use those it is in or holds. */
function folderGraph(): ReadonlyMap<string, readonly string[]> {
  const graph = new Map<string, string[]>();
  for (const { from, to } of staticEdges()) {
    const [source, target] = [dirname(from), dirname(to)];
    if (from.endsWith('/index.ts') || `${source}/`.startsWith(`${target}/`) || `${target}/`.startsWith(`${source}/`)) continue;
    graph.set(source, [...(graph.get(source) ?? []), target]);
  }
  return graph;
}

function importsOf(file: string, kind: 'all' | 'dynamic' | 'values' = 'all'): string[] {
  return specifiersOf(read(file), kind).flatMap((specifier) => fileOf(file, specifier) ?? []);
}

/** The file of ours that is imported, by a path or by the name of a package. */
function fileOf(file: string, specifier: string): string | undefined {
  if (specifier === '@sensebench/studio') return 'src/server/index.ts';
  const [, inside] = /^(?:@sensebench\/metrics|sensebench)\/internal\/(.+)$/.exec(specifier) ?? [];
  if (inside) return inside.endsWith('.ts') ? `src/${inside}` : `src/${inside}/index.ts`;
  return specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : undefined;
}

function filesBelow(folder: string): string[] {
  const found = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return found.map((file) => file.replaceAll('\\', '/')).filter((file) => /\.tsx?$/.test(file));
}

function specifiersOf(source: string, kind: 'all' | 'dynamic' | 'values' = 'all'): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword && ts.isStringLiteral(node.arguments[0])) {
      found.push(node.arguments[0].text);
    } else if (kind !== 'dynamic' && (ts.isImportDeclaration(node) || ts.isExportDeclaration(node))) {
      const typeOnly = ts.isImportDeclaration(node) ? node.importClause?.isTypeOnly : node.isTypeOnly;
      if (kind === 'values' && typeOnly) return;
      if (node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) found.push(node.moduleSpecifier.text);
    } else if (
      kind === 'all' &&
      ts.isImportTypeNode(node) &&
      ts.isLiteralTypeNode(node.argument) &&
      ts.isStringLiteral(node.argument.literal)
    ) {
      found.push(node.argument.literal.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('x.tsx', source, ts.ScriptTarget.Latest));
  return found;
}

function findCycle(graph: ReadonlyMap<string, readonly string[]>): string | null {
  const state = new Map<string, 'open' | 'done'>();
  const path: string[] = [];
  const visit = (node: string): string | null => {
    if (state.get(node) === 'done') return null;
    if (state.get(node) === 'open') return [...path.slice(path.indexOf(node)), node].join(' → ');
    state.set(node, 'open');
    path.push(node);
    for (const target of graph.get(node) ?? []) {
      const cycle = visit(target);
      if (cycle) return cycle;
    }
    path.pop();
    state.set(node, 'done');
    return null;
  };
  for (const node of graph.keys()) {
    const cycle = visit(node);
    if (cycle) return cycle;
  }
  return null;
}
