/** docs/reproduction.md: rows of the papers' tables trained or scored here, from the figures of docs/reproduction.json. */
import { z } from 'zod';
import type { PublishedRow } from '../packages/metrics/src/core/index.ts';
import { PUBLISHED as COMMONGEN } from '../packages/sensebench/src/benchmarks/commongen/published.ts';
import { PUBLISHED as SITUATEDGEN } from '../packages/sensebench/src/benchmarks/situatedgen/published.ts';
import { SITUATED_NOTES, SMOL_NOTES, WHY } from './reproduction-notes.ts';
import { askedSchema, smolLines } from './smollm2-page.ts';

const scoresSchema = z.record(z.string(), z.number().nullable());

export const trainedSchema = z.object({
  recipe: z.string(),
  kind: z.string(),
  seed: z.number(),
  parameters: z.number(),
  words: z.number(),
  /** Sentences that it was trained on; the whole split where it is not there. */
  texts: z.number().optional(),
  epochs: z.number(),
  minutes: z.number(),
  /** Which variant of the decoding, where it is not the recipe's. */
  variant: z.string().optional(),
  scores: scoresSchema,
});

export const reproductionSchema = z.object({
  commongen: z.array(trainedSchema),
  small: z.object({ items: z.number(), scores: scoresSchema }).nullable(),
  bart: scoresSchema,
  rated: z.array(z.object({ system: z.string(), scores: scoresSchema })),
  situatedgen: z.array(trainedSchema),
  tgcsr: z.array(trainedSchema),
  smollm2: z.array(askedSchema),
  spiceParser: z.string(),
});

export type Reproduction = z.infer<typeof reproductionSchema>;
type TrainedRow = Pick<z.infer<typeof trainedSchema>, 'kind' | 'epochs' | 'seed' | 'parameters' | 'variant'>;

/** By the recipes' kinds, in the order of the table. */
export const SYSTEMS: Readonly<Record<string, string>> = {
  brnn: 'bRNN-CopyNet',
  transformer: 'Trans-CopyNet',
  mean: 'MeanPooling-CopyNet',
  levenshtein: 'ConstLeven',
};
/** The variant of a row whose texts were written by a plain beam search; a row without a variant has the authors' search where the run has it. */
export const PLAIN_SEARCH = 'plain beam search';
/** The variant of a run with the authors' optimizer, words and batches. */
export const RELEASED = 'authors’ settings';

/** Whether two rows are of one training, by whatever search their texts were written. */
export function isSameTraining(a: TrainedRow, b: TrainedRow): boolean {
  const released = ({ variant = '' }: TrainedRow) => variant.startsWith(RELEASED);
  return a.kind === b.kind && a.epochs === b.epochs && a.seed === b.seed && a.parameters === b.parameters && released(a) === released(b);
}

const COLUMNS = {
  rouge2StemMean: 'ROUGE-2',
  rougeLStemMean: 'ROUGE-L',
  bleu3: 'BLEU-3',
  bleu4: 'BLEU-4',
  meteor: 'METEOR',
  cider: 'CIDEr',
  spice: 'SPICE',
  coverageCommonGen: 'coverage',
} as const;
const COMPARED = ['rougeLStemMean', 'bleu4', 'cider', 'coverageCommonGen'] as const;
const SITUATED = ['coverage', 'match', 'bleu4', 'rouge2', 'meteor', 'cider', 'spice'] as const;

/** The papers' own rows. */
export const publishedRows = {
  dev: COMMONGEN.filter(({ split }) => split === 'dev'),
  test: COMMONGEN.filter(({ split }) => split === 'test'),
  situatedgenTest: SITUATEDGEN.filter(({ source }) => source.startsWith('NeurIPS')),
};

