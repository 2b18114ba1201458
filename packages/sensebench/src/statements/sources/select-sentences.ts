/** Selects sentences of running text that can stand alone, by their tags: a subject, no unresolved pronoun, one clause. */

import { defineStep, type LedgerRow, type Shard, type Token } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import type { SourceRow } from './source-reader.ts';

/** The number of sentences that are analysed together. */
const BATCH = 500;

/** Rows of other kinds are kept. */
export const selectStep = defineStep({
  name: 'select',
  version: 3,
  options: z.object({}),
  needs: { analyse: true },
  over: 'each',
  async run([{ rows }]: readonly Shard<SourceRow>[], _options, { analyse, signal, progress }): Promise<Shard<SourceRow>> {
    const kept: SourceRow[] = [];
    const dropped: LedgerRow[] = [];
    for (let from = 0; from < rows.length; from += BATCH) {
      signal.throwIfAborted();
      const batch = rows.slice(from, from + BATCH);
      const sentences = batch.flatMap(({ kind, text = '' }) => (kind === 'sentence' ? [text] : []));
      const analysed = await analyse(sentences, { entities: false });
      let next = 0;
      for (const row of batch) {
        const broken = row.kind === 'sentence' ? brokenTagRule(analysed[next++].tokens) : null;
        if (broken) dropped.push({ step: 'select', ids: [row.id], text: row.text, ...broken });
        else kept.push(row);
      }
      progress(from + batch.length);
    }
    return { rows: kept, dropped };
  },
});

const PRONOUN = /^(he|she|it|they|him|her|them|his|hers|its|their|theirs|this|these|those|himself|herself|itself|themselves)$/i;
const JOINS_CLAUSES = /^(because|although|though|while|whereas|if|unless|until|since|when|where|who|which|whom|whose|that|but|so)$/i;

/** Tags of words that can be the subject of a verb. */
const SUBJECT = /^(NN|PRP|DT|EX|CD|VBG|WP)/;

/** Nouns that refer to something mentioned before, like "the city" or "the film"; "the lion" may be any lion. */
const NAMED_BEFORE = new Set(
  'actor actress airline airport album area article author award band bank battle book boy bridge building business campaign captain case castle church city class club coach college committee community company conflict conference council country county couple course court crew department district doctor drama duo effort election episode event exhibition facility family father festival film final firm foundation game girl government governor group highway hospital hotel house idea incident institution island judge king lake law league line magazine man match mayor meeting member minister mission mother movement movie municipality museum name newspaper novel office officer organisation organization owner painting parish park party period place plan plant play player poem police population practice president problem process product program programme project province queen railway record region release report restaurant result river road role route rule ruler school season sequel series service settlement ship show single singer site situation society song space species stadium staff state station store story street structure study suburb system team television temple term theatre theory title tour tower town track train treaty tribe university venue version victim village war website woman work writer'.split(
    ' ',
  ),
);

/** Nouns that a later pronoun can refer to, unlike "night" in "at night he slept". Names of several words count as one noun. */
function canBeMeant(tokens: readonly Token[], place: number): boolean {
  if (!/^NN/.test(tokens[place].tag)) return false;
  const inName = /^NNP/.test(tokens[place].tag);
  let before = place - 1;
  while (before >= 0 && (/^(DT|JJ|PRP\$|CD)/.test(tokens[before].tag) || (inName && /^NNP/.test(tokens[before].tag)))) before--;
  return before < 0 || tokens[before].tag !== 'IN';
}

/** A definite noun that must have been mentioned before, as in "The city lies …" or "The guard said …"; undefined without one. */
function knownThing(tokens: readonly Token[]): string | undefined {
  if (tokens[0].text !== 'The') return undefined;
  let head = 1;
  while (head < tokens.length && !/^(NN|V|MD)/.test(tokens[head].tag)) head++;
  while (head + 1 < tokens.length && /^NN/.test(tokens[head + 1].tag)) head++;
  const next = tokens.slice(head + 1).find(({ tag }) => !/^RB/.test(tag));
  // Names need no introduction, and neither does "the people of Kenya". "The lions hunt" is about any lions, "The tests were halted" is not.
  const several = tokens[head]?.tag === 'NNS' && next?.tag === 'VBD';
  if ((tokens[head]?.tag !== 'NN' && !several) || !next || !/^(VBZ|VBP|VBD|MD)$/.test(next.tag)) return undefined;
  return next.tag === 'VBD' || NAMED_BEFORE.has(tokens[head].lemma) ? `The ${tokens[head].text}` : undefined;
}

/** Times that are counted from one that was mentioned before: "Five years later", "the following day", "By then". */
const COUNTED_TIME =
  /\b((years?|months?|weeks?|days?|hours?|decades?|centur(y|ies)) (later|earlier|afterwards?|before that|after that)|(the (next|following|previous|same)|that|later that|earlier that) (year|month|week|day|morning|evening|night|season|decade|century)|(by|since|until) then|at (that|the) time|at this point|shortly (after|afterwards|thereafter)|soon (after|afterwards|thereafter)|(this|last|next) (year|month|week))\b|^(then|later|afterwards?|meanwhile|eventually|subsequently|previously|thereafter)\b/i;

/** The first rule that a tagged sentence breaks; null for none. */
export function brokenTagRule(tokens: readonly Token[]): Pick<LedgerRow, 'rule' | 'value'> | null {
  const isNoun = ({ tag }: Token) => /^NN/.test(tag);
  const finite = tokens.filter(({ tag }) => /^(VBZ|VBP|VBD|MD)$/.test(tag));
  if (finite.length === 0) return { rule: 'no finite verb' };
  const verb = tokens.indexOf(finite[0]);
  // "Remain calm" is an order.
  if (tokens[0].tag === 'VB' || !tokens.slice(0, verb).some(({ tag }) => SUBJECT.test(tag)))
    return { rule: 'no subject', value: finite[0].text };
  const known = knownThing(tokens);
  if (known !== undefined) return { rule: 'speaks of what was said before', value: known };
  const counted = COUNTED_TIME.exec(tokens.map(({ text }) => text).join(' '));
  if (counted) return { rule: 'a time counted from another one', value: counted[0] };
  for (const [i, token] of tokens.entries()) {
    if (!PRONOUN.test(token.text)) continue;
    // "This perception" was mentioned before; "this" alone may refer to the sentence itself.
    if (/^(this|these|those)$/i.test(token.text) && tokens.slice(i + 1, i + 3).some(isNoun))
      return { rule: 'speaks of what was said before', value: token.text };
    if (!tokens.slice(0, i).some((_, place) => canBeMeant(tokens, place)))
      return { rule: 'a pronoun without a noun before it', value: token.text };
  }
  const joint = tokens.find(({ text }, i) => i > 0 && JOINS_CLAUSES.test(text));
  if (finite.length > 1 && joint) return { rule: 'more than one clause', value: joint.text };
  if (finite.length > 2) return { rule: 'more than one clause', value: finite.map(({ text }) => text).join(' ') };
  return null;
}
