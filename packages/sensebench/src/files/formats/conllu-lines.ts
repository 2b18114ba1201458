/** CoNLL-U (Universal Dependencies): the lines of a parsed text, one sentence per tree, with entities in MISC. */
import type { Analysis, TextEntity, Token } from '@sensebench/metrics/internal/core';

/** Sentence ids start with `name`. A text without words has no lines. */
export function conlluLines({ text, tokens, entities }: Analysis, { name }: { name: string }): string[] {
  return sentencesOf(tokens).flatMap((sentence, i) => {
    const { first } = sentence;
    const words = tokens.slice(first, sentence.end);
    const shown = text.slice(words[0].start, words[words.length - 1].end);
    return [
      `# sent_id = ${name}-${i + 1}`,
      `# text = ${oneLine(shown)}`,
      ...words.map((word, place) => wordLine(word, { place, first, next: words[place + 1], entities })),
      '',
    ];
  });
}

/** In each sentence, all heads lead to the same root. */
function sentencesOf(tokens: readonly Token[]): { first: number; end: number }[] {
  const sentences: { first: number; end: number; root: number }[] = [];
  for (const place of tokens.keys()) {
    const root = rootOf(tokens, place);
    const last = sentences.at(-1);
    if (last?.root === root) last.end = place + 1;
    else sentences.push({ first: place, end: place + 1, root });
  }
  return sentences;
}

function rootOf(tokens: readonly Token[], place: number): number {
  let root = place;
  for (let head = tokens[root].head ?? 0; head > 0; head = tokens[root].head ?? 0) root = head - 1;
  return root;
}

interface WordPlace {
  /** In the sentence, from 0. */
  place: number;
  /** The position of the first word of the sentence in the text. */
  first: number;
  next?: Token;
  entities: readonly TextEntity[];
}

function wordLine(word: Token, { place, first, next, entities }: WordPlace): string {
  const head = word.head ? word.head - first : 0;
  const misc = [...(next && next.start === word.end ? ['SpaceAfter=No'] : []), ...entityOf(word, entities)].join('|');
  const fields = [
    oneLine(word.text),
    oneLine(word.lemma),
    universalTag(word),
    word.tag,
    '_',
    String(head),
    word.relation ?? '_',
    '_',
    misc,
  ];
  return [String(place + 1), ...fields.map((field) => field || '_')].join('\t');
}

/** Begin and inside, as in BIO. */
function entityOf({ start, end }: Token, entities: readonly TextEntity[]): string[] {
  const entity = entities.find((one) => one.start < end && start < one.end);
  return entity ? [`ner=${start <= entity.start ? 'B' : 'I'}-${entity.type}`] : [];
}

/** Fields must not contain tabs or line breaks. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Tags that determine the part of speech alone. */
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

interface TaggedWord {
  tag: string;
  lemma: string;
  relation?: string;
}

/** The universal part of speech (UD 2) of a word, from its Penn Treebank tag, lemma and relation in the tree. */
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
