/** The card of a built dataset: the datasheet questions of SituatedGen's appendix (Zhang and Wan 2023, datasheet), answered from what the build did. */
import { type CardSection, type DatasetCard, sizeCategory } from '../../../build/dataset/index.ts';
import { tableToMarkdown } from '../../../report/index.ts';
import { contextTable, sourceTable, splitTable } from '../actions/stats.ts';
import type { DatasetStats } from './dataset-stats.ts';

export interface DescribeOptions {
  name: string;
  licences: readonly string[];
  version: string;
  command: string;
  config: Readonly<Record<string, unknown>>;
}

export const SUMMARY =
  'Keywords in, two contrastive sentences out, told apart by geography or time: examples for the SituatedGen task (Zhang and Wan, 2023), built from question-answering corpora.';

export const CITATION =
  'Yunxiang Zhang and Xiaojun Wan. SituatedGen: Incorporating Geographical and Temporal Contexts into Generative Commonsense Reasoning. NeurIPS 2023, Datasets and Benchmarks.';

export function describeDataset(stats: DatasetStats, options: DescribeOptions): DatasetCard {
  const rows = Object.values(stats.splits).reduce((sum, { examples }) => sum + examples, 0);
  return {
    title: options.name,
    summary: SUMMARY,
    frontMatter: {
      pretty_name: options.name,
      language: ['en'],
      license: options.licences.length === 1 ? options.licences[0].toLowerCase() : 'other',
      task_categories: ['text-generation'],
      size_categories: [sizeCategory(rows)],
      tags: ['commonsense', 'keyword-to-text', 'situatedgen'],
      configs: [{ config_name: 'default', data_files: Object.keys(stats.splits).map((split) => ({ split, path: `${split}.jsonl` })) }],
    },
    sections: [
      numbers(stats),
      motivation(),
      composition(stats, rows),
      collection(stats),
      preprocessing(stats, options),
      uses(stats),
      distribution(options),
      maintenance(),
    ],
  };
}

function numbers(stats: DatasetStats): CardSection {
  return {
    title: 'Numbers',
    text: [splitTable(stats.splits), contextTable(stats.splits), sourceTable(stats.sources)]
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
        answer: 'Whoever ran the command below. The task and the method are those of the cited paper.',
      },
    ],
  };
}

function composition(stats: DatasetStats, rows: number): CardSection {
  const sources = Object.entries(stats.statementSources).map(([source, count]) => `${source} ${count}`);
  const breaking = Object.values(stats.splits).reduce((sum, { definition }) => sum + definition.breaking, 0);
  return {
    title: 'Composition',
    questions: [
      {
        question: 'What do the instances represent?',
        answer: 'Pairs of English sentences of commonsense knowledge, with the keywords that both are made of.',
      },
      {
        question: 'How many instances are there?',
        answer: `${rows}, made of ${Object.values(stats.splits).reduce((sum, { uniqueSentences }) => sum + uniqueSentences, 0)} sentences.`,
      },
      {
        question: 'Is it a sample?',
        answer: `Of the sources' statements those with a geographical or temporal entity and at least one partner. Statements by source: ${sources.join(', ')}.`,
      },
      {
        question: 'What data does each instance consist of?',
        answer:
          '`keywords` (the input, in random order), `statement` (both sentences: the target), `statements`, `ids` (`source::split::n`), `keywords_pos` (the sentence that each keyword belongs to), `context` (GEO, TEMP or BOTH), `similarity` (cosine of the masked sentences).',
      },
      { question: 'Is any information missing?', answer: 'No.' },
      {
        question: 'Are relationships between instances made explicit?',
        answer: 'Pairs share sentences: `ids` say which. No sentence stands in two splits; proof.json shows it.',
      },
      {
        question: 'Are there recommended splits?',
        answer: `Yes. Whole communities of the statement graph go to one split, so that sentences built alike stay together. ${stats.communities.count} communities, ${stats.communities.crossing} pairs between communities left out.`,
      },
      {
        question: 'Are there errors or redundancies?',
        answer: `Yes. Train and dev are not filtered by people${stats.filter ? '; test is' : ', nor is test'}. ${breaking} examples break a part of the task's definition (stats.json says which part). In the paper's own audit 80% of unfiltered pairs were fluent antitheses that depend on their context.`,
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
          'The steps of the paper: questions and answers become statements, entities are found, statements without GEO or TEMP are dropped, keywords are masked, masked sentences are compared, rules decide on pairs, communities become splits. ledger.jsonl has a row for everything that was dropped.',
      },
      {
        question: 'Who was involved?',
        answer: stats.filter
          ? `${stats.filter.agreement.annotators.length} people filtered the test split.`
          : 'Nobody but the authors of the sources.',
      },
    ],
  };
}

function preprocessing(stats: DatasetStats, { command, config, version }: DescribeOptions): CardSection {
  const options = Object.entries(config).map(([key, value]) => `| ${key} | \`${JSON.stringify(value)}\` |`);
  const { filter } = stats;
  return {
    title: 'Preprocessing, cleaning, labelling',
    text: `Made by sensebench ${version}:\n\n    ${command}\n\n| option | value |\n|---|---|\n${options.join('\n')}`,
    questions: [
      {
        question: 'Was the data filtered by people?',
        answer: filter
          ? `The test split: ${filter.judged} examples judged, ${percent(filter.removedShare)} removed; agreement ${percent(filter.agreement.agreement)}, kappa ${filter.agreement.kappa?.toFixed(2) ?? 'undefined'} on ${filter.agreement.overlap} examples.`
          : 'No.',
      },
      {
        question: 'Was the raw data saved?',
        answer:
          'statements.jsonl keeps every statement that came as far as mining, with question, answer, entities and keywords; dataset.json keeps the hashes of the sources.',
      },
      { question: 'Is the software available?', answer: 'Yes: the command above repeats the build to the last byte.' },
    ],
  };
}

function uses(stats: DatasetStats): CardSection {
  const { unknown, ...regions } = stats.regions;
  const known = Object.values(regions).reduce((sum, count) => sum + count, 0);
  const shares = Object.entries(regions).map(([region, count]) => `${region} ${percent(count / known)}`);
  return {
    title: 'Uses',
    questions: [
      {
        question: 'What can it be used for?',
        answer: 'To train and evaluate models that write sentences from keywords, and to study what they know of places and times.',
      },
      {
        question: 'What might affect its use?',
        answer: `The places are not spread evenly over the world: ${shares.join(', ')} of the place names that are known (${unknown ?? 0} are not). What counts as common sense was decided by the people who wrote the sources.`,
      },
      { question: 'What should it not be used for?', answer: 'As a source of facts.' },
    ],
  };
}

function distribution({ licences }: DescribeOptions): CardSection {
  return {
    title: 'Distribution',
    questions: [
      {
        question: 'Under which licence?',
        answer: `That of its sources: ${licences.join(', ') || 'unknown'}. Each statement in statements.jsonl names its own.`,
      },
      { question: 'How is it to be cited?', answer: `Cite the task: ${CITATION} Cite the source corpora as well.` },
    ],
  };
}

function maintenance(): CardSection {
  return {
    title: 'Maintenance',
    questions: [
      { question: 'Who maintains it?', answer: 'Whoever published this copy.' },
      {
        question: 'Will it be updated?',
        answer: 'It can be built again from newer sources; `sensebench explain` says of any statement why it is in or out.',
      },
    ],
  };
}

function percent(share: number | null | undefined): string {
  return share === null || share === undefined || Number.isNaN(share) ? 'undefined' : `${(100 * share).toFixed(1)}%`;
}
