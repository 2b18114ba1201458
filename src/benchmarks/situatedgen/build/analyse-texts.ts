/** What the language tools say of each text, kept small: its nouns (SituatedGen, appendix A.2) and, when asked, its entities. */
import type { StepRunner } from '../../../build/step-runner.ts';
import type { Analysis, TextEntity, Token, Tools } from '../../../core/index.ts';

export interface Findings {
  nouns: { start: number; end: number }[];
  entities: TextEntity[];
}

const CHUNK = 500;

export async function analyseTexts(
  texts: readonly string[],
  { analyse }: Pick<Tools, 'analyse'>,
  { runner, entities, model, onProgress }: { runner: StepRunner; entities: boolean; model: string; onProgress?(done: number): void },
): Promise<Findings[]> {
  return runner.runChunks({
    name: 'analyse',
    version: 3,
    options: { entities, model },
    items: texts,
    size: CHUNK,
    compute: async (chunk: readonly string[]) => (await analyse(chunk, { entities })).map(findings),
    onProgress,
  });
}

function findings({ tokens, entities }: Analysis): Findings {
  return {
    nouns: tokens.filter((_, i) => isNoun(tokens, i)).map(({ start, end }) => ({ start, end })),
    entities: entities.map(({ text, type, start, end }) => ({ text, type, start, end })),
  };
}

/**
 * A noun by its tag, with two differences between treebank tags and those of the paper's tagger: "someone" is a pronoun, and "north" in "north of
 * Texas" is a noun.
 */
function isNoun(tokens: readonly Token[], i: number): boolean {
  const { tag, text } = tokens[i];
  if (/^NNP?S?$/.test(tag)) return /[\p{L}\p{N}]/u.test(text) && !/^(some|any|every|no)(one|body|thing)$/i.test(text);
  return /^(north|south|east|west)$/i.test(text) && tokens[i + 1]?.text === 'of';
}
