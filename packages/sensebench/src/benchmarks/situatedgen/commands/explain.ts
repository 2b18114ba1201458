/** `sensebench explain <dataset> <row>` for SituatedGen: adds the masked form, and measures and judges a pair again. */
import { join } from 'node:path';
import { type ActionContext, defineAction, InputError } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { describeExplanation, EXPLAIN_ARGUMENTS, explainOptionsSchema, explainRow } from '../../../build/dataset/index.ts';
import { cosine, memoryVectors, nearest, reaches, settleSimilarities, writtenSimilarity } from '../../../build/pairs/index.ts';
import { readDatasetManifest, readJsonl } from '../../../files/index.ts';
import { type Statement, statementSchema } from '../../../statements/index.ts';
import { embedderNeeds, embeddingsOption, exactVectors } from '../build/embed-texts.ts';
import { maskKeywords } from '../build/mask-keywords.ts';
import { judgePair, prepareStatement } from '../build/pair-rules.ts';
import { loadContrastModel, QUALITIES } from '../contrast/contrast-model.ts';
import { readStatements as readForModel } from '../contrast/describe-statements.ts';
import { readFrame } from '../pairs/frame.ts';
import { createStrictJudge, frameStatement, STRICT_RULES, type StrictVerdict } from '../pairs/strict-rules.ts';

const configSchema = z.looseObject({
  threshold: z.number(),
  sharedEntities: z.enum(['context', 'all']),
  contexts: z.enum(['same', 'any']),
  // Without this option, the paper's rules were used.
  pairs: z.enum(['paper', 'strict', 'model']).default('paper'),
  precision: z.number().default(0),
  quality: z.enum(QUALITIES).default('valid'),
  withoutRules: z.array(z.enum(STRICT_RULES)).default([]),
  sharedContext: z.boolean().default(false),
  /** Folders of older versions lack it. */
  mining: z.string().default('exhaustive'),
  embeddings: embeddingsOption,
});

export const explain = defineAction({
  summary: 'explain why a row is in a dataset or was dropped',
  arguments: EXPLAIN_ARGUMENTS,
  options: explainOptionsSchema,
  examples: [
    'explain my-dataset creak::train::12',
    'explain my-dataset "July is summer in China."',
    'explain my-dataset creak::train::12 --with creak::dev::543',
  ],
  async run(options, context) {
    const { dataset } = options;
    const explanation = await explainRow(dataset, options.row);
    if ('candidates' in explanation) return { json: explanation, text: describeExplanation(explanation).join('\n') };
    const statements = await readStatements(dataset);
    const config = configSchema.parse((await readDatasetManifest(dataset)).config);
    // An id `a|b` names both statements.
    const [first, second] = explanation.statements.length === 2 ? explanation.statements.map(({ id }) => id) : [explanation.id];
    const other = options.with === undefined ? second : await partnerOf(dataset, options.with);
    const measured = await measure(first, other, { statements, config, context, nearest: options.nearest && !explanation.in });
    const lines = [
      ...describeExplanation(explanation),
      ...(measured.masked ? [`masked: ${measured.masked}`] : []),
      ...(measured.pair
        ? [
            `with ${measured.pair.id}: ${measured.pair.masked}`,
            `  similarity ${measured.pair.similarity}, threshold ${config.threshold}: ${measured.pair.verdict}`,
          ]
        : []),
    ];
    return { json: { ...explanation, ...measured }, text: lines.join('\n') };
  },
});

async function partnerOf(dataset: string, wanted: string): Promise<string> {
  const found = await explainRow(dataset, wanted);
  if ('candidates' in found)
    throw new InputError(`--with "${wanted}" fits ${found.candidates.length} statements`, { expected: 'the id of a statement' });
  return found.id;
}

interface MeasureOptions {
  statements: readonly Statement[];
  config: z.infer<typeof configSchema>;
  context: ActionContext;
  nearest: boolean;
}

interface Measurement {
  masked: string | null;
  pair: { id: string; text: string; masked: string; similarity: number; verdict: string } | null;
}

