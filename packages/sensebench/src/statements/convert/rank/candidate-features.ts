/** The features of a candidate: its rule, the form of question and answer, faults of the sentence, and the likelihood of its tags. */
import type { Analysis } from '@sensebench/metrics/internal/core';
import type { NgramModel } from '../../../nlp/language-models/index.ts';
import type { Asked } from '../convert-question.ts';
import type { AnswerPhrase } from '../fill/answer-phrase.ts';
import { QUOTED } from '../fill/subject-candidates.ts';
import { whPhrase } from '../fill/wh-phrase.ts';
import type { Converted } from '../fill/yes-no.ts';
import { isWh } from '../parse/locate-wh.ts';
import { isNoun, type Word } from '../parse/words.ts';
import { readAgain } from './read-again.ts';
import { grammarFaults, sentenceFaults } from './sentence-faults.ts';

/** Names with values. Names that the model does not have are ignored. */
export type Features = ReadonlyMap<string, number>;

export interface MadeSentence {
  statement: string;
  /** The sentence as analysed by the fast analyser. */
  reading: Analysis;
}

export function candidateFeatures(candidate: Converted, { statement, reading }: MadeSentence, asked: Asked, tags: NgramModel): Features {
  const features = new Map<string, number>([['bias', 1]]);
  const on = (name: string, value = 1) => features.set(name, value);
  const { rule, flags } = ruleOf(candidate.rule);
  const kind = typeof asked.answer === 'boolean' ? 'boolean' : asked.answer.kind;
  const shape = shapeOf(asked.words);
  on(`rule ${rule}`);
  for (const flag of flags) on(`flag ${flag}`);
  on(`rule ${rule} answer ${kind}`);
  on(`rule ${rule} shape ${shape}`);
  on(`answer ${kind}`);
  on(`shape ${shape}`);
  on(`wh ${asked.words.find(isWh)?.lower ?? 'none'}`);
  on(`rule ${rule} be ${beRelation(asked.words)}`);
  on('cut', candidate.confidence);
  for (const name of answerShape(asked.answer)) on(`answer ${name}`);
  for (const { name } of grammarFaults({ words: candidate.words, statement, question: asked.text }))
    if (!name.startsWith('lost')) on(`fault ${name}`);
  const again = readAgain(candidate.words, reading, tags);
  for (const name of sentenceFaults(again.words, asked)) on(`fault ${name}`);
  on('tags mean', again.mean);
  on('tags worst', again.worst);
  on('tags joint', again.joint);
  for (const change of again.changes) on(`changed ${change}`);
  if (again.changes.length > 0) on('changed', Math.min(3, again.changes.length) / 3);
  if (asked.hasContext) on('context before');
  if (ROUNDABOUT.test(rule)) on('roundabout');
  if (asked.words.slice(0, 7).some((word) => SHOWS.test(word.lemma))) on(`rule ${rule} shows`);
  if (typeof asked.answer !== 'boolean' && asked.answer.articleDoubt > 0) on('article doubt', asked.answer.articleDoubt);
  on('length', Math.min(1, candidate.words.length / 40));
  return features;
}

/** Verbs that things do only figuratively: "paper burning describes a change". */
const SHOWS = /^(describe|illustrate|show|represent|demonstrate|explain|identify)$/;

/** "A is an N that does X" where "A does X" says it. */
const ROUNDABOUT = /^(subject\/(class|reversed|what)|clause\/(that|what)|inverted\/(cleft|what))/;

/** "inverted/cleft/second/context" → the rule "inverted/cleft" and what it went through. */
function ruleOf(rule: string): { rule: string; flags: string[] } {
  const flags: string[] = [];
  let rest = rule;
  for (let match = FLAG.exec(rest); match; match = FLAG.exec(rest)) {
    flags.push(match[1]);
    rest = rest.slice(0, match.index);
  }
  return { rule: rest, flags };
}
const FLAG = /\/(context|second|later verb|listed)$/;

/** The phrase that the wh-word opens: none, a plain noun, one with a modifier behind it, one that is quoted. */
function shapeOf(words: readonly Word[]): string {
  const at = words.findIndex(isWh);
  if (at < 0) return 'no wh';
  let end = at + 1;
  while (words[end] && /^(JJ|JJR|JJS|NN|NNS|NNP|CD|VBG|HYPH|POS)$/.test(words[end].tag)) end++;
  const phrase = whPhrase(words.slice(at, end));
  const where = at > 1 ? 'inside ' : '';
  if (phrase.rest.length === 0) return `${where}bare`;
  if (!phrase.rest.some(isNoun)) return `${where}no noun`;
  if (QUOTED.test(phrase.head?.lemma ?? '')) return `${where}quoted`;
  return `${where}${/^(IN|VBN|TO|,)$/.test(words[end]?.tag ?? '') ? 'modified' : phrase.head?.tag === 'NNS' ? 'plural' : 'plain'}`;
}

/** How the parser reads the "be" after the wh-word: a copula, or the auxiliary of a verb that has lost its object. */
function beRelation(words: readonly Word[]): string {
  const be = words.find((word) => /^(is|are|was|were|'s)$/.test(word.lower));
  if (!be) return 'none';
  return /^aux/.test(be.relation ?? '') ? 'auxiliary' : 'copula';
}

function answerShape(answer: AnswerPhrase | boolean): string[] {
  if (typeof answer === 'boolean') return [];
  const text = answer.bare.map(({ text: word }) => word).join(' ');
  const names = [`words ${answer.bare.length < 2 ? '1' : answer.bare.length < 4 ? '2-3' : answer.bare.length < 9 ? '4-8' : '9+'}`];
  if (/,/.test(text)) names.push('comma');
  if (/\d/.test(text)) names.push('digit');
  if (/ (to|from) /.test(text)) names.push('to or from');
  if (/[-–]\S*[-–]|\bvs\b|\//.test(text)) names.push('dashes');
  if (answer.isSentence) names.push(`sentence ${answer.kind}`);
  if (answer.isPlural) names.push('plural');
  if (answer.isName) names.push('name');
  if (answer.kind === 'noun' && answer.withArticle.length > answer.bare.length) names.push('article made');
  if (answer.kind === 'noun' && answer.bare.length === 1 && answer.withArticle.length === 1 && !answer.isPlural && !answer.isName)
    names.push('single bare');
  return names;
}
