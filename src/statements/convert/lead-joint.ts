/** The words that join the context of a sentence to its clause: nothing, a comma, or "and". */
import { isFiniteVerb, isNoun, made, type Word } from './words.ts';

const SUBORDINATOR =
  /^(if|when|after|before|while|because|since|as|though|although|despite|once|until|unless|given|whenever|wherever|according|during|in|on|at|for|to|from|by|with|without|due|like|following|hoping|because|where|who|what)$/;

/** The words that join the context to the clause: nothing after "and", a comma after "if …", ", and" after a clause of its own. */
export function joint(lead: readonly Word[]): Word[] {
  const last = lead[lead.length - 1];
  if (/^(and|but|so|or|then|because|that)$/.test(last.lower)) return [];
  const ended = /^[,;:]$/.test(last.text);
  if (!isIndependent(lead)) return ended ? [] : made(',', ',');
  return ended ? made('and', 'CC') : made(', and', 'CC');
}

/** Is some part between commas a clause that could stand alone? */
function isIndependent(lead: readonly Word[]): boolean {
  let part: Word[] = [];
  for (const word of [...lead, ...made(',', ',')]) {
    if (word.text !== ',') {
      part.push(word);
      continue;
    }
    if (part[0]?.tag === 'CC') part = [];
    const verb = part.findIndex(isFiniteVerb);
    const first = part[0];
    if (first && part.length > 3 && /^(DT|PRP|PRP\$|NNP|EX)$/.test(first.tag) && !SUBORDINATOR.test(first.lower)) return true;
    if (first && verb > 0 && !SUBORDINATOR.test(first.lower) && first.tag !== 'VBG' && part.slice(0, verb).some(isNoun)) return true;
    part = [];
  }
  return false;
}
