/** The prediction in a model's output: its first sentence (Lin et al. 2020, section 4), without prompt, quotes or list marks. */
import { splitSentences } from '../../nlp/tokens/index.ts';

export function parseOutput(output: string): string {
  const line = output
    .split('\n')
    .map((each) => each.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '').trim())
    .find((each) => each !== '');
  if (line === undefined) return '';
  const bare = line.replace(/^(?:sentence|answer|output)\s*:\s*/i, '').replace(/^["“](.*)["”]$/s, '$1');
  return splitSentences(bare)[0]?.text ?? bare;
}
