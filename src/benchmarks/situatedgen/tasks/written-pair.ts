/** Check of a written pair (Zhang and Wan 2023, section 3.1): two sentences, and every keyword in one of them, in any inflection. */
import type { Tools } from '../../../core/index.ts';
import { createWordForms, findKeyword } from '../../../metrics/keywords/index.ts';
import { cutSentences } from '../metrics/output-sentences.ts';

/** A keyword that is given twice belongs to both sentences: where it is there once, that is advice. */
export async function faultsOf(
  text: string,
  { keywords, tools }: { keywords: readonly string[]; tools: Pick<Tools, 'analyse' | 'wordnet'> },
): Promise<{ refuse: boolean; text: string }[]> {
  const sentences = cutSentences(text).length;
  const [written, ...given] = await tools.analyse([text, ...keywords], { entities: false });
  const formsOf = createWordForms(tools.wordnet);
  const words = { text, words: formsOf(written.tokens) };
  const faults: { refuse: boolean; text: string }[] = [];
  const refuse = (fault: string) => faults.push({ refuse: true, text: fault });
  for (const [i, keyword] of keywords.entries()) {
    if (keywords.indexOf(keyword) !== i) continue;
    const times = keywords.filter((other) => other === keyword).length;
    const found = findKeyword({ text: keyword, words: formsOf(given[i].tokens) }, words).length;
    if (found === 0) refuse(`"${keyword}" is missing`);
    else if (found < times) faults.push({ refuse: false, text: `"${keyword}" is given twice: once for each sentence` });
  }
  if (sentences !== 2) refuse(sentences < 2 ? 'a second sentence is missing' : `${sentences} sentences; write two`);
  return faults;
}
