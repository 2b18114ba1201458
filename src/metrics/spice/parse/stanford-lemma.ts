/** Lemmas as CoreNLP 3.6 gives them (Minnen et al. 2001): the longest known ending of a word decides how it is replaced. */

/** Verbs share their rules; nouns differ by number; all other tags have rules of their own, mostly none. */
export function lemmaKind(tag: string): string {
  if (tag.startsWith('VB')) return 'V';
  if (tag === 'NNPS') return 'NNS';
  return tag === 'NNP' ? 'NN' : tag;
}

interface Rule {
  cut: number;
  add: string;
}

export type Lemmatizer = (word: string, tag: string) => string;

/** Reads the text of weights/spice/lemmas.txt: `=kind`, then lines `ending cut add`; `^` marks the start of a word. */
export function createLemmatizer(text: string): Lemmatizer {
  const kinds = new Map<string, Map<string, Rule>>();
  let rules = new Map<string, Rule>();
  for (const line of text.split('\n')) {
    if (line === '') continue;
    if (line.startsWith('=')) {
      rules = new Map();
      kinds.set(line.slice(1), rules);
      continue;
    }
    const [ending, cut, add] = line.split(' ');
    rules.set(ending, { cut: Number(cut), add });
  }
  const known = new Map<string, string>();
  return (word, tag) => {
    const kind = lemmaKind(tag);
    const key = `${kind} ${word}`;
    const old = known.get(key);
    if (old !== undefined) return old;
    const lemma = lemmatize(word.toLowerCase(), kinds.get(kind));
    known.set(key, lemma);
    return lemma;
  };
}

function lemmatize(word: string, rules: ReadonlyMap<string, Rule> | undefined): string {
  if (rules === undefined) return word;
  const marked = `^${word}`;
  for (let at = 0; at <= marked.length; at++) {
    const rule = rules.get(marked.slice(at));
    if (rule !== undefined) return word.slice(0, word.length - rule.cut) + rule.add;
  }
  return word;
}
