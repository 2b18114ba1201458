/** Loads the shipped linear models (weights/): lexicon, gazetteer and entity recognizer; tagger and parser. */
import { readFile } from 'node:fs/promises';
import { PerceptronRecognizer } from '../entities/entities.ts';
import { Gazetteer } from '../entities/gazetteers.ts';
import { unpack } from '../weights/read-weights.ts';
import { weightsPath } from '../weights/weights-path.ts';
import { decodeLexicon } from '../words/lexicon.ts';
import { WordInfos } from '../words/word-info.ts';
import { Parser } from './parser.ts';
import { Tagger } from './tagger.ts';

/** Files instead of the shipped ones. */
export interface ModelFiles {
  tagger?: string;
  parser?: string;
  entities?: string;
}

export interface EntityModels {
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
