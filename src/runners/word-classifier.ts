/** Naive Bayes over words and bigrams, each counted once a text: a baseline that is hard to beat (Wang and Manning 2012). */

export interface LabelledText {
  text: string;
  label: string;
}

/** The log-probability of each label, up to a constant. Labels that were never seen have none. */
export type TextClassifier = (text: string) => ReadonlyMap<string, number>;

export function trainWordClassifier(texts: readonly LabelledText[]): TextClassifier {
  const labels = new Map<string, { texts: number; grams: Map<string, number> }>();
  const vocabulary = new Set<string>();
  for (const { text, label } of texts) {
    const own = labels.get(label) ?? { texts: 0, grams: new Map<string, number>() };
    labels.set(label, own);
    own.texts++;
    for (const gram of gramsOf(text)) {
      vocabulary.add(gram);
      own.grams.set(gram, (own.grams.get(gram) ?? 0) + 1);
    }
  }
  const trained = Array.from(labels, ([label, { texts: count, grams }]) => {
    const total = [...grams.values()].reduce((sum, own) => sum + own, 0) + vocabulary.size;
    return { label, prior: Math.log(count / texts.length), weight: (gram: string) => Math.log(((grams.get(gram) ?? 0) + 1) / total) };
  });
  return (text) => {
    const known = [...gramsOf(text)].filter((gram) => vocabulary.has(gram));
    return new Map(trained.map(({ label, prior, weight }) => [label, known.reduce((sum, gram) => sum + weight(gram), prior)]));
  };
}

/** Lower-cased words, and each two that follow one another. */
export function gramsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
  return new Set([...words, ...words.slice(1).map((word, i) => `${words[i]} ${word}`)]);
}
