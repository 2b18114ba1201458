/** A built CommonGen dataset as content for the writer of dataset folders. */

import { createRandom, type LedgerRow } from '@sensebench/metrics/internal/core';
import type { DatasetContent, DatasetExtra, DatasetPeople, DatasetSource, DatasheetAnswers } from '../../../build/dataset/index.ts';
import { writeJson, writeJsonl } from '../../../files/index.ts';
import type { ExtractedConcepts } from '../build/extract-concepts.ts';
import type { BuildOptions } from '../build-options.ts';
import { type CommonGenRow, commonGenRowSchema, conceptsOf } from '../item.ts';
import { referencesTask } from '../tasks/references.ts';
import { datasetSections } from './dataset-report.ts';
import type { DatasetStats } from './dataset-stats.ts';
import { trainingRows } from './export-training.ts';
import hyperParameters from './hyper-parameters.json' with { type: 'json' };

export interface BuiltDataset {
  splits: Record<'train' | 'dev' | 'test', CommonGenRow[]>;
  ledger: LedgerRow[];
  /** The task for workers who write references. */
  tasks: ReferenceTaskRow[];
  /** Whether dev and test are sets with references by people, instead of drawn ones. */
  written: boolean;
  stats: DatasetStats;
  sources: readonly DatasetSource[];
  config: Record<string, unknown>;
  versions: Record<string, string>;
}

export function datasetContent(
  built: BuiltDataset,
  { name, licence, ...options }: BuildOptions & { name: string; licence?: string },
): DatasetContent<CommonGenRow> {
  const { splits, ledger, stats, sources, config, versions } = built;
  const { seed } = options;
  const people = peopleOf(built);
  return {
    benchmark: { name: 'commongen' },
    name,
    summary: 'Concept-sets of three to five everyday words, each with sentences that describe a scene with all of them.',
    citation:
      'Lin et al., CommonGen: A Constrained Text Generation Challenge for Generative Commonsense Reasoning, Findings of EMNLP 2020 (the method)',
    collection: `${built.written ? 'Training sets' : 'Concept-sets'} were mined from captions and sampled by |S(x)| × diversity × ρ(x) (the score of the paper, section 3.1).${built.written ? ' Dev and test are written sets, divided at random in the mix of sizes that was asked for.' : ''}`,
    limits: `References of train are captions${limitsOf(built)}. Nobody checked that a caption makes sense.`,
    keywords: ['commonsense reasoning', 'constrained text generation'],
    categories: ['text-generation'],
    row: commonGenRowSchema,
    splits,
    ledger,
    stats,
    sources,
    people,
    extras: extraFiles(built, options),
    answers: answers(stats, built),
    page: { sections: datasetSections(stats) },
    groups: { size: (row) => String(conceptsOf(row).length), references: ({ reason }) => (reason ? 'written by people' : 'captions') },
    config,
    seed,
    versions,
    licences: licence ? [licence] : [],
  };
}

function limitsOf({ stats: { withoutPeople } }: BuiltDataset): string {
  if (withoutPeople === null) return ', and so are those of dev and test';
  return withoutPeople > 0 ? '; so are those of dev and test that nobody wrote for' : '';
}

/** Rows with rationales have references written by people. */
function peopleOf({ splits, stats, written: all }: BuiltDataset): DatasetPeople[] {
  if (stats.withoutPeople === null) return [];
  const written = [...splits.dev, ...splits.test].filter(({ reason }) => all || reason !== undefined);
  const sentences = written.reduce((sum, { scene }) => sum + scene.length, 0);
  const text = all
    ? `All ${sentences} references of the ${written.length} sets of dev and test were written for their set; none is a caption. ${stats.missingConcepts?.references ?? 0} of them lack a concept of their set.`
    : `People wrote ${sentences} references of ${written.length} sets of dev and test; ${stats.withoutPeople} sets without keep their captions. ${stats.missingConcepts?.references ?? 0} of the references lack a concept of their set.`;
  return [{ task: 'commongen/references', annotators: null, decisions: sentences, simulated: false, text }];
}

