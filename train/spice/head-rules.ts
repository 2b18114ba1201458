/** Heads of phrases, for the binary rules of the caption grammar (after Collins 1999). */

/** Where a phrase's head is looked for: from the left or the right, these categories in this order. */
const HEADS: Readonly<Record<string, readonly [from: 'left' | 'right', ...categories: string[]]>> = {
  S: ['left', 'VP', 'S', 'SBAR', 'ADJP', 'UCP', 'NP'],
  SINV: ['left', 'VBZ', 'VBD', 'VBP', 'VB', 'MD', 'VP', 'S', 'SINV', 'ADJP', 'NP'],
  SQ: ['left', 'VBZ', 'VBD', 'VBP', 'VB', 'MD', 'VP', 'SQ'],
  SBAR: ['left', 'WHNP', 'WHPP', 'WHADVP', 'WHADJP', 'IN', 'DT', 'S', 'SQ', 'SINV', 'SBAR', 'FRAG'],
  SBARQ: ['left', 'SQ', 'S', 'SINV', 'SBARQ', 'FRAG'],
  VP: ['left', 'TO', 'VBD', 'VBN', 'MD', 'VBZ', 'VB', 'VBG', 'VBP', 'VP', 'ADJP', 'NN', 'NNS', 'NP'],
  PP: ['left', 'IN', 'TO', 'VBG', 'VBN', 'RP', 'FW', 'PP'],
  ADJP: ['right', 'JJ', 'VBN', 'VBG', 'JJR', 'JJS', 'ADJP', 'NN', 'RB'],
  ADVP: ['right', 'RB', 'RBR', 'RBS', 'IN', 'ADVP', 'JJ', 'NP'],
  WHNP: ['left', 'WDT', 'WP', 'WP$', 'WHADJP', 'WHPP', 'WHNP'],
  WHADVP: ['right', 'WRB', 'CC'],
  WHPP: ['left', 'IN', 'TO'],
  PRT: ['right', 'RP'],
  FRAG: ['left', 'NP', 'S', 'VP', 'PP'],
  QP: ['left', 'CD', 'NN', 'NNS', 'JJ'],
};
const NOUNS = ['NN', 'NNS', 'NNP', 'NNPS', 'NX', 'POS', 'JJR'];
const OTHERS_IN_NP = [['$', 'ADJP', 'PRN'], ['CD'], ['JJ', 'JJS', 'RB', 'QP']];

/** The index of the head among the labels of a phrase's children. */
export function headIndex(phrase: string, children: readonly string[]): number {
  const plain = (label: string) => label.replace(/-TMP$/, '');
  const labels = children.map(plain);
  const category = plain(phrase);
  const lastOf = (group: readonly string[]) => labels.findLastIndex((label) => group.includes(label));
  if (category === 'NP' || category === 'NX') {
    const noun = lastOf(NOUNS);
    if (noun >= 0) return noun;
    const inner = labels.indexOf('NP');
    if (inner >= 0) return inner;
    for (const group of OTHERS_IN_NP) if (lastOf(group) >= 0) return lastOf(group);
    return labels.length - 1;
  }
  const [from, ...wanted] = HEADS[category] ?? ['left'];
  for (const each of wanted) {
    const at = from === 'left' ? labels.indexOf(each) : labels.lastIndexOf(each);
    if (at >= 0) return at;
  }
  return from === 'left' ? 0 : labels.length - 1;
}
