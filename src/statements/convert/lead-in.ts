/** Finds the words before the inverted clause of a question: "If you freeze the soup, | would it keep until spring?" */
import { auxiliaryKind } from './verb-groups.ts';
import type { Word } from './words.ts';

export interface LeadInSplit {
  leadIn: Word[];
  /** From the auxiliary on; empty where nothing is inverted. */
  clause: Word[];
  /** The lead-in is a clause that wants a comma it has not. */
  comma: boolean;
}

export function splitLeadIn(question: readonly Word[]): LeadInSplit {
  const at = inversionAt(question);
  if (at < 0) return { leadIn: [...question], clause: [], comma: false };
  const leadIn = question.slice(0, at);
  const ended = leadIn.length === 0 || /^[,;:]$/.test(leadIn[leadIn.length - 1].text);
  return { leadIn, clause: question.slice(at), comma: !ended };
}

const STARTS_SUBJECT = /^(DT|PDT|PRP|PRP\$|EX|NN|NNS|NNP|NNPS|CD|JJ|JJR|JJS|VBG|RBR|FW|``)$/;

/** The auxiliary that opens the main clause: the first word, or the first after a comma, or one with a subject behind it and none before. */
function inversionAt(words: readonly Word[]): number {
  if (words.length < 2) return -1;
  if (auxiliaryKind(words[0]) !== undefined) return 0;
  const candidates = words
    .map((word, i) => ({ word, i }))
    .filter(({ word, i }) => i > 0 && i < words.length - 1 && auxiliaryKind(word) !== undefined && word.text !== "'s");
  const opensAfterComma = candidates.find(({ i }) => words[i - 1].text === ',' && STARTS_SUBJECT.test(words[i + 1].tag));
  if (opensAfterComma) return opensAfterComma.i;
  if (!/^(IN|WRB|TO|RB|VBG|VBN)$/.test(words[0].tag)) return -1;
  // Without a comma: "If you boil the syrup is it candy?" The subordinate clause has used up its own verb.
  const subject = candidates.filter(({ i }) => /^(PRP|EX|DT)$/.test(words[i + 1].tag) && !/^(PRP|WDT|WP|EX|TO)$/.test(words[i - 1].tag));
  return subject.length > 0 ? subject[subject.length - 1].i : -1;
}
