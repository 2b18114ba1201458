/** docs/coverage.md is true: its commands and flags exist, its published figures are ours of published.ts, its figures of our own files come out again. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command as Parser } from 'commander';
import { afterAll, describe, expect, it } from 'vitest';
import type { PublishedRow } from '../packages/metrics/src/core/index.ts';
import { PUBLISHED_RELATIONS } from '../packages/sensebench/src/benchmarks/commongen/analysis/connectivity.ts';
import {
  learningCurves,
  PUBLISHED_BASELINE,
  PUBLISHED_CURVES,
} from '../packages/sensebench/src/benchmarks/commongen/analysis/learning-curves.ts';
import hyperParameters from '../packages/sensebench/src/benchmarks/commongen/dataset/hyper-parameters.json' with { type: 'json' };
import * as commongen from '../packages/sensebench/src/benchmarks/commongen/published.ts';
import { BENCHMARK_NAMES, loadBenchmark } from '../packages/sensebench/src/benchmarks/index.ts';
import { contextTotals, PUBLISHED_CONTEXT_COUNTS } from '../packages/sensebench/src/benchmarks/situatedgen/context-counts.ts';
import * as situatedgen from '../packages/sensebench/src/benchmarks/situatedgen/published.ts';
import { build } from '../packages/sensebench/src/benchmarks/tgcsr/commands/build.ts';
import * as tgcsr from '../packages/sensebench/src/benchmarks/tgcsr/published.ts';
import { GORDON_HOBBS } from '../packages/sensebench/src/benchmarks/tgcsr/taxonomy/taxonomy.ts';
import { DATASHEET_QUESTIONS } from '../packages/sensebench/src/build/dataset/index.ts';
import { isAction } from '../packages/sensebench/src/cli/command.ts';
import { ROOT } from '../packages/sensebench/src/cli/commands-table.ts';
import { findCommand } from '../packages/sensebench/src/cli/find-command.ts';
import { addFlags } from '../packages/sensebench/src/cli/option-flags.ts';
import { COVERAGE_PAGE, coverageRows, figuresOf, written, wrongFigures } from './coverage-page.ts';
import labelled from './pair-labels.json' with { type: 'json' };
import { quietContext } from './quiet-context.ts';

const rows = coverageRows();
const page = readFileSync(COVERAGE_PAGE, 'utf8');
const stateOf = (state: string) => (state.startsWith('needs ') ? 'needs …' : state);
const STATES = ['there', 'weaker', 'needs …', 'missing'];

describe('the rows', () => {
  it('are each found once, and have a state', () => {
    expect(rows.length).toBeGreaterThan(100);
    const names = rows.map(({ benchmark, element }) => `${benchmark}: ${element}`);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
    expect(rows.filter(({ state }) => !STATES.includes(stateOf(state)))).toEqual([]);
    expect(rows.filter((row) => Object.values(row).includes(''))).toEqual([]);
  });

  it('are counted at the top of the page', () => {
    const table = [...new Set(rows.map(({ benchmark }) => benchmark)), 'all'].map((name) => {
      const own = rows.filter(({ benchmark }) => name === 'all' || benchmark === name);
      const counts = STATES.map((state) => own.filter((row) => stateOf(row.state) === state).length);
      return `| ${[name, own.length, ...counts].join(' | ')} |`;
    });
    const shown = /^\| benchmark \|.*\n\|-.*\n((?:\|.*\n)*)/m.exec(page)?.[1];
    expect(shown).toBe(`${table.join('\n')}\n`);
  });
});

describe('the commands', () => {
  const named = rows.flatMap(({ element, command, state }) =>
    [...command.matchAll(/`([^`]+)`/g)].map(([, line]) => ({ element, line, missing: state === 'missing' })),
  );

  it('are named in every row, and nothing else is in their column', () => {
    expect(rows.filter(({ command }) => !/^`[^`]+`(?: `[^`]+`)*$/.test(command)).map(({ element }) => element)).toEqual([]);
  });

  it.each(named.filter(({ missing }) => !missing))('$line', async ({ line }) => {
    expect(await faultOf(line)).toBeNull();
  });

  // A row that says "missing" must change as soon as the command is there.
  it.each(named.filter(({ missing }) => missing))('$line is missing ($element)', async ({ line }) => {
    expect(await faultOf(line)).not.toBeNull();
  });

  it('that do not exist would be found', async () => {
    expect(await faultOf('stats situatedgen --no-such-flag')).toBe('--no-such-flag');
    expect(await faultOf('build tgcsr --by median')).toBe('--by median');
    expect(await faultOf('evaluate nothing')).toBe('nothing');
    expect(await faultOf('score situatedgen --by nothing')).toBe('--by nothing');
    expect(await faultOf('nothing')).toBe('no command');
  });
});

/** The first word of a command line that the command table does not have; null where it has all. */
async function faultOf(line: string): Promise<string | null> {
  const { path, command, words } = await findCommand(ROOT, line.split(' '));
  if (!isAction(command)) return 'no command';
  const parser = new Parser();
  addFlags(parser, command);
  const name = [...path, ...words].find((word) => BENCHMARK_NAMES.includes(word));
  const benchmark = name ? await loadBenchmark(name) : undefined;
  for (const [i, word] of words.entries()) {
    const flag = word.startsWith('--') ? word : words[i - 1];
    const option = parser.options.find(({ long }) => long === flag);
    if (flag === undefined ? word !== name : !option) return word;
    if (flag === undefined || flag === word) continue;
    const listed = /<(.+\|.+)>/.exec(option?.flags ?? '')?.[1].split('|');
    const known =
      listed ??
      (flag === '--by'
        ? Object.keys(benchmark?.breakdowns ?? {})
        : flag === '--prompt'
          ? Object.keys(benchmark?.prompts ?? {})
          : undefined);
    if (known && word.split('|').some((value) => !known.includes(value))) return `${flag} ${word}`;
  }
  return null;
}

