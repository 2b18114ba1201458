/** What a build of CommonGen answers to the questions of a datasheet (Gebru et al., 2021). */
import type { DatasheetAnswers } from '../../../build/dataset/index.ts';
import type { DatasetStats } from './dataset-stats.ts';

interface Making {
  config: Readonly<Record<string, unknown>>;
  /** Dev and test were written for their sets; else all sets were mined. */
  written: boolean;
}

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
