/** METEOR 1.5 (Denkowski and Lavie 2014) for English with `-norm` over coco tokens, as pycocoevalcap calls it. */

import { openPaged } from '#data-files';
import { InputError, type Measure, SetupError } from '../../core/index.ts';
import { stemSnowball } from '../../nlp/words/index.ts';
import { referenceCount } from '../text/reference-count.ts';
import { FUNCTION_WORDS, Lexicon, meteorSynonyms } from './lexicon.ts';
import { comparedWords, MODULES, paraphraseNumbers } from './matches.ts';
import { meteorWords } from './normalize.ts';
import { openParaphraseTable, type ParaphraseTable } from './paraphrase-table.ts';
import {
  createMeteorStatistics,
  ENGLISH_PARAMETERS,
  type MeteorParameters,
  type MeteorStatistics,
  meteorScore,
  type StatisticsOf,
  sumMeteorStatistics,
} from './statistics.ts';

export interface MeteorOptions {
  /** The table made by `sensebench data add meteor-paraphrases`: its path, from which only the needed parts are read (in a browser its URL), or its bytes. */
  paraphrases?: string | Uint8Array;
  /** How many matchers run, of exact, stem, synonym and paraphrase; default: all whose tables are available. */
  modules?: number;
  /** Default: those of METEOR 1.5 for English. */
  parameters?: MeteorParameters;
}

export interface MeteorContext {
  lexicon: Lexicon;
  statisticsOf: StatisticsOf;
  paraphrases?: ParaphraseTable;
  modules: number;
  parameters: MeteorParameters;
  references: string;
}

export function createMeteor({
  paraphrases: source,
  modules: wanted = MODULES.length,
  parameters = ENGLISH_PARAMETERS,
}: MeteorOptions = {}): Measure<MeteorStatistics, MeteorContext> {
  return {
    async prepare(inputs, { wordnet }) {
      const modules = source ? wanted : Math.min(wanted, MODULES.length - 1);
      const paraphrases = source && modules === MODULES.length ? await openTable(source) : undefined;
      if (modules > 2 && !wordnet) throw new SetupError('METEOR needs WordNet for its synonyms');
      const synonyms = wordnet && modules > 2 ? meteorSynonyms(wordnet) : undefined;
      const lexicon = new Lexicon({ stem: stemSnowball, synonyms, paraphrases });
      // Function words occur in every text. Looking them up here unfolds the tables while other threads are still reading.
      for (const word of FUNCTION_WORDS) lexicon.numberOf(word);
      return {
        lexicon,
        statisticsOf: createMeteorStatistics(),
        paraphrases,
        modules,
        parameters: { ...parameters, weights: parameters.weights.slice(0, modules) },
        references: referenceCount(inputs),
      };
    },
    signature: ({ references, modules, paraphrases, parameters: used }) =>
      `meteor|refs:${references},best|tok:coco,norm|match:${MODULES.slice(0, modules).join('+')}${paraphrases ? `@${paraphrases.id}` : ''}|params:${used.name}`,
    segment({ tokens }, { lexicon, statisticsOf, modules, paraphrases: table, parameters: used }) {
      const candidate = lexicon.numbersOf(meteorWords(withoutBars(tokens.candidate)));
      const words = paraphraseNumbers(lexicon, comparedWords(candidate));
      const paraphrases = table && { table, words, phrases: table.phrases(words) };
      let best: MeteorStatistics | undefined;
      let bestScore = -1;
      for (const text of tokens.references) {
        const reference = lexicon.numbersOf(meteorWords(text));
        const statistics = statisticsOf({ lexicon, candidate, reference, modules, paraphrases });
        const score = meteorScore(statistics, used);
        if (score > bestScore) {
          best = statistics;
          bestScore = score;
        }
      }
      if (!best) throw new InputError('no reference to compare with');
      return best;
    },
    score: (stats, { parameters: used }) => ({ meteor: stats.length > 0 ? meteorScore(sumMeteorStatistics(stats), used) : null }),
    evidence: (statistics) => meteorLine(statistics),
  };
}

/** Removes `|||`, as pycocoevalcap does, because it separates the texts on METEOR's input line. */
function withoutBars(tokens: readonly string[]): readonly string[] {
  return tokens.some((token) => token.includes('|')) ? tokens.join(' ').replaceAll('|||', '').replaceAll('  ', ' ').split(' ') : tokens;
}

/** The statistics as METEOR prints them. */
export function meteorLine(statistics: MeteorStatistics): string {
  return statistics.map((value) => value.toFixed(1)).join(' ');
}

async function openTable(source: string | Uint8Array): Promise<ParaphraseTable> {
  const { bytes, need } = typeof source === 'string' ? await openPaged(source) : { bytes: source };
  const table = openParaphraseTable(bytes, need);
  if (!table)
    throw new SetupError(
      'the paraphrase table of METEOR is damaged or was made by another version',
      'make it again with `sensebench data add meteor-paraphrases`',
    );
  return table;
}
