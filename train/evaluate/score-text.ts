/** Words, tags, lemmas and trees read off raw text, as F1 over words (CoNLL 2018 shared task, Zeman et al.): cuts count as mistakes too. */
import type { ParsedToken, Token } from '../../packages/metrics/src/core/index.ts';
import type { TreeSentence } from '../conllu.ts';

export interface RawTextScores {
  /** Words that begin and end at the same characters; the others are right only where the word is. */
  words: number;
  tags: number;
  lemmas: number;
  uas: number;
  las: number;
}

/** A paragraph of a treebank as it was written, and its sentences. */
export interface Paragraph {
  text: string;
  sentences: TreeSentence[];
}

/** Sentences up to the next mark of a document or a paragraph. */
export function paragraphsOf(sentences: readonly TreeSentence[]): Paragraph[] {
  const paragraphs: TreeSentence[][] = [];
  for (const sentence of sentences) {
    if (sentence.opens || paragraphs.length === 0) paragraphs.push([]);
    paragraphs[paragraphs.length - 1].push(sentence);
  }
  return paragraphs.map((own) => ({
    text: own
      .flatMap(({ tokens }) => tokens.map(({ form, spaceAfter }) => (spaceAfter ? `${form} ` : form)))
      .join('')
      .trimEnd(),
    sentences: own,
  }));
}

interface Word {
  /** First and last place among the characters that are not blanks. */
  place: string;
  tag: string;
  lemma: string;
  /** Place of the head; `root` for a root. */
  head: string;
  relation: string;
}

/** `read` holds the tokens of each paragraph, with trees; heads count in the whole paragraph. */
export function scoreRawText(paragraphs: readonly Paragraph[], read: readonly (readonly Token[])[]): RawTextScores {
  const counts = { all: 0, words: 0, tags: 0, lemmas: 0, uas: 0, las: 0 };
  paragraphs.forEach((paragraph, k) => {
    const gold = goldWords(paragraph);
    const found = new Map(readWords(paragraph.text, read[k]).map((word) => [word.place, word]));
    counts.all += gold.length + read[k].length;
    for (const word of gold) {
      const own = found.get(word.place);
      if (!own) continue;
      counts.words++;
      if (own.tag === word.tag) counts.tags++;
      if (own.lemma === word.lemma) counts.lemmas++;
      if (own.head !== word.head) continue;
      counts.uas++;
      if (own.relation === word.relation) counts.las++;
    }
  });
  const f1 = (right: number) => (2 * right) / Math.max(1, counts.all);
  return { words: f1(counts.words), tags: f1(counts.tags), lemmas: f1(counts.lemmas), uas: f1(counts.uas), las: f1(counts.las) };
}

function goldWords({ sentences }: Paragraph): Word[] {
  let at = 0;
  return sentences.flatMap(({ tokens }) => {
    const places = tokens.map(({ form }) => {
      const start = at;
      at += lengthOf(form);
      return `${start} ${at}`;
    });
    return tokens.map(({ tag, lemma, head, relation }, i) => ({
      place: places[i],
      tag,
      lemma,
      head: head === 0 ? 'root' : places[head - 1],
      relation,
    }));
  });
}

function readWords(text: string, tokens: readonly Token[]): Word[] {
  let at = 0;
  let before = 0;
  const places = tokens.map(({ start, end }) => {
    const from = at + lengthOf(text.slice(before, start));
    at = from + lengthOf(text.slice(start, end));
    before = end;
    return `${from} ${at}`;
  });
  return tokens.map(({ tag, lemma, head = 0, relation = '' }, i) => ({
    place: places[i],
    tag,
    lemma,
    head: head === 0 ? 'root' : places[head - 1],
    relation,
  }));
}

/** Characters that are not blanks. */
function lengthOf(text: string): number {
  return text.replace(/\s+/g, '').length;
}

/** How many tags and trees are right: shares of tokens with the given tag (tags), head (UAS), and head with relation (LAS). */
export interface TreeScores {
  tokens: number;
  tags: number;
  uas: number;
  las: number;
}

export function scoreTrees(
  gold: readonly Pick<TreeSentence, 'tokens'>[],
  readings: readonly { tags: readonly string[]; tree: readonly ParsedToken[] }[],
): TreeScores {
  const right = { tokens: 0, tags: 0, uas: 0, las: 0 };
  gold.forEach(({ tokens }, k) => {
    const { tags, tree } = readings[k];
    tokens.forEach((token, i) => {
      right.tokens++;
      if (tags[i] === token.tag) right.tags++;
      if (tree[i].head !== token.head) return;
      right.uas++;
      if (tree[i].relation === token.relation) right.las++;
    });
  });
  const share = (count: number) => count / Math.max(1, right.tokens);
  return { tokens: right.tokens, tags: share(right.tags), uas: share(right.uas), las: share(right.las) };
}

/** One line in percent. */
export function formatTreeScores({ tags, uas, las }: TreeScores): string {
  const percent = (value: number) => (100 * value).toFixed(2);
  return `tags ${percent(tags)}, UAS ${percent(uas)}, LAS ${percent(las)}`;
}
