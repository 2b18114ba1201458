/** Loads the shipped models (weights/): the lexicon, the tagger, the parser, the entity recognizer and its gazetteer. */
import { readFile } from 'node:fs/promises';
import { PerceptronRecognizer } from './entities.ts';
import { Gazetteer } from './gazetteers.ts';
import { decodeLexicon } from './lexicon.ts';
import { Parser } from './parser.ts';
import { Tagger } from './tagger.ts';
import { weightsPath } from './weights-path.ts';
import { WordInfos } from './word-info.ts';

export interface ModelFiles {
  tagger?: string;
  parser?: string;
  entities?: string;
}

export interface Models {
  infos: WordInfos;
  tagger: Tagger;
  parser: Parser;
  recognizer: PerceptronRecognizer;
  gazetteer: Gazetteer;
}

/** The shipped models, or those of the files that are named. */
export async function loadModels(files: ModelFiles = {}): Promise<Models> {
  const [lexicon, tagger, parser, entities, phrases] = await Promise.all([
    readFile(weightsPath('lexicon/lexicon.bin')),
    readFile(files.tagger ?? weightsPath('tagger/tagger.bin')),
    readFile(files.parser ?? weightsPath('parser/parser.bin')),
    readFile(files.entities ?? weightsPath('entities/entities.bin')),
    readFile(weightsPath('entities/gazetteer.bin')),
  ]);
  const gazetteer = Gazetteer.decode(phrases);
  return {
    infos: new WordInfos(decodeLexicon(lexicon)),
    tagger: new Tagger(tagger),
    parser: new Parser(parser),
    recognizer: new PerceptronRecognizer(entities, gazetteer),
    gazetteer,
  };
}
