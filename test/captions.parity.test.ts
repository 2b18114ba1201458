/** Every item of the shared sample under the originals: tokens, BLEU, ROUGE, CIDEr and METEOR's statistics lines. */
import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Item, Scores } from '../packages/metrics/src/core/index.ts';
import { measure, score } from '../packages/metrics/src/metrics/index.ts';
import { meteorLine } from '../packages/metrics/src/metrics/meteor/meteor.ts';
import { tokenizeCocoLines } from '../packages/metrics/src/nlp/tokens/tokenize-coco.ts';
import { dataPath, OPTIONAL_DATA } from '../packages/sensebench/src/app/start/index.ts';
import { sharedPath } from './shared.ts';

interface OracleRow {
  id: number;
  candidate: string;
  ptb_candidate: string;
  ptb_references: string[];
  bleu: number[];
  rougeL_coco: number;
  cider: number;
  meteor: number;
  meteor_stats: string;
  meteor_no_paraphrase: number;
  meteor_no_paraphrase_stats: string;
  meteor_exact_stem: number;
  rouge_score: Record<string, number>;
  rouge_score_stemmed: Record<string, number>;
}

const oracle = sharedPath('oracles/commongen-dev-bart.jsonl');
const dataset = sharedPath('data/commongen/dev.jsonl');
const readJsonl = <Row>(path: string) =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);

describe.skipIf(!oracle || !dataset)('993 CommonGen items', () => {
  let rows: OracleRow[];
  let items: Item[];
  let predictions: string[];
  let scores: Scores;

  beforeAll(async () => {
    rows = readJsonl<OracleRow>(oracle as string);
    items = readJsonl<{ scene: string[] }>(dataset as string).map(({ scene }, i) => ({
      id: `${i}`,
      input: null,
      references: scene,
      meta: {},
    }));
    predictions = rows.map(({ candidate }) => candidate);
    scores = await score({ items, predictions, metrics: ['bleu', 'rouge', 'rougeStem', 'rougeStemMean', 'rougeLCoco', 'cider', 'meteor'] });
  });

  it('has the tokens of the original', () => {
    expect(rows).toHaveLength(993);
    expect(tokenizeCocoLines(predictions).map((tokens) => tokens.join(' '))).toEqual(rows.map((row) => row.ptb_candidate));
    const references = tokenizeCocoLines(items.flatMap((item) => item.references)).map((tokens) => tokens.join(' '));
    expect(references).toEqual(rows.flatMap((row) => row.ptb_references));
  });

  const expected: Record<string, (row: OracleRow) => number> = {
    bleu1: (row) => row.bleu[0],
    bleu2: (row) => row.bleu[1],
    bleu3: (row) => row.bleu[2],
    bleu4: (row) => row.bleu[3],
    rougeLCoco: (row) => row.rougeL_coco,
    cider: (row) => row.cider,
    meteor: (row) => row.meteor_no_paraphrase,
    rouge1: (row) => row.rouge_score.rouge1,
    rouge2: (row) => row.rouge_score.rouge2,
    rougeL: (row) => row.rouge_score.rougeL,
    rouge1Stem: (row) => row.rouge_score_stemmed.rouge1,
    rouge2Stem: (row) => row.rouge_score_stemmed.rouge2,
    rougeLStem: (row) => row.rouge_score_stemmed.rougeL,
  };
  it.each(Object.keys(expected))('%s of every item', (output) => {
    const wrong = rows.filter((row, i) => !(Math.abs((scores.perItem[i][output] as number) - expected[output](row)) <= 1e-6));
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it('has the corpus scores of the originals', () => {
    const corpus = {
      bleu1: 0.6808567,
      bleu2: 0.5104494,
      bleu3: 0.3767722,
      bleu4: 0.2804379,
      rougeLCoco: 0.5139927,
      cider: 1.4836963,
      meteor: 0.3077316,
    };
    for (const [output, value] of Object.entries(corpus)) expect(scores.corpus[output]).toBeCloseTo(value, 6);
    expect(scores.corpus.rouge2StemMean).toBeCloseTo(0.2189, 4);
    expect(scores.corpus.rougeLStemMean).toBeCloseTo(0.4267, 4);
  });

  it('has the statistics lines of METEOR without paraphrases', async () => {
    const { measured } = await measure({ items, predictions, metrics: ['meteor'] });
    expect(measured[0].stats.map((line) => meteorLine(line as number[]))).toEqual(rows.map((row) => row.meteor_no_paraphrase_stats));
  });

  it('has the scores of METEOR with two matchers', async () => {
    const two = await score({ items, predictions, metrics: ['meteor'], options: { meteor: { modules: 2 } } });
    expect(rows.filter((row, i) => !(Math.abs((two.perItem[i].meteor as number) - row.meteor_exact_stem) <= 1e-6))).toEqual([]);
    expect(two.corpus.meteor).toBeCloseTo(0.3150514, 6);
  });

  it('has the statistics lines of METEOR with paraphrases', async (test) => {
    const paraphrases = dataPath('meteor-paraphrases');
    if (!existsSync(paraphrases)) test.skip(`no paraphrases here: ${OPTIONAL_DATA['meteor-paraphrases'].get}`);
    const { measured, scores: four } = await measure({ items, predictions, metrics: ['meteor'], options: { meteor: { paraphrases } } });
    expect(measured[0].stats.map((line) => meteorLine(line as number[]))).toEqual(rows.map((row) => row.meteor_stats));
    expect(four.corpus.meteor).toBeCloseTo(0.3152572, 6);
  });
});
