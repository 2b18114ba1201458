/** Faults of a made sentence that tags can show: wrong number, a bare noun, left-over question words, a clause without "that". */
import type { Asked } from './asked.ts';
import { lostContent } from './confidence.ts';
import { contentWords } from './content-words.ts';
import { isWh } from './stem.ts';
import { auxiliaryKind } from './verb-groups.ts';
import { isFiniteVerb, type Word } from './words.ts';

export function sentenceFaults(words: readonly Word[], asked: Asked): string[] {
  const found = new Set<string>();
  const last = words[words.length - 1];
  const first = words[0];
  if (last && (/^(DT|TO|CC|PRP\$)$/.test(last.tag) || /^(of|as|than|is|are|the|a|an|and|or)$/.test(last.lower))) found.add('ends open');
  if (last?.tag === 'IN') found.add('ends with a preposition');
  if (first && /^(which|how|why|whose|where)$/.test(first.lower)) found.add('begins with a question word');
  if (words.some((word) => /^(following|choices|statements)$/.test(word.lower))) found.add('choices left');
  if (words.some((word, i) => /^(these|those)$/.test(word.lower) && !/^(NNS|NN|CD|JJ)$/.test(words[i + 1]?.tag ?? '') && i > 0))
    found.add('pointer left');
  if (words.some((word, i) => i > 1 && word.lower === 'which' && !/^(IN|,|TO)$/.test(words[i - 1].tag) && isWh(word)))
    found.add('which inside');
  for (const [i, word] of words.entries()) {
    const next = words[i + 1];
    if (!next) continue;
    if (/^(is|are|was|were)$/.test(word.lower) && /^(is|are|was|were)$/.test(next.lower)) found.add('two copulas');
    if (/^(NNS)$/.test(word.tag) && (next.tag === 'VBZ' || /^(is|was|has)$/.test(next.lower)) && headIsNear(words, i))
      found.add('plural with singular verb');
    if (
      /^(NN)$/.test(word.tag) &&
      /^(are|were|have)$/.test(next.lower) &&
      i < 3 &&
      !words.slice(0, i).some((w) => /^(and|,)$/.test(w.lower))
    )
      found.add('singular with plural verb');
    if (/^(called|named)$/.test(word.lower) && /^(when|if|that|in|on|by|because|is|are|,)$/.test(next.lower)) found.add('called nothing');
    if (word.lower === 'that' && next.lower === 'that') found.add('doubled that');
    if (/^(a|an)$/.test(word.lower) && next.tag === 'NNS') found.add('a before a plural');
    if (
      /^(DT)$/.test(word.tag) &&
      /^(DT|VBZ|VBP|IN|PRP)$/.test(next.tag) &&
      !/^(that|this|these|those|all|both|each|some|any|no|either|neither|half)$/.test(word.lower)
    )
      found.add('determiner without noun');
    if (/^(PRP)$/.test(word.tag) && i > 0 && /^(is|are|be)$/.test(words[i - 1].lower)) found.add('pronoun after be');
    if (
      word.tag === 'IN' &&
      next.tag === 'IN' &&
      !/^(because|as|such|instead|out|from|that|than|up|if|so|of|in)$/.test(word.lower) &&
      word.at < 0
    )
      found.add('two prepositions');
    if (word.at >= 0 && next.at < 0 && word.tag === 'IN' && next.tag.startsWith('VB') && next.tag !== 'VBG')
      found.add('preposition before a verb');
    if (i > 0 && /^(NN|NNS|JJ)$/.test(word.tag) && word.at < 0 && next.at >= 0 && /^(NN|NNS)$/.test(next.tag) && words[i + 1].at > 0)
      found.add('answer before a noun');
    if (i > 0 && /^(NN|NNS)$/.test(words[i - 1].tag) && words[i - 1].at >= 0 && word.at < 0 && /^(NN|NNS|DT|JJ)$/.test(word.tag))
      found.add('answer after a noun');
  }
  const finite = words.filter((word) => isFiniteVerb(word) || auxiliaryKind(word) !== undefined).length;
  if (finite === 0) found.add('no verb');
  if (finite > 4) found.add('many verbs');
  if (typeof asked.answer !== 'boolean' && asked.answer.kind === 'clause' && clauseUnjoined(words)) found.add('clause not joined');
  const lost = lostOutside(words, asked);
  if (lost > 0) found.add(lost > 2 ? 'lost more' : `lost ${lost}`);
  if (losesModifier(words, asked)) found.add('lost modifier');
  return [...found];
}

/** No preposition between the start of the clause and the plural noun: it is the head. */
const headIsNear = (words: readonly Word[], at: number) =>
  !words.slice(Math.max(0, at - 4), at).some((word) => /^(IN|TO|CC|WDT)$/.test(word.tag));

/** Two finite verbs of the made words with nothing that joins them. */
function clauseUnjoined(words: readonly Word[]): boolean {
  const start = words.findIndex((word) => word.at < 0 && !/^(that|because|in|,|the|what|is|are|was|were|when|by|of)$/.test(word.lower));
  if (start <= 0) return false;
  const before = words.slice(0, start);
  return (
    before.some((word) => isFiniteVerb(word) || auxiliaryKind(word) !== undefined) &&
    !/^(that|because|,|when|by|if|as|while)$/.test(before[before.length - 1].lower)
  );
}

/** "Which part of a pine tree …" → "A needle …": what comes behind the noun of the wh-phrase is gone. */
function losesModifier(words: readonly Word[], { words: asking, answer }: Asked): boolean {
  const at = asking.findIndex(isWh);
  if (at < 0 || typeof answer === 'boolean') return false;
  let noun = at + 1;
  while (asking[noun] && /^(JJ|JJR|JJS|NN|NNS|NNP|CD|HYPH|POS)$/.test(asking[noun].tag)) noun++;
  let end = noun;
  while (asking[end] && !isFiniteVerb(asking[end]) && auxiliaryKind(asking[end]) === undefined) end++;
  const behind = asking.slice(noun, end).filter((word) => /^(NN|VBN|VBG|JJ)/.test(word.tag));
  const kept = new Set(words.flatMap((word) => [word.lower, word.lemma]));
  return behind.some((word) => !kept.has(word.lower) && !kept.has(word.lemma));
}

/** Content words of the question that the statement lost, those of the wh-phrase aside. */
function lostOutside(words: readonly Word[], { words: asking, text }: Asked): number {
  const at = asking.findIndex(isWh);
  let end = at + 1;
  while (at >= 0 && asking[end] && !isFiniteVerb(asking[end]) && auxiliaryKind(asking[end]) === undefined) end++;
  const phrase = new Set(
    at < 0
      ? []
      : contentWords(
          asking
            .slice(at, end)
            .map(({ text: word }) => word)
            .join(' '),
        ),
  );
  return lostContent(text, words.map(({ text: word }) => word).join(' ')).filter(
    (word) => !phrase.has(word) && !/^(following|choices|best|describes?|explains?|statement)$/.test(word),
  ).length;
}
