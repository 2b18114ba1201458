/** What the language tools say of each text, kept small: its nouns (SituatedGen, appendix A.2) and, when asked, its entities. */
import type { StepRunner } from '../../../build/steps/index.ts';
import type { Analysis, TextEntity, Token, Tools, WordNet, WordNetPos } from '../../../core/index.ts';

export interface Findings {
  nouns: { start: number; end: number }[];
  entities: TextEntity[];
}

const CHUNK = 500;

export async function analyseTexts(
  texts: readonly string[],
  { analyse, wordnet }: Pick<Tools, 'analyse' | 'wordnet'>,
  { runner, entities, model, onProgress }: { runner: StepRunner; entities: boolean; model: string; onProgress?(done: number): void },
): Promise<Findings[]> {
  return runner.runChunks({
    name: 'analyse',
    version: 4,
    options: { entities, model, wordnet: wordnet !== undefined },
    items: texts,
    size: CHUNK,
    compute: async (chunk: readonly string[]) => (await analyse(chunk, { entities })).map((analysis) => findings(analysis, wordnet)),
    onProgress,
  });
}

function findings({ tokens, entities }: Analysis, wordnet: WordNet | undefined): Findings {
  return {
    nouns: tokens.filter((_, i) => isNoun(tokens, i, wordnet)).map(({ start, end }) => ({ start, end })),
    entities: entities.map(({ text, type, start, end }) => ({ text, type, start, end })),
  };
}

/**
 * A noun by its tag; a word that WordNet knows as nothing but a noun, whatever its tag; and two differences between treebank tags and those of the
 * paper's tagger: "someone" is a pronoun, and "north" in "north of Texas" is a noun.
 */
function isNoun(tokens: readonly Token[], i: number, wordnet: WordNet | undefined): boolean {
  const { tag, text } = tokens[i];
  if (/^NNP?S?$/.test(tag)) return /[\p{L}\p{N}]/u.test(text) && !/^(some|any|every|no)(one|body|thing)$/i.test(text);
  if (/^(north|south|east|west)$/i.test(text) && tokens[i + 1]?.text === 'of') return true;
  return /^(VB|JJ|RB)/.test(tag) && text.length > 3 && wordnet !== undefined && isOnlyNoun(text.toLowerCase(), wordnet);
}

function isOnlyNoun(word: string, wordnet: WordNet): boolean {
  const known = (pos: WordNetPos) => [word, ...wordnet.baseForms(word, pos)].some((form) => wordnet.synsets(form, pos).length > 0);
  return known('n') && !known('v') && !known('a') && !known('r');
}
