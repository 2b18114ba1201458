/** One score of a single text in the form of TypeScript evaluation libraries: ({ output, expected }) → { name, score, metadata }. */
import { InputError, once } from '../../core/index.ts';
import { chooseMetrics, type MetricOptions, printedAs } from '../registry.ts';
import { loadTools } from './measure-items.ts';
import { score } from './score.ts';

export interface TextScorerInput {
  input?: unknown;
  output: string;
  /** The reference, or several. */
  expected?: string | readonly string[];
}

export interface TextScore {
  name: string;
  /** 0 to 1; null if undefined. */
  score: number | null;
  /** How the number was made. */
  metadata: { signature: string };
}

export type TextScorer = (input: TextScorerInput) => Promise<TextScore>;

/** `name` is one score, like `bleu4`, `rougeL` or `meteor`. Papers report scores over a whole corpus, which `score` returns. */
export function textScorer(name: string, options: MetricOptions = {}): TextScorer {
  const [chosen] = chooseMetrics([name], [], options);
  if (chosen.outputs.length !== 1)
    throw new InputError(`"${name}" has several scores`, { expected: `one of them: ${chosen.outputs.join(', ')}` });
  const { scale, share } = printedAs(name);
  if (scale !== 100 || !share)
    throw new InputError(`"${name}" is not between 0 and 1 for a single text`, { expected: 'score() with all texts' });
  const tools = once(() => loadTools({ wordnet: true }));
  const scorer: TextScorer = async ({ output, expected }) => {
    if (expected === undefined || expected.length === 0)
      throw new InputError(`${name} needs the expected text`, { expected: '{ output, expected }' });
    const { perItem, signatures } = await score({
      predictions: [output],
      references: [expected],
      metrics: [name],
      options,
      tools: (needs) => (needs.wordnet ? tools() : loadTools(needs)),
    });
    const value = perItem[0][name];
    return { name, score: typeof value === 'number' ? value : null, metadata: { signature: signatures[name] } };
  };
  // Libraries show the name of the function.
  return Object.defineProperty(scorer, 'name', { value: name });
}
