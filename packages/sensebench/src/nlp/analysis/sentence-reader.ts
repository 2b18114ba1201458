/** Reads tags, trees and entities off a sentence's words, by the linear models (fast) or the deep ones (better). */

import { readFile } from 'node:fs/promises';
import type { ParsedToken } from '@sensebench/metrics/internal/core';
import { once } from '@sensebench/metrics/internal/core';
import { unpack, weightsPath } from '@sensebench/metrics/internal/nlp/weights';
import { decodeLexicon, type WordInfo, WordInfos } from '@sensebench/metrics/internal/nlp/words/word-info.ts';
import type { DeepEntityModel } from '../deep/deep-entities.ts';
import type { DeepModel } from '../deep/deep-model.ts';
import { settleDates } from '../entities/date-conventions.ts';
import { PerceptronRecognizer, type Span } from '../entities/entities.ts';
import { Gazetteer } from '../entities/gazetteers.ts';
import { settleNames } from '../entities/name-conventions.ts';
import { Parser } from './parser.ts';
import { Tagger } from './tagger.ts';

/** A model's reading of a sentence's words. */
interface SentenceReading {
  tags: string[];
  tree?: ParsedToken[];
  spans?: Span[];
}

type Sentences = readonly (readonly WordInfo[])[];

interface SentenceReader {
  id: string;
  /** No sentence given to it is longer. */
  longest: number;
  read(sentences: Sentences, wanted: { parse: boolean; entities: boolean }): Promise<SentenceReading[]>;
}

export interface ReaderOptions {
  /** Tags and trees of the deep model (MiniLM with adapters): better, and several times slower. */
  deep?: boolean;
  /** Entities of the linear recognizer, or of both it and the deep one; default: as `deep` says. */
  entities?: 'linear' | 'deep';
  /** Model files instead of the shipped ones. */
  files?: ModelFiles;
}

/** A longer run of tokens is cut, so that memory stays small; no sentence is that long. The deep model's cost grows with the square of the length. */
const LONGEST = { linear: 1000, deep: 200 };

export async function loadSentenceReader({
  deep = false,
  entities = deep ? 'deep' : 'linear',
  files,
}: ReaderOptions = {}): Promise<{ infos: WordInfos; reader: SentenceReader }> {
  const { infos, gazetteer, recognizer } = await loadEntityModels(files);
  // Loaded with the first text whose entities are asked for.
  const model = once(async () => (await import('../deep/deep-entities.ts')).loadDeepEntities(gazetteer));
  const names = entities === 'deep' ? bothRecognizers(recognizer, model) : linearRecognizer(recognizer);
  const trees = deep ? deepTrees(await (await import('../deep/deep-model.ts')).loadDeepModel()) : linearTrees(await loadTreeModels(files));
  return {
    infos,
    reader: {
      id: entities === 'deep' ? `${recognizer.id}-deep` : recognizer.id,
      longest: deep || entities === 'deep' ? LONGEST.deep : LONGEST.linear,
      async read(sentences, wanted) {
        const readings = await trees(sentences, wanted.parse);
        return wanted.entities ? names(sentences, readings) : readings;
      },
    },
  };
}

type ReadTrees = (sentences: Sentences, parse: boolean) => Promise<SentenceReading[]>;
type ReadNames = (sentences: Sentences, readings: readonly SentenceReading[]) => Promise<SentenceReading[]>;

function linearTrees({ tagger, parser }: TreeModels): ReadTrees {
  return async (sentences, parse) =>
    sentences.map((words) => {
      const tags = tagger.tag(words);
      return parse ? { tags, tree: parser.parse(words, tags) } : { tags };
    });
}

function deepTrees(model: DeepModel): ReadTrees {
  return (sentences) => model.read(sentences);
}

function linearRecognizer(recognizer: PerceptronRecognizer): ReadNames {
  return async (sentences, readings) =>
    readings.map((reading, i) => withSpans(reading, sentences[i], recognizer.spans(sentences[i], reading.tags)));
}

/** The best labels by the sum of both models' scores. */
function bothRecognizers(recognizer: PerceptronRecognizer, model: () => Promise<DeepEntityModel>): ReadNames {
  return async (sentences, readings) => {
    const scores = await (await model()).score(sentences);
    return readings.map((reading, i) => withSpans(reading, sentences[i], recognizer.spans(sentences[i], reading.tags, scores[i])));
  };
}

function withSpans(reading: SentenceReading, words: readonly WordInfo[], spans: readonly Span[]): SentenceReading {
  return { ...reading, spans: settleSpans(spans, words, reading.tags) };
}

/** Brings a recognizer's spans into the manner of recognizers trained on OntoNotes: date-conventions.ts and name-conventions.ts. */
export function settleSpans(spans: readonly Span[], words: readonly WordInfo[], tags: readonly string[]): Span[] {
  if (spans.length === 0) return [];
  const forms = words.map(({ form }) => form);
  const context = { forms, lower: forms.map((form) => form.toLowerCase()), tags };
  return settleNames(settleDates(spans, context), context);
}

/** Loads the shipped linear models (weights/): lexicon, gazetteer and entity recognizer; tagger and parser. Files instead of the shipped ones. */
interface ModelFiles {
  tagger?: string;
  parser?: string;
  entities?: string;
}

interface EntityModels {
  infos: WordInfos;
  gazetteer: Gazetteer;
  recognizer: PerceptronRecognizer;
}

export interface TreeModels {
  tagger: Tagger;
  parser: Parser;
}

export async function loadEntityModels({ entities }: ModelFiles = {}): Promise<EntityModels> {
  const [lexicon, recognizer, phrases] = await Promise.all([
    readFile(weightsPath('lexicon/lexicon.bin.gz')),
    readFile(entities ?? weightsPath('entities/entities.bin')),
    readFile(weightsPath('entities/gazetteer.bin.gz')),
  ]);
  const gazetteer = Gazetteer.decode(unpack(phrases));
  return {
    infos: new WordInfos(decodeLexicon(unpack(lexicon))),
    gazetteer,
    recognizer: new PerceptronRecognizer(recognizer, gazetteer),
  };
}

export async function loadTreeModels({ tagger, parser }: ModelFiles = {}): Promise<TreeModels> {
  const [tags, trees] = await Promise.all([
    readFile(tagger ?? weightsPath('tagger/tagger.bin')),
    readFile(parser ?? weightsPath('parser/parser.bin')),
  ]);
  return { tagger: new Tagger(tags), parser: new Parser(trees) };
}
