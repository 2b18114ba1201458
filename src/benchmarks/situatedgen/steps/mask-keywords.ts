/** Keyword masking (SituatedGen, section 4.3): each keyword becomes [UNK], "telling the pretrained language models to neglect the meaning". */
import type { Keyword } from '../../../statements/index.ts';

const MASK = '[UNK]';

/** `keywords` in the order of the text, without overlap. */
export function maskKeywords(text: string, keywords: readonly Keyword[]): string {
  let masked = '';
  let from = 0;
  for (const { start, end } of keywords) {
    masked += text.slice(from, start) + MASK;
    from = end;
  }
  return masked + text.slice(from);
}
