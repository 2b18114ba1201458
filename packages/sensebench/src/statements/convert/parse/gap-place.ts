/** Positions in a predicate: its last verb, the end of its main clause, a preposition whose noun was fronted. */
import { auxiliaryKind } from './verb-groups.ts';
import { isFiniteVerb, isVerb, type Word } from './words.ts';

const CATENATIVE =
  /^(want|wants|wanted|try|trying|tries|tried|like|likes|need|needs|needed|have|has|had|expect|expected|plan|plans|planning|planned|hope|hopes|hoping|begin|beginning|began|start|starting|started|continue|seem|going|used|able|aim|decide|decided|learn|love|intend|choose|prefer|tend|likely|unable|look|looking|get|hate|supposed|ready|about|wish|attempt|attempting|ought|required|allowed|forced|encouraged|sure|unlikely|known|said|thought|meant|come|happy|willing|afraid|hard|easy|difficult|important|necessary|best|good|help)$/;

/** The last verb of a chain: "expect to see", "have been doing", "start going". */
export function lastVerb(words: readonly Word[], from: number): number {
  let at = from;
  for (;;) {
    let next = at + 1;
    while (words[next] && /^RB/.test(words[next].tag) && words[next].lower !== 'there') next++;
    const word = words[next];
    if (!word) return at;
    let after = next + 1;
    while (words[after] && /^RB/.test(words[after].tag)) after++;
    if (word.tag === 'TO' && words[after]?.tag.startsWith('VB') && (CATENATIVE.test(words[at].lower) || CATENATIVE.test(words[at].lemma)))
      at = after;
    else if (/^(be|been|being|is|are|was|were|get|gets|have|has|had)$/.test(words[at].lower) && /^(VBN|VBG|VBD)$/.test(word.tag)) at = next;
    else if (/^(be|been)$/.test(words[at].lower) && word.tag === 'JJ' && CATENATIVE.test(word.lower)) at = next;
    else if (
      word.tag === 'VBG' &&
      /^(start|starts|began|begin|keep|keeps|like|likes|enjoy|enjoys|go|goes|stop|stopped|started|love|mind|hate|consider|finish|avoid|spend|remember|imagine)$/.test(
        words[at].lower,
      )
    )
      at = next;
    else if (word.tag === 'VB' && /^(help|helps|helped|let|lets)$/.test(words[at].lower)) at = next;
    else return at;
  }
}

/** Before "if …", "when …", ", but …": what follows is not part of the main clause. */
export function adverbialEnd(predicate: readonly Word[], verb: number): number {
  for (let i = Math.max(1, verb + 1); i < predicate.length; i++) {
    const word = predicate[i];
    const rest = predicate.slice(i + 1);
    const clause = rest.some(isFiniteVerb) || rest.some((other) => auxiliaryKind(other) !== undefined);
    if (/^(if|because|unless|although|though|while|whenever|until)$/.test(word.lower) && (clause || rest.some(isVerb))) return i;
    if (
      /^(when|after|before|since|as|so)$/.test(word.lower) &&
      /^(IN|WRB|RB)$/.test(word.tag) &&
      clause &&
      !(predicate[i + 1] && /^(many|much|well|long|soon)$/.test(predicate[i + 1].lower))
    )
      return i;
    if (word.text === ',' && clause) return i;
    if (/^(but)$/.test(word.lower) && clause) return i;
  }
  return predicate.length;
}

/** A preposition whose noun was fronted: followed by nothing that could be its noun. */
export function strandedPreposition(predicate: readonly Word[], verb: number): number {
  for (let i = Math.max(0, verb); i < predicate.length; i++) {
    const word = predicate[i];
    if (!/^(IN|TO|RP)$/.test(word.tag) && !/^(of|for|from|with|about|on|in|at|to|into|by|as|like)$/.test(word.lower)) continue;
    if (/^(that|than|if|because|while|before|after|until|though)$/.test(word.lower) || isVerb(word)) continue;
    if (word.tag === 'TO' && predicate[i + 1]?.tag === 'VB') continue;
    const next = predicate[i + 1];
    if (next === undefined) return word.tag === 'RP' ? -1 : i;
    const closes =
      /^(,|WRB)$/.test(next.tag) ||
      (next.tag === 'TO' && predicate[i + 2]?.tag === 'VB') ||
      (/^(from|with|about|to|for)$/.test(word.lower) && /^(in|on|at|during)$/.test(next.lower)) ||
      (/^(each|every)$/.test(next.lower) &&
        /^(day|night|week|month|year|time|summer|winter|spring|fall|morning)$/.test(predicate[i + 2]?.lower ?? '')) ||
      (/^(if|when|while|because|after|before|during|most|to)$/.test(next.lower) && next.tag !== 'NN');
    if (closes && !/^RP$/.test(word.tag) && !/^(as|like)$/.test(word.lower)) return i;
  }
  return -1;
}