/** Measures and judges the pair with the given partner, or with the most similar statement. */
async function measure(
  id: string,
  other: string | undefined,
  { statements, config, context, nearest: wanted }: MeasureOptions,
): Promise<Measurement> {
  const first = statements.findIndex((statement) => statement.id === id);
  const second = other === undefined ? -1 : statements.findIndex((statement) => statement.id === other);
  if (other !== undefined && second < 0) throw new InputError(`"${other}" did not reach mining; explain it by itself`);
  const masked = first < 0 ? null : maskKeywords(statements[first].text, statements[first].keywords ?? []);
  if (first < 0 || (other === undefined && (!wanted || statements.length < 2))) return { masked, pair: null };
  const { embedder } = await context.tools(embedderNeeds(config));
  if (!embedder) return { masked, pair: null };
  const chosen = other === undefined ? statements : [statements[first], statements[second]];
  const texts = chosen.map(({ text, keywords = [] }) => maskKeywords(text, keywords));
  const vectors = await embedder.embed(texts, { signal: context.signal });
  const place = other === undefined ? first : 0;
  const { dimensions } = embedder;
  const settled = { dimensions, threshold: config.threshold, ...exactVectors((row) => texts[row], { embedder, signal: context.signal }) };
  const partner = other === undefined ? (await nearest(memoryVectors(vectors, dimensions), { ...settled, of: [place] }))[0].index : 1;
  const measured = { first: place, second: partner, similarity: cosine(vectors, place, partner, dimensions) };
  await settleSimilarities([measured], settled);
  const [one, two] = [place, partner].map((index) => prepareStatement(chosen[index], config));
  const judged = judgePair(one, two, config);
  const verdict =
    'rule' in judged || config.pairs === 'paper'
      ? judged
      : config.pairs === 'model'
        ? await judgeByModel([chosen[place], chosen[partner]], { config, context })
        : await judgeStrictly([chosen[place], chosen[partner]], { statements, config, context });
  const said =
    'rule' in verdict
      ? `${verdict.rule}${verdict.value ? ` (${verdict.value})` : ''}`
      : config.pairs !== 'model' && !reaches(measured.similarity, config.threshold)
        ? 'too different'
        : `a pair (${[('context' in judged && judged.context) || 'no common context', ...('contrast' in verdict ? [`contrast ${verdict.contrast}`] : [])].join(', ')})${config.mining === 'exhaustive' ? '' : ', unless both have a hundred nearer neighbours'}`;
  const { id: otherId, text } = chosen[partner];
  return { masked, pair: { id: otherId, text, masked: texts[partner], similarity: writtenSimilarity(measured.similarity), verdict: said } };
}

/** The strict rules need the parse trees of the two statements, and the texts of all statements. */
async function judgeStrictly(
  pair: readonly [Statement, Statement],
  { statements, config, context }: Omit<MeasureOptions, 'nearest'>,
): Promise<StrictVerdict> {
  const { analyse, wordnet } = await context.tools({ analyse: true, wordnet: true });
  const analysed = await analyse(
    pair.map(({ text }) => text),
    { parse: true, entities: false },
  );
  const [first, second] = pair.map(({ text, entities = [] }, i) => frameStatement(text, readFrame(analysed[i].tokens, entities, wordnet)));
  const judge = createStrictJudge(
    statements.map(({ text }) => text),
    { without: config.withoutRules },
  );
  return judge(first, second);
}

/** Probabilities of the model of contrast; a pair that is not likely enough is refused with the feature that lowers it most. */
async function judgeByModel(
  pair: readonly [Statement, Statement],
  { config: { precision, quality }, context }: Pick<MeasureOptions, 'config' | 'context'>,
): Promise<{ contrast: number } | { rule: string; value: string }> {
  const { analyse, wordnet, embedder } = await context.tools({ analyse: true, wordnet: true, embedder: true });
  if (!wordnet) throw new Error('WordNet was not loaded');
  const model = loadContrastModel();
  const analysed = await analyse(
    pair.map(({ text }) => text),
    { parse: true, entities: false },
  );
  const readings = await readForModel(
    pair.map(({ entities = [] }, i) => ({ analysis: analysed[i], entities })),
    { reader: model.facts(wordnet), embedder, signal: context.signal },
  );
  const [first, second] = readings.map(({ facts, vectors }) => model.describe(facts, vectors));
  const chance = model.score(first, second)[quality];
  if (chance >= precision) return { contrast: Math.floor(100 * chance) / 100 };
  return { rule: `not likely enough to be ${quality}`, value: `${chance.toFixed(2)}: ${model.weakness(first, second, quality)}` };
}

async function readStatements(folder: string): Promise<Statement[]> {
  const statements: Statement[] = [];
  for await (const { value } of readJsonl(join(folder, 'statements.jsonl'), statementSchema)) statements.push(value);
  return statements;
}