describe('the figures of the papers', () => {
  it('of SituatedGen are those of published.ts', () => {
    const { VERSION_2023: P, FIRST_VERSION: F, PUBLISHED_FACTS: facts, PUBLISHED_STATISTICS: statistics } = situatedgen;
    const split = (version: string, name: string) => statistics.find((row) => row.version === version && row.split === name);
    const tableTwo = (version: string, name: string) => {
      const row = split(version, name);
      return [
        written(row?.examples),
        written(row?.uniqueSentences),
        written(row?.uniqueSentencesPerExample, 2),
        written(row?.uniqueKeywords),
        written(row?.keywordsPerExample, 2),
        written(row?.tokensPerExample, 2),
      ].join(' / ');
    };
    const counts = PUBLISHED_CONTEXT_COUNTS;
    const total = contextTotals(counts);
    const three = ({ GEO, TEMP, BOTH }: { GEO: number; TEMP: number; BOTH: number }) =>
      [GEO, TEMP, BOTH].map((n) => written(n)).join(' / ');
    const names = { creak: 'CREAK', strategyqa: 'StrategyQA', commonsenseqa: 'CommonsenseQA', arc: 'ARC', openbookqa: 'OpenbookQA' };
    const match = (system: string, source: string) => {
      const row = situatedgen.PUBLISHED.find((each) => each.system.startsWith(system) && each.source.startsWith(source));
      return written(100 * (row?.scores.match ?? Number.NaN), 1);
    };
    const percent = (share = Number.NaN, digits = 0) => `${written(100 * share, digits)}%`;
    expect(
      wrongFigures(
        figuresOf('SituatedGen', 'paper', {
          'sentences of the five sources': [
            Object.values(counts)
              .map(({ sentences }) => written(sentences))
              .join(' / '),
            `all ${written(total.sentences)}`,
          ],
          'statements with a context': Object.entries(names).map(([source, name]) => `${name} ${three(counts[source])}`),
          'total of the contexts': [
            `${three(total)}, together ${written(total.valid)}`,
            `${percent(total.shares?.valid, 1)}; GEO ${percent(total.shares?.GEO, 1)}, TEMP ${percent(total.shares?.TEMP, 1)}`,
          ],
          'pairs mined': `${written(facts.pairs.mined)} mined, ${written(facts.pairs.cut)} cut, ${written(facts.pairs.left)} left`,
          'communities as units of splitting': `${facts.communities}; the largest ${written(facts.largestCommunityEdges)} pairs, ${percent(facts.largestCommunityShare)}`,
          'share of test that people removed': percent(facts.testShareRemoved, 1),
          train: [tableTwo(P, 'train'), tableTwo(F, 'train')],
          dev: [tableTwo(P, 'dev'), tableTwo(F, 'dev')],
          test: tableTwo(P, 'test'),
          'test of the first version': tableTwo(F, 'test'),
          'examples of all splits': `${written(split(P, 'all')?.examples)} (P), ${written(split(F, 'all')?.examples)} (F)`,
          'number of keywords: mean and skewness': [P, F].map((version) => {
            const row = split(version, 'all');
            return `${written(row?.keywordsPerExample, 2)}, ${written(row?.keywordSkewness, 2)} (${version === P ? 'P' : 'F'})`;
          }),
          'GEO, TEMP, both': `${three({ GEO: 100 * facts.contexts.GEO, TEMP: 100 * facts.contexts.TEMP, BOTH: 100 * facts.contexts.BOTH })} %`,
          'audit by people': `${percent(facts.auditAntithesis)} antithesis, ${percent(facts.auditBoth)} both`,
          'filter by people': `${percent(facts.filterAgreement)} agreement, κ ${facts.filterKappa}`,
          'systems on test': ['BART-large', 'T5-large', 'FLAN-T5-large', 'InstructGPT'].map((name) => `${name} ${match(name, 'NeurIPS')}`),
          'scores by GEO and TEMP': [
            `FLAN-T5-large ${match('FLAN-T5-large, GEO', 'NeurIPS')} / ${match('FLAN-T5-large, TEMP', 'NeurIPS')} (P)`,
            `T5-large ${match('T5-large, GEO', 'first')} / ${match('T5-large, TEMP', 'first')} (F)`,
          ],
          'human score on 100 examples': `${match('Human', 'NeurIPS')} (P), ${match('Human', 'first')} (F)`,
          datasheet: `${DATASHEET_QUESTIONS.length} questions`,
        }),
      ),
    ).toEqual([]);
    const { testBeforeFilter: before } = facts;
    const [first, published] = [split(F, 'test')?.examples ?? 0, split(P, 'test')?.examples ?? 0];
    expect(
      wrongFigures(
        figuresOf('SituatedGen', 'ours', {
          'share of test that people removed': [
            `${written(before)} → ${written(first)} is ${percent(1 - first / before, 1)}`,
            `${written(published)} are ${percent(1 - published / before, 1)} fewer`,
          ],
          'communities as units of splitting': [
            `${percent(facts.largestCommunityEdges / facts.pairs.mined)} is of the ${written(facts.pairs.mined)}`,
            `${percent(facts.largestCommunityEdges / facts.pairs.left)} of the ${written(facts.pairs.left)}`,
          ],
          datasheet: `${DATASHEET_QUESTIONS.length} questions`,
        }),
      ),
    ).toEqual([]);
  });

  it('of CommonGen are those of published.ts', () => {
    const [train, dev, test] = commongen.PUBLISHED_STATISTICS;
    const sizes = (row: typeof train | typeof dev) =>
      `${written(row.sets)} sets, ${written(row.sentences)} sentences, ${written(row.uniqueConcepts)} concepts, ${written(row.uniquePairs)} pairs, ${written(row.uniqueTriples)} triples`;
    const score = (system: string, split: string, name: string) =>
      written((name === 'cider' ? 10 : 100) * scoreOf(commongen.PUBLISHED, { system, split, name }), 2);
    const percent = (share: number) => `${written(100 * share, 2)}%`;
    const reached = learningCurves(PUBLISHED_CURVES, { baseline: PUBLISHED_BASELINE, accuracy: 0.7477 });
    const steps = (system: string) => written(reached[system].reachesAccuracy?.steps);
    expect(
      wrongFigures([
        ...figuresOf('CommonGen', 'paper', {
          train: sizes(train),
          dev: sizes(dev),
          'unseen concepts, dev': percent(dev.unseenConcepts),
          'unseen pairs, dev': percent(dev.unseenPairs),
          'unseen triples, dev': percent(dev.unseenTriples),
          'unseen concepts, test': `${percent(test.unseenConcepts)} of ${written(test.uniqueConcepts)} (${Math.round(test.unseenConcepts * test.uniqueConcepts)})`,
          'categories of relations': percent(PUBLISHED_RELATIONS.General.oneHop),
          'BART on dev': [
            `SPICE ${score('BART', 'dev', 'spice')}`,
            `CIDEr ${score('BART', 'dev', 'cider')}`,
            `BLEU-4 ${score('BART', 'dev', 'bleu4')}`,
            `coverage ${score('BART', 'dev', 'coverageCommonGen')}`,
          ],
          'human row': [`SPICE ${score('Human Performance', 'test', 'spice')}`, `CIDEr ${score('Human Performance', 'test', 'cider')}`],
          'constrained decoding': score('T5-Large+DBA', 'test', 'coverageCommonGen'),
        }),
        ...figuresOf('CommonGen', 'ours', {
          'steps to 74.77%': `${steps('CG (T5)')} against ${steps(PUBLISHED_BASELINE)}`,
          'sizes and hyper-parameters': `${Object.keys(hyperParameters.models).length} models`,
        }),
      ]),
    ).toEqual([]);
  });

  it('of TG-CSR are those of published.ts', () => {
    const { pairs, train, dev, test } = tgcsr.PUBLISHED_SIZES;
    const f1 = (system: string, split: string, digits: number) =>
      written(100 * scoreOf(tgcsr.PUBLISHED, { system, split, name: 'f1' }), digits);
    const models = ['T0-small (3B)', 'T0 (11B)', 'T0+ (11B)'].map((system) => f1(system, 'test', 0));
    expect(
      wrongFigures([
        ...figuresOf('TG-CSR', 'paper', {
          'categories, concepts, ontologies': `${GORDON_HOBBS.categories.length} categories`,
          'sizes of the first phase': `${pairs}: ${train} / ${dev} / ${test}`,
          'human F1, all pairs': f1('Human', 'all', 1),
          'human F1, test': f1('Human', 'test', 1),
          'random baseline': f1('Random', 'test', 0),
          'T0-small, T0, T0+, T0++': `${models.join(' / ')} / ${f1('T0++ (11B)', 'test', 1)}`,
        }),
        ...figuresOf('TG-CSR', 'ours', { 'categories, concepts, ontologies': `${GORDON_HOBBS.categories.length} categories` }),
      ]),
    ).toEqual([]);
  });
});

