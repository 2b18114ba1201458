/** The label that a text names, as the metrics of labels read it. Submissions and starter kits are checked with the same reading. */
import { foldLabel } from './accuracy.ts';
import { readYesNo } from './classification.ts';

/** null where it names none. The case and spaces around it do not matter; with two labels like yes and no, `true` and `1` are yes too. */
export function readLabel(text: string, labels: readonly string[]): string | null {
  const named = labels.find((label) => foldLabel(label) === foldLabel(text));
  if (named !== undefined) return named;
  const truths = labels.map(readYesNo);
  const isYesNo = labels.length === 2 && truths.includes(true) && truths.includes(false);
  const truth = readYesNo(text);
  return isYesNo && truth !== null ? labels[truths.indexOf(truth)] : null;
}

/** The same for scripts that need nothing but Node; a test compares the two. */
export const READ_LABEL = String.raw`function readLabel(text, labels) {
  const fold = (own) => own.trim().toLowerCase();
  const named = labels.find((label) => fold(label) === fold(text));
  if (named !== undefined) return named;
  const truths = labels.map(readYesNo);
  const isYesNo = labels.length === 2 && truths.includes(true) && truths.includes(false);
  const truth = readYesNo(text);
  return isYesNo && truth !== null ? labels[truths.indexOf(truth)] : null;
}

function readYesNo(text) {
  const word = text.toLowerCase().replace(/^[\s\p{P}]+|[\s\p{P}]+$/gu, '');
  return ['yes', 'true', '1'].includes(word) ? true : ['no', 'false', '0'].includes(word) ? false : null;
}`;