export function reproductionPage(
  { commongen, small, bart, rated, situatedgen, tgcsr, smollm2, spiceParser }: Reproduction,
  { dev, test, situatedgenTest }: Readonly<Record<'dev' | 'test' | 'situatedgenTest', readonly PublishedRow[]>>,
): string {
  return [
    '# Rows of the papers, run again',
    '',
    `\`npm run reproduction\` writes this page from run folders (bench/reproduction.ts). All scores are those of \`sensebench score\`; ×100, CIDEr ×10. SPICE of models trained here was measured with the parser ${spiceParser}, of other rows with an earlier one; – where it was not measured.`,
    '',
    "## CommonGen, models trained from scratch (dev, the paper's Table 7)",
    '',
    `Trained on the paper's training split on one thread of a shared machine with two cores, with the recipes of [recipes/](../recipes/README.md). Each row of ours is under the paper's.`,
    '',
    table(['', ...Object.values(COLUMNS)], commongenRows(commongen, dev)),
    '',
    'Difference from the paper, in percent of its figure:',
    '',
    table(
      ['', ...COMPARED.map((name) => COLUMNS[name])],
      commongen.map((run) => [nameOf(run), ...COMPARED.map((name) => percent(run.scores[name], paperOf(run, dev)?.scores[name]))]),
    ),
    '',
    table(
      ['run', 'seed', 'parameters', 'words', 'sentences', 'passes', 'minutes'],
      commongen.map((run) => [
        nameOf(run),
        String(run.seed),
        whole(run.parameters),
        whole(run.words),
        run.texts === undefined ? '67,389' : whole(run.texts),
        String(run.epochs),
        String(run.minutes),
      ]),
    ),
    '',
    ...seedLines(commongen),
    ...WHY,
    ...smallLines(small, dev),
    '## CommonGen, stored outputs',
    '',
    "BART's released sentences for the 993 dev sets, scored here, beside the paper's row:",
    '',
    table(
      ['', ...Object.values(COLUMNS)],
      [
        ['paper', ...cells(dev.find(({ system }) => system === 'BART')?.scores ?? {})],
        ['scored here', ...cells(bart)],
      ],
    ),
    '',
    'Outputs of six systems for 89 test sets that people ranked (ratings.jsonl), scored here. The paper’s figures are of all 1,497 test sets, and CIDEr’s weights come from the sets that are scored, so the two agree in order rather than in height.',
    '',
    table(
      ['', ...Object.values(COLUMNS)],
      rated.flatMap(({ system, scores }) => [
        [
          `${system}, paper, 1,497 sets`,
          ...cells(test.find((row) => row.system === (system === 'T5' ? 'T5-Large' : system))?.scores ?? {}),
        ],
        [`${system}, 89 sets`, ...cells(scores)],
      ]),
    ),
    '',
    ...situatedLines(situatedgen, situatedgenTest),
    ...(tgcsr.length === 0
      ? []
      : [
          '## TG-CSR, a classifier trained from scratch (ours)',
          '',
          table(
            ['', 'F1', 'accuracy'],
            tgcsr.map((run) => [
              `bidirectional LSTM (ours, ${whole(run.parameters)} parameters), moving-house test`,
              hundred(run.scores.f1),
              hundred(run.scores.accuracy),
            ]),
          ),
          '',
          'It learned from the 170 training pairs of two contexts of our own corpus. The paper’s models answer without training: T0++ has F1 60.3 on another context.',
          '',
        ]),
    ...smolLines(smollm2, SMOL_NOTES),
  ].join('\n');
}

function commongenRows(runs: Reproduction['commongen'], dev: readonly PublishedRow[]): string[][] {
  return runs.flatMap((run) => {
    const paper = paperOf(run, dev);
    return [
      ...(paper && runs.find(({ kind }) => kind === run.kind) === run ? [[`${paper.system}, paper`, ...cells(paper.scores)]] : []),
      [`${nameOf(run)}, ours`, ...cells(run.scores)],
    ];
  });
}