function scoreOf(published: readonly PublishedRow[], { system, split, name }: { system: string; split: string; name: string }): number {
  return published.find((row) => row.system === system && row.split === split)?.scores[name] ?? Number.NaN;
}

describe('the figures of our own files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sensebench-coverage-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('of the starter contexts of TG-CSR come out again', async () => {
    const corpus = join(import.meta.dirname, '../corpus/tgcsr');
    const context = quietContext({ tools: async () => ({ tokens: () => [], analyse: async () => [] }) });
    const agreed: string[] = [];
    let house = '';
    for (const name of ['moving-house', 'hosting-a-dinner', 'first-day-of-school', 'community-garden']) {
      const author = join(corpus, name);
      const options = build.options.parse({ author, ratings: [join(author, 'ratings.csv')], out: join(folder, name) });
      const { rows, marks } = (await build.run(options, context)).json as {
        rows: Record<string, number>;
        marks: { agree: number; compared: number };
      };
      agreed.push(`${marks.agree} of ${marks.compared}`);
      if (name === 'moving-house') house = `${rows.train} / ${rows.dev} / ${rows.test}`;
    }
    const marks = rows.find(({ element }) => element === 'options marked correct or not')?.ours ?? '';
    expect([...marks.matchAll(/\d+ of \d+/g)].map(([text]) => text).sort()).toEqual(agreed.sort());
    expect(wrongFigures(figuresOf('TG-CSR', 'ours', { 'every category in every split': house }))).toEqual([]);
  });

  it('of the labelled pairs are those of their file', () => {
    const released = labelled.labels.filter(({ from }) => from === 'released');
    const held = released.filter(({ half }) => half === 'report');
    const bad = written((100 * held.filter(({ fails }) => fails.length > 0).length) / held.length);
    const texts = [`half of ${released.length} released dev pairs`, `${bad}% bad by the paper's rules`];
    expect(wrongFigures(figuresOf('SituatedGen', 'ours', { 'pairs that keep its criteria': texts }))).toEqual([]);
  });

  it('of the model of entities are those of its card', () => {
    const card = readFileSync(new URL('../packages/sensebench/weights/entities/README.md', import.meta.url), 'utf8');
    const [, linear, deep] = /^\| GPE \+ DATE \+ TIME \+ EVENT \|(?: [\d.]+ \|){2} ([\d.]+) \|.* ([\d.]+) \|$/m.exec(card) ?? [];
    const f1 = `F1 ${linear}, with \`--deep\` ${deep}`;
    expect(wrongFigures(figuresOf('SituatedGen', 'ours', { 'GEO is GPE; TEMP is DATE, TIME, EVENT': f1 }))).toEqual([]);
  });
});
