/** The universal part of speech (UD 2) of a word, from its Penn Treebank tag, lemma and relation in the tree. */

/** Tags that decide alone. */
const BY_TAG: Readonly<Record<string, string>> = {
  ...all('ADJ', 'JJ JJR JJS AFX'),
  ...all('ADP', 'RP'),
  ...all('ADV', 'RBR RBS'),
  ...all('AUX', 'MD'),
  ...all('CCONJ', 'CC'),
  ...all('DET', 'PDT'),
  ...all('INTJ', 'UH'),
  ...all('NOUN', 'NN NNS'),
  ...all('NUM', 'CD'),
  ...all('PART', 'POS'),
  ...all('PRON', 'EX PRP PRP$ WP WP$'),
  ...all('PROPN', 'NNP NNPS ADD'),
  ...all('PUNCT', ". , : '' `` -LRB- -RRB- HYPH NFP"),
  ...all('SYM', '$ SYM #'),
  ...all('X', 'FW GW LS XX'),
};

/** Nouns for the Penn Treebank, pronouns for UD. */
const INDEFINITE = /^(?:any|every|no|some)(?:body|one|thing)$/i;

function all(universal: string, tags: string): Record<string, string> {
  return Object.fromEntries(tags.split(' ').map((tag) => [tag, universal]));
}

export interface TaggedWord {
  tag: string;
  lemma: string;
  relation?: string;
}

export function universalTag({ tag, lemma, relation = '' }: TaggedWord): string {
  const [kind] = relation.split(':');
  if (tag.startsWith('VB')) return kind === 'aux' || kind === 'cop' ? 'AUX' : 'VERB';
  if (tag === 'IN') return kind === 'mark' ? 'SCONJ' : kind === 'advmod' ? 'ADV' : kind === 'cc' ? 'CCONJ' : 'ADP';
  if (tag === 'TO') return kind === 'case' || kind === 'fixed' ? 'ADP' : 'PART';
  // "This is new": a demonstrative that stands for a noun.
  if (tag === 'DT') return kind === 'det' || kind === 'advmod' || kind === 'cc' ? 'DET' : 'PRON';
  if (tag === 'WDT') return kind === 'det' ? 'DET' : 'PRON';
  if (tag === 'NN' && INDEFINITE.test(lemma)) return 'PRON';
  if (tag === 'NNP' && kind === 'amod') return 'ADJ';
  if (tag === 'RB') return lemma === 'not' ? 'PART' : 'ADV';
  if (tag === 'WRB') return kind === 'mark' ? 'SCONJ' : 'ADV';
  return BY_TAG[tag] ?? 'X';
}
