/** Treebanks in CoNLL-U (universaldependencies.org): the words of each sentence with their tags, lemmas and trees. */

export interface TreeToken {
  form: string;
  /** Tag of the treebank's own set. */
  tag: string;
  lemma: string;
  /** 1-based, 0 for the root. */
  head: number;
  /** Without subtype. */
  relation: string;
  spaceAfter: boolean;
}

export interface TreeSentence {
  text: string;
  /** A document or a paragraph begins with it. */
  opens?: boolean;
  tokens: TreeToken[];
}

/** Multiword tokens and empty nodes are passed over: the words below them carry the tree. */
export function parseConllu(text: string): TreeSentence[] {
  const sentences: TreeSentence[] = [];
  for (const block of text.split(/\r?\n(?:\r?\n)+/)) {
    const tokens: TreeToken[] = [];
    let sentence: string | undefined;
    let opens = false;
    let insideUntil = 0;
    for (const line of block.split(/\r?\n/)) {
      if (line.startsWith('# text = ')) sentence = line.slice(9);
      if (/^# new(doc|par)\b/.test(line)) opens = true;
      const columns = line.split('\t');
      if (columns.length < 10) continue;
      if (columns[0].includes('-')) insideUntil = Number(columns[0].split('-')[1]);
      if (!/^\d+$/.test(columns[0])) continue;
      tokens.push({
        form: columns[1],
        lemma: columns[2],
        tag: columns[4],
        head: Number(columns[6]),
        relation: columns[7].split(':')[0],
        spaceAfter: !(columns[9].includes('SpaceAfter=No') || Number(columns[0]) < insideUntil),
      });
    }
    if (tokens.length > 0) {
      const text = sentence ?? tokens.map(({ form }) => form).join(' ');
      sentences.push(opens ? { text, opens, tokens } : { text, tokens });
    }
  }
  return sentences;
}
