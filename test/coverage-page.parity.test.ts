/** docs/coverage.md: the figures that come from released data are counted again. */
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { score } from '../packages/metrics/src/metrics/score/score.ts';
import { createApp } from '../packages/sensebench/src/app/index.ts';
import { addConnectivity } from '../packages/sensebench/src/benchmarks/commongen/analysis/analyse-graph.ts';
import { choiceSets } from '../packages/sensebench/src/benchmarks/commongen/analysis/choice-sets.ts';
import { commonGen } from '../packages/sensebench/src/benchmarks/commongen/benchmark.ts';
import { stats as commonGenStats } from '../packages/sensebench/src/benchmarks/commongen/commands/stats.ts';
import { type CommonGenItem, readItems } from '../packages/sensebench/src/benchmarks/commongen/item.ts';
import type { SetFigures } from '../packages/sensebench/src/benchmarks/commongen/set-figures.ts';
import { stats as situatedGenStats } from '../packages/sensebench/src/benchmarks/situatedgen/commands/stats.ts';
import type { ContextCounts } from '../packages/sensebench/src/benchmarks/situatedgen/context-counts.ts';
import type { DatasetFigures } from '../packages/sensebench/src/benchmarks/situatedgen/dataset-figures.ts';
import type { SplitFigures } from '../packages/sensebench/src/benchmarks/situatedgen/split-figures.ts';
import { disagreement } from '../packages/sensebench/src/benchmarks/tgcsr/disagreement.ts';
import { humanCeiling } from '../packages/sensebench/src/benchmarks/tgcsr/human-ceiling.ts';
import { holdOutEach, humanScore } from '../packages/sensebench/src/benchmarks/tgcsr/human-score.ts';
import { raterAgreement } from '../packages/sensebench/src/benchmarks/tgcsr/rater-agreement.ts';
import { readRatings } from '../packages/sensebench/src/benchmarks/tgcsr/ratings/read-ratings.ts';
import { assignSplits, phaseShares } from '../packages/sensebench/src/benchmarks/tgcsr/splits.ts';
import { readJsonl } from '../packages/sensebench/src/files/index.ts';
import { figuresOf, written, wrongFigures } from './coverage-page.ts';
import { quietContext } from './quiet-context.ts';
import { sharedPath } from './shared.ts';

const app = createApp({});
afterAll(() => app.close());
const context = quietContext({ tools: app.tools });

const percent = (share: number | null | undefined, digits: number) =>
  written(share === null || share === undefined ? share : 100 * share, digits);
const three = ({ GEO, TEMP, BOTH }: ContextCounts) => [GEO, TEMP, BOTH].map((count) => written(count)).join(' / ');

const situatedgen = sharedPath('data/situatedgen');

