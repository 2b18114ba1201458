/** What a build of SituatedGen answers to the questions of a datasheet (Zhang and Wan 2023, appendix A), and its tables for the card. */
import type { CardSection, DatasheetAnswers } from '../../../build/dataset/index.ts';
import { tableToMarkdown } from '../../../report/index.ts';
import { contextTable, sourceTable, splitTable } from '../stats-tables.ts';
import type { DatasetStats } from './dataset-stats.ts';

export function numbers(stats: DatasetStats): CardSection {
  return {
    title: 'Numbers',
    text: [splitTable(stats.splits, stats.total), contextTable(stats.splits, stats.total), sourceTable(stats.sources)]
      .map((table) => `${table.caption}\n\n${tableToMarkdown(table)}`)
      .join('\n\n'),
  };
}

export function answers(stats: DatasetStats): DatasheetAnswers {
  const splits = Object.values(stats.splits);
  const sources = Object.entries(stats.statementSources).map(([source, count]) => `${source} ${count}`);
  const breaking = splits.reduce((sum, { definition }) => sum + definition.breaking, 0);
  return {
    purpose:
      'To see whether language models reason about places and times when they write: the keywords must be told apart into two groups, and each group must become a true sentence.',
    instances: 'Pairs of English sentences of commonsense knowledge, with the keywords that both are made of.',
    count: `${stats.total.examples}, made of ${splits.reduce((sum, { uniqueSentences }) => sum + uniqueSentences, 0)} sentences.`,
    sample: `It has those statements of the sources that have a geographical or temporal entity and at least one partner. Statements by source: ${sources.join(', ')}.`,
    label: 'Yes: `statement`, the two sentences.',
    relationships: 'Pairs share sentences: `ids` say which. No sentence is in two splits; proof.json shows it.',
    splits: `Yes. Whole communities of the statement graph go to one split, so that sentences built alike stay together. ${stats.communities.count} communities, ${stats.communities.crossing} pairs between communities left out.`,
    errors: `Yes. Pairs are found by rules and similarity; "People" below says what people checked. ${breaking} examples break a part of the task's definition (stats.json says which part).`,
    confidential: 'It contains what the source corpora contain, sentence by sentence; nothing was added.',
    offensive: 'It contains what the source corpora contain; no filter for offensive text was applied.',
    acquisition: `Derived from existing corpora: ${Object.keys(stats.sources).join(', ')}.`,
    mechanisms:
      'The steps of the paper: questions and answers become statements, entities are found, statements without GEO or TEMP are dropped, keywords are masked, masked sentences are compared, rules decide on pairs, communities become splits.',
    raw: 'statements.jsonl keeps every statement that came as far as mining, with question, answer, licence, entities and keywords.',
    tasks: 'To train and evaluate models that write sentences from keywords, and to study what they know of places and times.',
    unsuitable: 'As a source of facts.',
  };
}
