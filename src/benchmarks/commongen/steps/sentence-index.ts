/** The sentences of any set, by intersecting the sentences of its concepts, the rarest first. */
import type { ConceptSentences } from './mine-concept-sets.ts';

export function createSentenceIndex({ concepts, starts, vocabulary }: ConceptSentences): (set: readonly number[]) => number[] {
  const counts = new Int32Array(vocabulary + 1);
  for (const concept of concepts) counts[concept + 1]++;
  for (let i = 0; i < vocabulary; i++) counts[i + 1] += counts[i];
  const next = counts.slice();
  const sentences = new Int32Array(concepts.length);
  for (let s = 0; s + 1 < starts.length; s++) for (let i = starts[s]; i < starts[s + 1]; i++) sentences[next[concepts[i]]++] = s;
  const of = (concept: number) => sentences.subarray(counts[concept], counts[concept + 1]);
  return (set) => {
    const [first, ...rest] = set.map(of).sort((a, b) => a.length - b.length);
    let found = [...first];
    for (const list of rest) found = found.filter((sentence) => includes(list, sentence));
    return found;
  };
}

function includes(ascending: Int32Array, value: number): boolean {
  let low = 0;
  let high = ascending.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (ascending[middle] === value) return true;
    if (ascending[middle] < value) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}