describe.skipIf(!situatedgen)('SituatedGen', () => {
  it('has the figures of its released files', { timeout: 600_000 }, async () => {
    const run = async (model: boolean) => {
      const options = {
        dataset: ['train', 'dev'].map((name) => `${situatedgen}/${name}.jsonl`),
        statements: ['creak', 'strategyqa', 'commonsenseqa'].map((name) => `${situatedgen}/statements/${name}.jsonl`),
        model,
      };
      return (await situatedGenStats.run(situatedGenStats.options.parse(options), context)).json as {
        splits: Record<'train' | 'dev', SplitFigures>;
        total: DatasetFigures;
        sources: Record<string, ContextCounts>;
        sourcesTotal: ContextCounts;
        sharedStatements: number;
      };
    };
    const { splits, total, sources, sourcesTotal, sharedStatements } = await run(true);
    const given = (await run(false)).total;
    const tableTwo = (row: SplitFigures) =>
      [
        written(row.examples),
        written(row.uniqueSentences),
        written(row.uniqueSentencesPerExample, 2),
        written(row.uniqueKeywords),
        written(row.keywordsPerExample, 2),
        written(row.tokensPerExample, 2),
      ].join(' / ');
    const types = ({ contexts: { GEO, TEMP, BOTH } }: DatasetFigures) =>
      `${[GEO, TEMP, BOTH].map((share) => percent(share, 1)).join(' / ')} %`;
    const breaking = ({ definition: { breaking, checked } }: DatasetFigures) => `${breaking} of ${written(checked)}`;
    const { keywords, combinations, examples } = splits.dev.unseen ?? {};
    const differing = given.contextCounts.unknown - (given.examples - given.definition.checked);
    expect(
      wrongFigures(
        figuresOf('SituatedGen', 'ours', {
          'definition of a pair': [breaking(given), breaking(total)],
          'new combinations of keywords': `${(combinations?.unique ?? 0) - (combinations?.unseen ?? 0)} of ${combinations?.unique} combinations`,
          'keywords that are not in train': [
            `${keywords?.unseen} of ${keywords?.unique} keywords`,
            `${written(examples?.keywords)} of its ${written(splits.dev.examples)} pairs`,
          ],
          'scores by what is unseen': `${written(examples?.keywords)} keywords, ${examples?.combinations} combinations, ${examples?.none} none`,
          'statements with a context': [
            `CREAK ${three(sources.creak)}`,
            `StrategyQA ${three(sources.strategyqa)}`,
            `CommonsenseQA ${three(sources.commonsenseqa)}`,
          ],
          'total of the contexts': `${three(sourcesTotal)}, together ${written(sourcesTotal.valid)}`,
          'rules of a pair: no shared entity, one type of context': `${differing} of ${written(given.definition.checked)}`,
          'communities as units of splitting': `the largest ${written((splits.train.communities.largestShare ?? 0) * splits.train.examples)} pairs`,
          'no statement in two splits': `released: ${sharedStatements}`,
          train: tableTwo(splits.train),
          dev: tableTwo(splits.dev),
          'examples of all splits': `${written(total.examples)} in train and dev`,
          'number of keywords: mean and skewness': `${written(total.keywordsPerExample, 2)}, ${written(total.keywordSkewness, 2)}`,
          'GEO, TEMP, both': [types(total), types(given)],
        }),
      ),
    ).toEqual([]);
  });

  it('has the sentences of OpenbookQA', async () => {
    const options = { source: ['openbook', 'crowdsourced-facts'].map((name) => `openbookqa=${sharedPath(`data/openbookqa/${name}.txt`)}`) };
    const { json } = await situatedGenStats.run(situatedGenStats.options.parse(options), context);
    const { openbookqa } = (json as { sentences: Record<string, number> }).sentences;
    expect(
      wrongFigures(figuresOf('SituatedGen', 'ours', { 'sentences of the five sources': `OpenbookQA ${written(openbookqa)}` })),
    ).toEqual([]);
  });
});

const dev = sharedPath('data/commongen/dev.jsonl');
const train = sharedPath('data/commongen/train.jsonl.gz');
const conceptnet = sharedPath('data/conceptnet/cn100k.csv.gz');
const bart = sharedPath('oracles/commongen-dev-bart.jsonl');
const questions = sharedPath('data/commonsenseqa/dev.jsonl');

describe.skipIf(!dev || !train || !conceptnet)('CommonGen', () => {
  it('has the figures of its released files', { timeout: 600_000 }, async () => {
    const options = commonGenStats.options.parse({ dataset: [train, dev], conceptnet });
    const { splits } = (await commonGenStats.run(options, context)).json as { splits: Record<'train' | 'dev', SetFigures> };
    const sizes = (row: SetFigures) =>
      `${written(row.sets)} sets, ${written(row.sentences)} sentences, ${written(row.uniqueConcepts)} concepts, ${written(row.uniquePairs)} pairs, ${written(row.uniqueTriples)} triples`;
    const { unseenConcepts, unseenConceptsInText, unseenPairs, unseenTriples, uniqueConcepts, graph } = splits.dev;
    const unseen = (share: number | null | undefined) => `${percent(share, 2)}% (${Math.round((share ?? Number.NaN) * uniqueConcepts)}`;
    const linked = (hops: 'oneHop' | 'twoHop') => `${percent(1 - (graph?.connectivity[hops][0] ?? Number.NaN), 0)}%`;
    expect(
      wrongFigures(
        figuresOf('CommonGen', 'ours', {
          train: sizes(splits.train),
          dev: sizes(splits.dev),
          'unseen concepts, dev': [`${unseen(unseenConceptsInText)} of ${uniqueConcepts})`, `${unseen(unseenConcepts)})`],
          'unseen pairs, dev': `${percent(unseenPairs, 2)}%`,
          'unseen triples, dev': `${percent(unseenTriples, 2)}%`,
          'connections in ConceptNet': [`${linked('oneHop')} have a direct link`, `${linked('twoHop')} one of one or two hops`],
          'categories of relations': `${percent(graph?.relations.oneHop.categories.General, 2)}%`,
        }),
      ),
    ).toEqual([]);
  });

  it.skipIf(!bart)("has the scores of BART's output", { timeout: 600_000 }, async () => {
    const read: CommonGenItem[] = [];
    for await (const item of readItems(dev ?? '')) read.push(item);
    const predictions: string[] = [];
    for await (const { value } of readJsonl(bart ?? '', z.looseObject({ candidate: z.string() }))) predictions.push(value.candidate);
    const { ownMetrics, keywords, breakdowns } = commonGen;
    const { corpus, breakdowns: groups } = await score({
      items: await addConnectivity(read, conceptnet ?? ''),
      predictions,
      metrics: ['spice', 'cider', 'bleu4', 'coverageCommonGen'],
      ownMetrics,
      keywords,
      breakdowns,
      tools: app.tools,
    });
    const spice = (group: string) => `${group} ${percent(groups?.connectivity[group].corpus.spice, 2)}`;
    expect(
      wrongFigures(
        figuresOf('CommonGen', 'ours', {
          'BART on dev': [
            `SPICE ${percent(corpus.spice, 2)}`,
            `CIDEr ${written(10 * (corpus.cider ?? Number.NaN), 2)}`,
            `BLEU-4 ${percent(corpus.bleu4, 2)}`,
            `coverage ${percent(corpus.coverageCommonGen, 2)}`,
          ],
          'scores by connection': ['one hop', 'two hops', 'disconnected'].map(spice),
        }),
      ),
    ).toEqual([]);
  });

  it.skipIf(!questions)('has the concept-sets of CommonsenseQA', async () => {
    const schema = z.looseObject({
      id: z.string(),
      question: z.looseObject({ stem: z.string(), choices: z.array(z.object({ label: z.string(), text: z.string() })) }),
    });
    const read = [];
    for await (const { value } of readJsonl(questions ?? '', schema))
      read.push({ id: value.id, question: value.question.stem, choices: value.question.choices });
    const { sets, same } = await choiceSets(read, await app.tools({ analyse: true }));
    expect(sets.filter(({ choice }) => choice.length === 0)).toEqual([]);
    const texts = [`${written(sets.length)} sets`, `${same.length} questions have equal sets`];
    expect(wrongFigures(figuresOf('CommonGen', 'ours', { 'a concept-set for each choice': texts }))).toEqual([]);
  });
});

