/** Yes or no from what a model said. */
import { readYesNo } from '../../metrics/answers/index.ts';
import type { Label } from './item.ts';

/** The prediction: yes, no, or the untouched text where it is neither, which counts as wrong. */
export function parseOutput(output: string): string {
  return labelFromText(output) ?? output.trim();
}

/** A first word that decides, then what follows "answer:", then the only decision in the text. */
export function labelFromText(output: string): Label | null {
  const text = output.trim();
  const [first = ''] = text.split(/[\s,.;:!]+/, 1);
  const decided = readYesNo(first);
  if (decided !== null) return decided ? 'yes' : 'no';
  const said = [...text.matchAll(/\b(?:answer|reply|label|verdict|decision)\b\W*(?:is\W+)?\b(yes|no|true|false)\b/gi)].at(-1)?.[1];
  const found = said ? [said] : (text.match(/\b(?:yes|no|true|false)\b/gi) ?? []);
  const labels = new Set(found.map((word) => (readYesNo(word) ? 'yes' : 'no')));
  const [only] = labels;
  return labels.size === 1 ? (only as Label) : null;
}
