/** Is an answer a clause of its own: a finite verb with its subject before it, outside of relative clauses? */
import type { Analysis, Token } from '../../core/index.ts';
import type { NounLore } from './noun-lore.ts';

const FINITE = /^(VBZ|VBP|VBD|MD)$/;
const childrenOf = (tokens: readonly Token[], at: number) => tokens.filter((token) => token.head === at + 1);

/** Is the answer a clause of its own: a finite verb that is not part of a relative clause, with its subject before it? */
export function isClause({ tokens, text }: Analysis, lower: string, lore: NounLore): boolean {
  if (tokens.length === 2 && !/[.!]$/.test(text.trim()) && tokens[0].tag !== 'PRP') return false;
  if (tokens.length < 2 || lore.isNoun(lower) || lore.isNoun(lower.replace(/^(a|an|the) /, ''))) return false;
  if (
    /^(Both|They|It|These) /.test(text) &&
    /[.!]$/.test(text.trim()) &&
    lore.verbBase(tokens[1].text.toLowerCase()) !== null &&
    /^(NN|NNS|VB|VBP|VBZ)$/.test(tokens[1].tag)
  )
    return true;
  if (isReducedRelative(tokens, text)) return false;
  const root = tokens.findIndex(({ head }) => head === 0);
  const parsed =
    root > 0 &&
    childrenOf(tokens, root).some(({ relation = '' }, i, all) => /^(nsubj|expl)/.test(relation) && tokens.indexOf(all[i]) < root) &&
    (FINITE.test(tokens[root].tag) ||
      childrenOf(tokens, root).some(({ relation = '', tag }) => /^(aux|cop)/.test(relation) && FINITE.test(tag)));
  if (parsed && !(root === tokens.length - 1 && tokens[root].tag === 'MD')) return true;
  const isSentence = /^\p{Lu}/u.test(text) && /[.!]$/.test(text.trim());
  const verb = mainVerb(tokens, lore, { isSentence });
  // "an aluminum can"
  if (verb === tokens.length - 1 && tokens[verb].tag === 'MD') return false;
  return verb > 0 && tokens.slice(0, verb).some(({ tag }) => /^(NN|PRP|EX|DT|CD)/.test(tag));
}

/** "the candle left out in the open": a participle behind its noun, in an answer that is not written as a sentence. */
function isReducedRelative(tokens: readonly Token[], text: string): boolean {
  const verb = tokens.findIndex(({ tag }) => FINITE.test(tag) || tag === 'VBN');
  return (
    verb > 1 &&
    !/[.!]$/.test(text.trim()) &&
    /^(VBD|VBN)$/.test(tokens[verb].tag) &&
    /^(DT|CD)$/.test(tokens[0].tag) &&
    /^NN/.test(tokens[verb - 1].tag) &&
    (tokens[verb + 1] === undefined || /^(IN|RP|TO|RB)$/.test(tokens[verb + 1].tag)) &&
    /(ed|n|t|g|k|d|e)$/.test(tokens[verb].text) &&
    !tokens.slice(verb + 1).some(({ tag }) => FINITE.test(tag))
  );
}

/** The first finite verb outside of relative clauses; in a sentence with a stop, also a word that the tagger took for a plural. */
function mainVerb(tokens: readonly Token[], lore: NounLore, { isSentence }: { isSentence: boolean }): number {
  let relative = false;
  for (const [i, { tag, text }] of tokens.entries()) {
    if (/^(WDT|WP|WRB)$/.test(tag) || (i > 0 && /^(that|which|who|where|when|because|if|as|while|until)$/i.test(text))) relative = true;
    // "the food he ate"
    if (tag === 'PRP' && i > 0 && /^NN/.test(tokens[i - 1].tag)) relative = true;
    if (text === ',') relative = false;
    if (FINITE.test(tag)) {
      if (!relative && i > 0) return i;
      relative = false;
    }
    // "The cold water absorbed heat."
    if (
      isSentence &&
      !relative &&
      tag === 'VBN' &&
      i > 0 &&
      /^NN/.test(tokens[i - 1].tag) &&
      /^(NN|NNS|DT|PRP\$|JJ)$/.test(tokens[i + 1]?.tag ?? '') &&
      !tokens.slice(i + 1).some((token) => FINITE.test(token.tag))
    )
      return i;
    if (isSentence && !relative && tag === 'VB' && i > 0 && /^(NN|NNS)$/.test(tokens[i - 1].tag)) return i;
    const base = isSentence && !relative && i > 0 ? lore.verbBase(text.toLowerCase()) : null;
    // "the average speed increases", "Earth's tides decrease"
    if (
      base !== null &&
      lore.verbShare(base) > 0.3 &&
      ((tag === 'NNS' && /^NN/.test(tokens[i - 1].tag)) || (tag === 'NN' && tokens[i - 1].tag === 'NNS'))
    )
      return i;
  }
  return -1;
}

export function mainClauseFollows({ tokens, text }: Analysis): boolean {
  const comma = tokens.findIndex((token) => token.text === ',');
  if (comma > 1 && /^\p{Lu}/u.test(text) && /[.!]$/.test(text.trim())) return true;
  return (
    comma > 1 &&
    tokens.slice(0, comma).some(({ tag }) => /^(VB|NN)/.test(tag)) &&
    tokens.slice(comma + 2).some(({ tag }) => FINITE.test(tag)) &&
    /^(DT|PRP|PRP\$|NN|NNS|NNP|JJ|EX)$/.test(tokens[comma + 1]?.tag ?? '')
  );
}
