/** The datasheet of a built dataset: the questions of SituatedGen's appendix (Zhang and Wan 2023), answered from what the build did. */
import type { CardSection } from '../../../build/dataset/index.ts';
import { tableToMarkdown } from '../../../report/index.ts';
import { contextTable, sourceTable, splitTable } from '../stats-tables.ts';
import type { DatasetStats } from './dataset-stats.ts';

export function datasheet(stats: DatasetStats): CardSection[] {
  return [numbers(stats), motivation(), composition(stats), collection(stats), uses(), maintenance()];
}

function numbers(stats: DatasetStats): CardSection {
  return {
    title: 'Numbers',
    text: [splitTable(stats.splits, stats.total), contextTable(stats.splits, stats.total), sourceTable(stats.sources)]
      .map((table) => `${table.caption}\n\n${tableToMarkdown(table)}`)
      .join('\n\n'),
  };
}

function motivation(): CardSection {
  return {
    title: 'Motivation',
    questions: [
      {
        question: 'For what purpose was the dataset created?',
        answer:
          'To see whether language models reason about places and times when they write: the keywords must be told apart into two groups, and each group must become a true sentence.',
      },
      {
        question: 'Who created it, and who paid for it?',
        answer: 'Whoever ran the build that is described below. The task and the method are those of the cited paper.',
      },
    ],
  };
}

function composition(stats: DatasetStats): CardSection {
  const splits = Object.values(stats.splits);
  const sources = Object.entries(stats.statementSources).map(([source, count]) => `${source} ${count}`);
  const breaking = splits.reduce((sum, { definition }) => sum + definition.breaking, 0);
  return {
    title: 'Composition',
    questions: [
      {
        question: 'What do the instances represent?',
        answer: 'Pairs of English sentences of commonsense knowledge, with the keywords that both are made of.',
      },
      {
        question: 'How many instances are there?',
        answer: `${stats.total.examples}, made of ${splits.reduce((sum, { uniqueSentences }) => sum + uniqueSentences, 0)} sentences.`,
      },
      {
        question: 'Is it a sample?',
        answer: `It has those statements of the sources that have a geographical or temporal entity and at least one partner. Statements by source: ${sources.join(', ')}.`,
      },
      {
        question: 'Are relationships between instances made explicit?',
        answer: 'Pairs share sentences: `ids` say which. No sentence is in two splits; proof.json shows it.',
      },
      {
        question: 'Are there recommended splits?',
        answer: `Yes. Whole communities of the statement graph go to one split, so that sentences built alike stay together. ${stats.communities.count} communities, ${stats.communities.crossing} pairs between communities left out.`,
      },
      {
        question: 'Are there errors or redundancies?',
        answer: `Yes. Pairs are found by rules and similarity; "People" below says what people checked. ${breaking} examples break a part of the task's definition (stats.json says which part).`,
      },
      { question: 'Is it self-contained?', answer: 'Yes.' },
      {
        question: 'Might it contain confidential or offensive data?',
        answer: 'It contains what the source corpora contain, sentence by sentence; nothing was added.',
      },
    ],
  };
}

function collection(stats: DatasetStats): CardSection {
  return {
    title: 'Collection process',
    questions: [
      { question: 'How was the data acquired?', answer: `Derived from existing corpora: ${Object.keys(stats.sources).join(', ')}.` },
      {
        question: 'What mechanisms were used?',
        answer:
          'The steps of the paper: questions and answers become statements, entities are found, statements without GEO or TEMP are dropped, keywords are masked, masked sentences are compared, rules decide on pairs, communities become splits.',
      },
      {
        question: 'Was the raw data saved?',
        answer: 'statements.jsonl keeps every statement that came as far as mining, with question, answer, licence, entities and keywords.',
      },
    ],
  };
}

function uses(): CardSection {
  return {
    title: 'Uses',
    questions: [
      {
        question: 'What can it be used for?',
        answer: 'To train and evaluate models that write sentences from keywords, and to study what they know of places and times.',
      },
      { question: 'What should it not be used for?', answer: 'As a source of facts.' },
    ],
  };
}

function maintenance(): CardSection {
  return {
    title: 'Maintenance',
    questions: [
      { question: 'Who maintains it?', answer: 'Whoever published this copy.' },
      { question: 'Will it be updated?', answer: 'It can be built again from newer sources.' },
    ],
  };
}
