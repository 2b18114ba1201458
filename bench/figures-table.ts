/** README's table of figures: what is the same for every run, with the figures of docs/figures.json in their places. */
import { z } from 'zod';

const number = z.number();
const splitFigures = z.object({ examples: number, sentences: number, keywords: number });
const entityFigures = z.object({ statements: number, f1: number });

/** Shares are 0 to 1, as in the JSON of the commands. */
export const figuresSchema = z.object({
  /** BART's released output on CommonGen dev. */
  bart: z.object({
    items: number,
    spice: number,
    spiceOriginal: number,
    spicePearson: number,
    coverage: number,
    /** Largest difference of an item from the original tools. */
    furthest: z.object({ captions: number, meteor: number, bertscore: number }),
  }),
  situatedgen: z.object({
    train: splitFigures,
    dev: splitFigures,
    contexts: z.array(z.object({ source: z.string(), GEO: number, TEMP: number, BOTH: number })),
  }),
  commongen: z.object({ sets: number, concepts: number, pairs: number, triples: number, human: z.record(z.string(), number) }),
  starter: z.record(z.string(), z.object({ train: number, dev: number, test: number })),
  tgcsr: z.object({ vacationing: number, camping: number }),
  treebank: z.object({ tags: number, lemmas: number, uas: number, las: number }),
  treebankDeep: z.object({ tags: number, lemmas: number, uas: number, las: number }),
  entities: entityFigures,
  entitiesDeep: entityFigures,
});

export type Figures = z.infer<typeof figuresSchema>;

const HUMAN = ['rouge2StemMean', 'rougeLStemMean', 'bleu3', 'bleu4', 'meteor', 'cider', 'spice'];

export function figuresTable(figures: Figures): string {
  const { bart, situatedgen, commongen, starter, tgcsr, treebank, treebankDeep, entities, entitiesDeep } = figures;
  const { train, dev } = situatedgen;
  const splits = (key: keyof typeof train) => `${whole(train[key])} / ${whole(dev[key])}`;
  const read = (scores: Figures['treebank']) =>
    [scores.tags, scores.lemmas, scores.uas, scores.las].map((share) => hundred(share)).join(', ');
  const human = HUMAN.map((name) => (name === 'cider' ? 10 * commongen.human[name] : 100 * commongen.human[name]).toFixed(1)).join(', ');
  const rows = [
    ['coco tokens, 131,142 lines of eight corpora', "Stanford's PTB tokenizer", 'no line differs'],
    [
      `BLEU-1–4, ROUGE-L, CIDEr, rouge-score's ROUGE on ${bart.items} CommonGen items`,
      'pycocoevalcap, rouge-score',
      `largest difference of an item ${small(bart.furthest.captions)}`,
    ],
    [`METEOR without paraphrases, ${bart.items} items`, 'METEOR 1.5 jar', `largest difference of an item ${small(bart.furthest.meteor)}`],
    [
      `SPICE, ${bart.items} items`,
      `SPICE 1.0: ${hundred(bart.spiceOriginal, 2)}`,
      `${hundred(bart.spice, 2)}, r ${bart.spicePearson.toFixed(3)} over items; exact given the original's parses`,
    ],
    ["coverage of BART's released output", '97.56', hundred(bart.coverage, 2)],
    ['BERTScore (MiniLM), 100 items', 'bert-score', `largest difference of an item ${small(bart.furthest.bertscore)}`],
    [
      'SituatedGen Table 2 (train / dev)',
      '5,641 / 1,407 examples, 788 / 309 sentences, 1,847 / 725 keywords',
      `${splits('examples')} examples, ${splits('sentences')} sentences, ${splits('keywords')} keywords`,
    ],
    [
      'SituatedGen Table 1 (CREAK, StrategyQA, CommonsenseQA)',
      '868/552/153, 501/366/86, 487/215/12',
      situatedgen.contexts.map(({ GEO, TEMP, BOTH }) => `${GEO}/${TEMP}/${BOTH}`).join(', '),
    ],
    ["SituatedGen's released pairs found again", '5,922 pairs', '98.5% with the released keywords, 80.6% with our own nouns'],
    [
      'CommonGen Table 1, dev',
      '993 sets, 766 concepts, 3,926 pairs, 3,766 triples',
      `${whole(commongen.sets)} sets, ${whole(commongen.concepts)} concepts, ${whole(commongen.pairs)} pairs, ${whole(commongen.triples)} triples`,
    ],
    [
      "CommonGen's human row (ROUGE-2, ROUGE-L, BLEU-3, BLEU-4, METEOR, CIDEr, SPICE)",
      'test: 48.9, 63.8, 48.2, 44.9, 36.2, 43.5, 63.5',
      `dev, \`ceiling commongen --protocol paper\`: ${human}. A third of its pairs are a sentence with itself ([more](../packages/sensebench/src/benchmarks/commongen/README.md))`,
    ],
    ['BLEU, TER, chrF and chrF++ of 993 outputs, 400 references and 300 random strings', 'sacreBLEU 2.5.1', 'equal within 1e-12'],
    ["TG-CSR's human score, vacationing abroad", '80.5', `${hundred(tgcsr.vacationing, 2)} (camping: ${hundred(tgcsr.camping, 2)})`],
    ['tags, lemmas, UAS, LAS on EWT dev, gold tokens', 'gold', `${read(treebank)}; with \`--deep\` ${read(treebankDeep)}`],
    [
      `entities (GPE, DATE, TIME, EVENT) of ${whole(entities.statements)} statements, F1`,
      "FLERT's labels",
      `${hundred(entities.f1)}; with \`--deep\` ${hundred(entitiesDeep.f1)}`,
    ],
    [
      'starter datasets, rows of train / dev / test',
      '–',
      Object.entries(starter)
        .map(([name, rows]) => `${name} ${whole(rows.train)} / ${whole(rows.dev)} / ${whole(rows.test)}`)
        .join('; '),
    ],
  ];
  return ['| what | original | ours |', '|---|---|---|', ...rows.map((cells) => `| ${cells.join(' | ')} |`)].join('\n');
}

const BEGIN = '<!-- figures: npm run figures -->';
const END = '<!-- end of figures -->';

/** The page with the table between its marks. */
export function withFigures(page: string, figures: Figures): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error('docs/figures.md has no place for the figures');
  return `${page.slice(0, begin + BEGIN.length)}\n\n${figuresTable(figures)}\n\n${page.slice(end)}`;
}

function whole(value: number): string {
  return value.toLocaleString('en');
}

function hundred(share: number, digits = 1): string {
  return (100 * share).toFixed(digits);
}

/** Rounded up to one digit: 2e-4. Nothing that a computer would call equal is written as a difference. */
function small(difference: number): string {
  if (difference < 1e-12) return 'below 1e-12';
  const power = Math.floor(Math.log10(difference));
  const digit = Math.ceil(difference / 10 ** power);
  return digit === 10 ? `1e${power + 1}` : `${digit}e${power}`;
}