/** How far seeds of the same training lie apart. */
function seedLines(runs: Reproduction['commongen']): string[] {
  const plain = runs.filter(({ variant }) => variant === undefined);
  return plain.flatMap((first) => {
    const seeds = plain.filter(({ kind, epochs }) => kind === first.kind && epochs === first.epochs);
    if (seeds.length < 2 || seeds[0] !== first) return [];
    const spans = COMPARED.map((name) => {
      const values = seeds.map(({ scores }) => (scores[name] ?? 0) * (name === 'cider' ? 10 : 100));
      return `${COLUMNS[name]} ${Math.min(...values).toFixed(2)}–${Math.max(...values).toFixed(2)}`;
    });
    return [`${seeds.length} seeds of ${nameOf({ ...first, seed: 17 })}: ${spans.join(', ')}.`, ''];
  });
}

function smallLines(small: Reproduction['small'], dev: readonly PublishedRow[]): string[] {
  if (!small) return [];
  const paper = (system: string) => [`${system}, paper`, ...cells(dev.find((row) => row.system === system)?.scores ?? {})];
  return [
    '## The model that ships',
    '',
    `\`small:commongen\` on ${small.items} dev sets drawn by seed 17, with constrained search, beside published rows of all 993 ([its card](../packages/sensebench/weights/small/README.md)):`,
    '',
    table(
      ['', ...Object.values(COLUMNS)],
      [['small:commongen', ...cells(small.scores)], paper('MeanPooling-CopyNet'), paper('ConstLeven'), paper('GPT-2'), paper('BART')],
    ),
    '',
  ];
}

function situatedLines(runs: Reproduction['situatedgen'], published: readonly PublishedRow[]): string[] {
  const title = ['## SituatedGen, trained from scratch (ours)', ''];
  if (runs.length === 0) {
    const command = 'recipes/train_copynet.py --kind mean --keep-case --least 2 --longest 64 --beams 4';
    return [
      ...title,
      `No run is stored here yet: there was no processor time left for one. \`${command}\` trains it, on both orders of the two sentences.`,
      '',
    ];
  }
  const shownSystems = published.filter(({ system }) => /^(BART-base|T5-large|Human)/.test(system));
  return [
    ...title,
    'No paper has such a row: its models are pretrained. Both orders of the two sentences were learned (section 6).',
    ...SITUATED_NOTES,
    '',
    table(
      ['', ...SITUATED],
      [
        ...runs.map((run) => [`${nameOf(run)} (ours, ${millions(run.parameters)} million parameters), dev`, ...situatedCells(run.scores)]),
        ...shownSystems.map(({ system, scores }) => [`${system}, test`, ...situatedCells(scores)]),
      ],
    ),
    '',
  ];
}

function paperOf({ kind }: { kind: string }, dev: readonly PublishedRow[]): PublishedRow | undefined {
  return dev.find(({ system }) => system === SYSTEMS[kind]);
}

function nameOf({ kind, seed, epochs, variant }: { kind: string; seed: number; epochs: number; variant?: string }): string {
  const passes = epochs === 1 ? '' : `, ${epochs} passes`;
  return `${SYSTEMS[kind] ?? kind}${passes}${variant ? `, ${variant}` : ''}${seed === 17 ? '' : `, seed ${seed}`}`;
}

function cells(scores: Readonly<Record<string, number | null>>): string[] {
  return Object.keys(COLUMNS).map((name) => shown(scores[name], name));
}

function situatedCells(scores: Readonly<Record<string, number | null>>): string[] {
  return SITUATED.map((name) => shown(scores[name], name));
}

function shown(value: number | null | undefined, name: string): string {
  return value === undefined || value === null ? '–' : (value * (name === 'cider' ? 10 : 100)).toFixed(2);
}

function hundred(value: number | null | undefined): string {
  return value === undefined || value === null ? '–' : (100 * value).toFixed(1);
}

function percent(value: number | null | undefined, paper: number | null | undefined): string {
  if (value === undefined || value === null || !paper) return '–';
  const share = Math.round((value / paper - 1) * 100);
  return `${share > 0 ? '+' : ''}${share}`;
}

function whole(value: number): string {
  return value.toLocaleString('en-US');
}

function millions(value: number): string {
  return (value / 1e6).toFixed(1);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