const tgcsr = sharedPath('data/tgcsr');

describe.skipIf(!tgcsr)('TG-CSR', () => {
  it('has the figures of the released ratings', async () => {
    const vacation = await readRatings(`${tgcsr}/vacationing-abroad-mc-ratings.csv`);
    const camping = await readRatings(`${tgcsr}/camping-mc-ratings.csv`);
    const vacationTf = await readRatings(`${tgcsr}/vacationing-abroad-tf-ratings.csv`);
    const agreements = [raterAgreement(vacation), raterAgreement(camping)];
    const pearson = [
      Math.min(...agreements.map(({ pearsonLowest }) => pearsonLowest ?? Number.NaN)),
      Math.max(...agreements.map(({ pearsonHighest }) => pearsonHighest ?? Number.NaN)),
    ];
    const { overall } = disagreement(vacation);
    const split = (options: object) => {
      const splitOf = assignSplits(vacation.pairs, { ...phaseShares(1), ...options });
      return ['train', 'dev', 'test'].map((name) => vacation.pairs.filter(({ id }) => splitOf.get(id) === name));
    };
    const sizes = (options: object) =>
      split(options)
        .map(({ length }) => length)
        .join(' / ');
    const categories = (by: string) =>
      split({ by })
        .map((pairs) => new Set(pairs.map(({ category }) => category)).size)
        .join(', ');
    expect(
      wrongFigures(
        figuresOf('TG-CSR', 'ours', {
          agreement: [
            `Pearson ${pearson.map((value) => written(value, 2)).join('–')}`,
            `α ${agreements.map(({ cronbachAlpha }) => written(cronbachAlpha, 2)).join(' and ')}`,
          ],
          'sizes of the first phase': [
            `${vacation.pairs.length}: ${sizes({ stratify: 'size' })}`,
            `${vacation.pairs.length}: ${sizes({ by: 'pair' })}`,
          ],
          'every category in every split': [`by pairs ${categories('pair')} categories`, `by whole questions ${categories('question')}`],
          'human F1, all pairs': [
            `${percent(humanScore(holdOutEach(vacation)).f1, 2)} (mc)`,
            `${percent(humanScore(holdOutEach(vacationTf)).f1, 2)} (tf)`,
            `as no ${percent(humanScore(holdOutEach(vacation, { missing: 'no' })).f1, 2)} (mc)`,
          ],
          'random baseline': percent(humanCeiling(vacation, { resamples: 10 }).random.f1, 1),
          'disagreement kept': `${percent(overall?.unanimous, 1)}% unanimous, ${percent(overall?.disputed, 1)}% disputed`,
        }),
      ),
    ).toEqual([]);
  });
});
