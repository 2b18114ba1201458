/** How far the words before a cut look like a whole noun phrase. */
import { isNot } from './verb-groups.ts';
import { isFiniteVerb, isNoun, type Word } from './words.ts';

const PRONOUN = /^(i|you|he|she|it|we|they|there|one|everyone|everybody|someone|somebody|anyone|anybody|nobody|this|that|these|those)$/;

export function scoreSubject(words: readonly Word[], end: number): number {
  const last = words[end - 1];
  const next = words[end];
  let score = 0;
  if (/^(PRP|EX)$/.test(words[0].tag) || words[0].lower === 'there') score += end === 1 ? 8 : -4;
  else if (words[0].lower === 'one' && end === 1 && next && /^(JJ|VB|VBP|RB|MD|VBN|VBG)$/.test(next.tag)) score += 6;
  else if (PRONOUN.test(words[0].lower) && end === 1 && next && !/^(of|in|from|with|who|that)$/.test(next.lower) && !isNoun(next))
    score += 2;
  if (
    end === 1 &&
    /^(this|that|these|those|all|both)$/.test(last.lower) &&
    next &&
    !isNoun(next) &&
    (next.lower === 'likely' || !/^(JJ|DT)$/.test(next.tag) || (next.tag === 'JJ' && !(words[2] && isNoun(words[2]))))
  )
    score += 2;
  else if (end === 1 && next && /^(a|an|the)$/.test(next.lower) && last.text.length > 2 && !/^(DT|PDT|PRP\$|CC|WDT|WP|WRB)$/.test(last.tag))
    score += 1;
  else if (isNoun(last) || last.tag === 'POS' || /^["”')\]]$/.test(last.text) || last.tag === 'FW') score += 1;
  else if (/^(DT|PDT|PRP\$|IN|TO|CC|WDT|WP|WRB|,|``|MD|:|HYPH)$/.test(last.tag) || /^[([“-]$/.test(last.text))
    score -= /^(this|that|these|those|all|both|some|any|each)$/.test(last.lower) ? 2 : 9;
  else if (/^(JJ|JJR|JJS)$/.test(last.tag)) score -= last.text !== last.lower ? 0.5 : 3;
  else if (/^RB/.test(last.tag))
    score -= /^(today|tomorrow|yesterday|now|here|together|alone|abroad|ago|there|years?)$/.test(last.lower) ? 0.5 : 3;
  else if (/^(VBG|VBN)$/.test(last.tag)) score -= 1.5;
  else if (/^VB/.test(last.tag) && next !== undefined && end > 1) score -= 4;
  if (last.tag === 'POS') score -= next && isNoun(next) ? 6 : 1.5;
  if (next && isNot(next) && end > 1) score += 3;
  if (next?.tag === 'POS') score -= 9;
  if (next && last.entity !== undefined && last.entity === next.entity) score -= 4;
  if (next && isCapital(last) && isCapital(next)) score -= 4;
  // "Alexander the Great".
  if (
    next?.lower === 'the' &&
    next.text === 'the' &&
    isCapital(last) &&
    words[end + 1] &&
    isCapital(words[end + 1]) &&
    next.entity !== undefined &&
    next.entity === words[end + 1].entity &&
    next.entity === last.entity
  )
    score -= 5;
  if (!balanced(words.slice(0, end))) score -= 8;
  if (next && /^(,|CC|HYPH|:)$/.test(next.tag)) score -= 5;
  const inside = words.slice(0, end);
  const commas = inside.filter(({ text }) => text === ',').length;
  // "the statue, a gift from France, | made of copper"
  if (last.text === ',' && commas === 2) score += 9.5;
  else if (commas === 1) score -= 3;
  if (!inside.some((word) => isNoun(word) || /^(DT|JJ|VBG|PRP\$)$/.test(word.tag))) score -= 4;
  score -= 4 * openClauses(inside);
  return score;
}

const isCapital = (word: Word) => /^\p{Lu}/u.test(word.text);

/** Relative clauses that have begun before the cut and still want their verb. */
function openClauses(words: readonly Word[]): number {
  let open = 0;
  for (const [i, word] of words.entries()) {
    const relative = /^(WDT|WP)$/.test(word.tag) || (word.lower === 'that' && i > 0 && isNoun(words[i - 1]) && word.tag !== 'DT');
    if (relative) open++;
    else if (open > 0 && isFiniteVerb(word)) open--;
  }
  return open;
}

function balanced(words: readonly Word[]): boolean {
  let depth = 0;
  let quotes = 0;
  for (const { text } of words) {
    if (/^[([]$/.test(text)) depth++;
    else if (/^[)\]]$/.test(text)) depth--;
    else if (text === '"') quotes++;
    else if (text === '“' || text === '``') quotes++;
    else if (text === '”' || text === "''") quotes++;
  }
  return depth === 0 && quotes % 2 === 0;
}
