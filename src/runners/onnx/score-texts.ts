/** The log-probability of each of several texts as the answer to one input: the sum over its tokens. */
import type { GenerativeModel, ModelInput } from './generative-model.ts';
import { logSoftmaxInPlace } from './log-softmax.ts';

/** A text without tokens cannot be said; JSON has no infinity. */
const LEAST_LOGPROB = -9999;

/** A text's first word may have a space before it or not; the likelier spelling counts. */
export async function scoreTexts(
  model: Pick<GenerativeModel, 'open' | 'encode'>,
  input: ModelInput,
  texts: readonly string[],
): Promise<number[]> {
  const decoding = await model.open([input]);
  const spellings = texts.flatMap((text, of) =>
    [text, ` ${text}`].map((form) => ({ of, ids: model.encode(form), sum: 0, row: 0 })).filter(({ ids }) => ids.length > 0),
  );
  let open = spellings;
  for (let logits = decoding.first, length = 0; open.length > 0; length++) {
    const { width } = logits;
    const scored = new Map<number, Float32Array>();
    for (const spelling of open) {
      const { row, ids } = spelling;
      const scores = scored.get(row) ?? logSoftmaxInPlace(logits.data.slice(row * width, (row + 1) * width));
      scored.set(row, scores);
      spelling.sum += scores[ids[length]];
    }
    open = open.filter(({ ids }) => ids.length > length + 1);
    if (open.length === 0) break;
    logits = await decoding.next(
      open.map(({ row }) => row),
      open.map(({ ids }) => ids[length]),
    );
    for (const [row, spelling] of open.entries()) spelling.row = row;
  }
  return texts.map((_, i) => Math.max(...spellings.filter(({ of }) => of === i).map(({ sum }) => sum), LEAST_LOGPROB));
}