function extraFiles({ splits, tasks }: BuiltDataset, { format: formats, orders, seed }: BuildOptions): DatasetExtra[] {
  const training = formats.flatMap((format) =>
    Object.entries(splits).map(
      ([split, rows]): DatasetExtra => ({
        path: `training/${format}-${split}.jsonl`,
        description: `${split} as ${format} training rows`,
        write: (file) => writeJsonl(file, trainingRows(rows, { format, orders: split === 'train' ? orders : 1, seed })),
      }),
    ),
  );
  const settings = {
    models: hyperParameters.models,
    tuning: hyperParameters.tuning,
    decoding: hyperParameters.decoding,
    ours: { seed, orders },
  };
  return [
    ...(tasks.length > 0
      ? [
          {
            path: 'reference-task.jsonl',
            description: 'what people are shown who write references',
            write: (file: string) => writeJsonl(file, tasks),
          },
        ]
      : []),
    ...training,
    ...(training.length > 0
      ? [
          {
            path: 'training/hyper-parameters.json',
            description: "sizes and hyper-parameters of the paper's twelve models, and the seed of these files",
            write: (file: string) => writeJson(file, settings),
          },
        ]
      : []),
  ];
}

interface Making {
  config: Readonly<Record<string, unknown>>;
  /** Whether the references of dev and test were written for their sets; otherwise all sets were mined. */
  written: boolean;
}

/** Answers of a CommonGen build to the questions of a datasheet (Gebru et al., 2021). */
export function answers(stats: DatasetStats, { config, written }: Making): DatasheetAnswers {
  const without = stats.withoutPeople ? ` (${stats.withoutPeople} sets have none and keep their captions)` : '';
  const references = stats.withoutPeople === null ? 'captions too' : `sentences written for their set${without}`;
  return {
    purpose:
      'To see whether language models can compose an everyday scene from given concepts: relational reasoning with common sense, and composition of concepts not seen together.',
    instances: 'A concept-set with reference sentences and, where people wrote them, rationales.',
    sample: `${stats.candidates} sets occur in at least ${String(config.least)} captions; ${written ? 'those of train' : 'these rows'} are a sample of them by score(x) = |S(x)| × diversity × ρ(x) (CommonGen, section 3.1).`,
    label: `Yes: the references. In train they are captions; in dev and test ${references}.`,
    relationships: 'Sets share concepts, and a caption can be a reference of two sets.',
    splits: `Yes. By construction ${String(config.unseen)} of dev and test are unseen in train; stats.json has the check of every one.`,
    errors: `Yes: captions can be odd, and nobody checked them. ${stats.sharedSentences} references of dev and test are in train too, ${stats.sharedDevTest} of dev are in test.`,
    confidential: 'It contains what the captions contain; nothing was added but what people wrote for this dataset.',
    offensive: 'It contains what the captions contain; no filter for offensive text was applied.',
    mechanisms: `Concepts are nouns and verbs of ${stats.captions} captions that are in ${stats.vocabulary}: ${stats.concepts} concepts. Sets were mined from captions and sampled by score.`,
    tasks: 'To train and evaluate models that write a sentence from concepts.',
    unsuitable: 'As a source of facts, or as descriptions of pictures.',
  };
}

interface ReferenceTaskRow {
  /** The concept-set, by which decisions name the item. */
  item: string;
  task: string;
  /** `apple(noun), pick(verb)`. */
  shown: string;
  /** The least number of people who write for the set. */
  workers: number;
}

/** The task file for writers of references (Lin et al. 2020, Figure 7): concepts with part of speech, in random order. */
export function referenceTasks(
  rows: readonly Pick<CommonGenRow, 'concept_set'>[],
  { words, kinds }: Pick<ExtractedConcepts, 'words' | 'kinds'>,
  seed: number,
): ReferenceTaskRow[] {
  const kindsOf = new Map(words.map((word, i) => [word, kinds[i]]));
  return rows.map((row) => {
    const concepts = createRandom(`${seed}/shown/${row.concept_set}`).shuffle(conceptsOf(row));
    const shown = showConcepts(concepts.map((word) => ({ word, noun: 0, verb: 0, ...kindsOf.get(word) })));
    return { item: row.concept_set, task: referencesTask.name, shown, workers: referencesTask.people };
  });
}

/** `apple(noun), pick(verb)`: each concept with its most frequent part of speech in the captions. */
export function showConcepts(concepts: readonly { word: string; noun: number; verb: number }[]): string {
  return concepts.map(({ word, noun, verb }) => `${word}(${verb > noun ? 'verb' : 'noun'})`).join(', ');
}
