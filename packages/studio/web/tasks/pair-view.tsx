/** A pair of contrastive sentences with its keywords marked, as one sentence, and with places or times exchanged. */
import { Chips, Passage } from '../parts/text.tsx';
import { textOf, textsOf } from './read-json.ts';

export interface ShownPair {
  keywords: string[];
  sentences: string[];
  joined: string | null;
  swapped: string | null;
}

export function readPair(shown: unknown): ShownPair | null {
  const [keywords, sentences] = [textsOf(shown, 'keywords'), textsOf(shown, 'sentences')];
  return keywords && sentences && { keywords, sentences, joined: textOf(shown, 'joined'), swapped: textOf(shown, 'swapped') };
}

/** A longer pair would leave no room for the questions about it. */
const LONGEST_PINNED = 700;

export function PairView({ keywords, sentences, joined, swapped }: ShownPair) {
  const isShort = [...sentences, joined, swapped].join('').length < LONGEST_PINNED;
  return (
    <div class={`shown ${isShort ? 'pinned' : ''}`}>
      <Chips words={keywords} label="Keywords" />
      <div class="pair">
        {sentences.map((sentence) => (
          <Passage key={sentence} text={sentence} words={keywords} kind="large" />
        ))}
      </div>
      {(joined || swapped) && (
        <dl class="beside">
          {joined && (
            <div>
              <dt>As one sentence</dt>
              <dd>
                <Passage text={joined} />
              </dd>
            </div>
          )}
          {swapped && (
            <div>
              <dt>Places or times swapped</dt>
              <dd>
                <Passage text={swapped} />
              </dd>
            </div>
          )}
        </dl>
      )}
    </div>
  );
}

export function titleOfPair({ sentences }: ShownPair): string {
  return sentences.join(' ');
}
