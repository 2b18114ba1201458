/** The tools that come with the package and need no model: tokenizers and WordNet. Metrics that need more are handed it. */
import { SetupError, type ToolNeeds, type Tools } from '../../core/index.ts';
import { tokenizeCoco, tokenizeTreebank } from '../../nlp/tokens/index.ts';

export async function loadTools({ wordnet }: ToolNeeds): Promise<Tools> {
  return {
    tokens: (kind, text) => (kind === 'coco' ? tokenizeCoco(text) : tokenizeTreebank(text).map((token) => token.text)),
    analyse: async () => {
      throw new SetupError('this metric analyses text', 'hand `tools` with `analyse` to `score`');
    },
    wordnet: wordnet ? await (await import('../../nlp/words/wordnet.ts')).loadWordNet() : undefined,
  };
}
