/** The tools that turn questions into statements, as the command line loads them. */
import type { Tools } from '../src/core/index.ts';
import { loadAnalyser } from '../src/nlp/analysis/analyser.ts';
import { tokenizeTreebank } from '../src/nlp/tokens/tokenize-treebank.ts';
import { loadTruecaser } from '../src/nlp/word-forms/truecase.ts';
import { loadWordNet } from '../src/nlp/words/wordnet.ts';

export async function loadStatementTools(): Promise<Tools> {
  const { analyse } = await loadAnalyser();
  const tokens = (_kind: string, text: string) => tokenizeTreebank(text).map((token) => token.text);
  return { analyse, wordnet: await loadWordNet(), truecaser: loadTruecaser(), tokens };
}
