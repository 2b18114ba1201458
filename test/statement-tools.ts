/** The tools that turn questions into statements, as the command line loads them. */
import type { Tools } from '../packages/metrics/src/core/index.ts';
import { tokenizeTreebank } from '../packages/metrics/src/nlp/tokens/tokenize-treebank.ts';
import { loadWordNet } from '../packages/metrics/src/nlp/words/wordnet.ts';
import { loadAnalyser } from '../packages/sensebench/src/nlp/analysis/analyser.ts';
import { loadTruecaser } from '../packages/sensebench/src/nlp/word-forms/truecase.ts';

export async function loadStatementTools(): Promise<Tools> {
  const { analyse } = await loadAnalyser();
  const tokens = (_kind: string, text: string) => tokenizeTreebank(text).map((token) => token.text);
  return { analyse, wordnet: await loadWordNet(), truecaser: loadTruecaser(), tokens };
}
