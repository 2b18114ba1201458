/** Reads tags and trees off a sentence's words, by the linear models (fast) or the deep one (better). */
import type { DeepModel } from '../deep/deep-model.ts';
import type { PerceptronRecognizer, Span } from '../entities/entities.ts';
import type { ParsedToken } from '../parsed-token.ts';
import type { WordInfo, WordInfos } from '../words/word-info.ts';
import { loadEntityModels, loadTreeModels, type ModelFiles, type TreeModels } from './models.ts';

/** A model's reading of a sentence's words. */
export interface SentenceReading {
  tags: string[];
  tree?: ParsedToken[];
  spans?: Span[];
}

export interface SentenceReader {
  id: string;
  /** No sentence given to it is longer. */
  longest: number;
  read(sentences: readonly (readonly WordInfo[])[], wanted: { parse: boolean; entities: boolean }): Promise<SentenceReading[]>;
}

export interface ReaderOptions {
  /** Tags and trees of the deep model (MiniLM with adapters): better, and several times slower. */
  deep?: boolean;
  /** Model files instead of the shipped ones. */
  files?: ModelFiles;
}

/** A longer run of tokens is cut, so that memory stays small; no sentence is that long. The deep model's cost grows with the square of the length. */
const LONGEST = { linear: 1000, deep: 200 };

export async function loadSentenceReader({
  deep = false,
  files,
}: ReaderOptions = {}): Promise<{ infos: WordInfos; reader: SentenceReader }> {
  const { infos, recognizer } = await loadEntityModels(files);
  const reader = deep
    ? deepReader(await (await import('../deep/deep-model.ts')).loadDeepModel(), recognizer)
    : linearReader(await loadTreeModels(files), recognizer);
  return { infos, reader };
}

/** The linear models one after the other. */
function linearReader({ tagger, parser }: TreeModels, recognizer: PerceptronRecognizer): SentenceReader {
  return {
    id: recognizer.id,
    longest: LONGEST.linear,
    async read(sentences, { parse, entities }) {
      return sentences.map((words) => {
        const tags = tagger.tag(words);
        const reading: SentenceReading = { tags };
        if (parse) reading.tree = parser.parse(words, tags);
        if (entities) reading.spans = recognizer.spans(words, tags);
        return reading;
      });
    },
  };
}

/** The deep model's tags and trees; the linear recognizer finds the entities, with the better tags. */
function deepReader(deep: DeepModel, recognizer: PerceptronRecognizer): SentenceReader {
  return {
    id: recognizer.id,
    longest: LONGEST.deep,
    async read(sentences, { entities }) {
      const readings = await deep.read(sentences);
      return readings.map(({ tags, tree }, i) => ({ tags, tree, spans: entities ? recognizer.spans(sentences[i], tags) : undefined }));
    },
  };
}
