/** Facts about nouns from WordNet (countable or not, common noun or name), with short lists for what WordNet lacks. */

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Truecaser, WordNet } from '@sensebench/metrics/internal/core';
import { weightsPath } from '@sensebench/metrics/internal/nlp/weights';

export interface NounLore {
  /** Whether the singular takes "a". */
  isCountable(noun: string): boolean;
  /** The uncertainty about it, from 0 to 1. */
  doubt(noun: string): number;
  /** The spelling of a name ("new york" → "New York"), or null for a common noun. */
  nameOf(text: string): string | null;
  /** Whether WordNet has it as a noun. Several words can be one entry: "living room". */
  isNoun(text: string): boolean;
  /** Whether its first sense is a countable physical thing. */
  isThing(noun: string): boolean;
  /** Whether it is a plural that does not end in -s: "bacteria", "mice". */
  isIrregularPlural(word: string): boolean;
  /** Whether WordNet has it in lower case. */
  isCommon(word: string): boolean;
  /** The share of its senses that are verbs. */
  verbShare(word: string): number;
  /** Whether most of its senses are adjectives. */
  isAdjective(word: string): boolean;
  /** The base form of the verb, or null if the word is not a verb. */
  verbBase(word: string): string | null;
}

const COUNTED =
  /^(galaxy|idea|accident|day|week|month|year|hour|minute|trip|party|game|concert|meeting|question|answer|job|story|number|word|picnic|war|reason|way|headache|rash|book|party|parade|play|show|movie|film|song|race|contest|fair|carnival|disease|storm|blizzard|nightmare|dream|mistake|conflict|good time|lot|class|band|orchestra|team|family|group|company|hotel|club|town|city|country|state|zone|area|region|place|fountain|case|certificate|map|friend|neighbor|table|rainforest|glacier|pack|delta|canyon|mountain|fossil|desert|telescope|microscope|flood|earthquake|hurricane|tornado|drought|volcano|landslide|tsunami|eruption|eclipse|circuit|food chain|food web|balance|thermometer|ruler|scale|stopwatch|compass|solution|mixture|compound|molecule|atom|element|cell|reaction|change|chemical change|physical change|chemical reaction|wave|cycle|system|process|method|experiment|hypothesis|theory|model|habitat|ecosystem|predator|consumer|producer|decomposer|orbit|season|number|mirror|lever|pulley|wedge|screw|magnet|battery|turbine|generator|layer|seed)$/;
const MASS =
  /^(furniture|equipment|clothing|jewelry|luggage|software|hardware|machinery|traffic|mail|art|glass|paper|wood|cloth|fabric|cotton|silk|wool|leather|plastic|metal|steel|iron|gold|silver|copper|space|nature|wildlife|vegetation|grass|corn|wheat|rice|hair|skin|ground|outside|downtown|home|bed|church|school|college|prison|jail|court|hollywood|heaven|hell|earth|surface|snow|rain|hail|sleet|fog|wind|sunlight|sonar|weather|energy|sandstone|limestone|granite|marble|soil|sand|air|water|ice|heat|light|sound|gravity|friction|electricity|asphalt|blacktop|bark|fur|evaporation|condensation|erosion|weathering|photosynthesis|respiration|digestion|magnetism|lightning|fire|smoke|food|fruit|oxygen|nitrogen|hydrogen|helium|carbon|vapor|steam|coal|oil|gasoline|touch|sight|smell|taste|hearing|mass|weight|volume|density|length|color|shape|size|texture|temperature|pressure|radiation|reflection|refraction|conduction|convection|metamorphism|transpiration|precipitation|runoff|competition|predation|pollution|plasma|quartz|guanine)$/;

export function nounLore(wordnet: WordNet | undefined, truecaser?: Truecaser, uses?: NounUses): NounLore {
  if (!wordnet)
    return {
      isCountable: (noun) => COUNTED.test(noun),
      doubt: () => 1,
      isNoun: () => false,
      isThing: () => false,
      isCommon: () => false,
      isIrregularPlural: () => false,
      isAdjective: () => false,
      verbShare: () => 0,
      nameOf: () => null,
      verbBase: () => null,
    };
  /** The spelling, within a sentence, of words that WordNet does not have. */
  const restored = (text: string) => {
    const cased = truecaser?.restore(`in ${text}`).slice(3) ?? text;
    return !text.includes(' ') && /^\p{Lu}/u.test(cased) ? cased : null;
  };
  const counts = new Map<string, boolean>();
  const physical = (noun: string) => {
    const [first, second] = wordnet.synsets(noun.replaceAll(' ', '_'), 'n');
    if (first === undefined) return false;
    return isObject(first) ?? (second === undefined ? false : (isObject(second) ?? false));
  };
  /** True for things, false for substances, null for everything else. */
  const isObject = (start: number): boolean | null => {
    const seen = new Set<number>();
    const queue = [start];
    let object = false;
    for (let synset = queue.pop(); synset !== undefined; synset = queue.pop()) {
      if (seen.has(synset)) continue;
      seen.add(synset);
      const words = wordnet.words(synset);
      if (words.some((word) => /^(substance|matter|fabric|feeling|plant_part_mass)$/.test(word))) return false;
      if (words.some((word) => /^(object|body_of_water|body_part|causal_agent|social_group|gathering)$/.test(word))) object = true;
      queue.push(...wordnet.hypernyms(synset));
    }
    return object || null;
  };
  return {
    isCountable(noun) {
      if (MASS.test(noun)) return false;
      const last = noun.split(' ').pop() ?? '';
      if (noun !== last && MASS.test(last) && !/^(home|school|church|college|court|ground|surface|space|bed)$/.test(last)) return false;
      if (COUNTED.test(noun) || (noun !== last && COUNTED.test(last))) return true;
      let known = counts.get(noun);
      if (known === undefined) {
        const prior = physical(noun) ? 0.75 : 0.3;
        known = uses ? uses.counted(last, prior) >= 0.5 : prior > 0.5;
        counts.set(noun, known);
      }
      return known;
    },
    doubt(noun) {
      if (MASS.test(noun) || COUNTED.test(noun) || !uses) return 0.2;
      return 1 - Math.abs(2 * uses.counted(noun, physical(noun) ? 0.75 : 0.3) - 1);
    },
    nameOf(text) {
      const key = text.toLowerCase().replaceAll(' ', '_');
      if (/^(north|south|east|west|sun|moon|earth|bronze)$/.test(key)) return null;
      const first = wordnet.synsets(key, 'n')[0];
      // "fungi" is the plural of a common noun, whatever taxon has that name.
      if (wordnet.baseForms(key, 'n').some((base) => base !== key && wordnet.synsets(base, 'n').length > 0) && /(?:[^s]s|i|ae)$/.test(key))
        return null;
      if (first === undefined) return wordnet.synsets(key).length > 0 ? null : restored(text);
      if (wordnet.synsets(key, 'v').length > 1 || wordnet.synsets(key, 'r').length > 0) return null;
      // "more" is More only as a name; "french" is French as an adjective too.
      if (wordnet.synsets(key, 'a').some((synset) => wordnet.words(synset).includes(key))) return null;
      const spelled = wordnet.words(first).find((word) => word.toLowerCase() === key);
      const names = wordnet
        .synsets(key, 'n')
        .filter((synset) => wordnet.words(synset).some((word) => word.toLowerCase() === key && word !== key));
      if (2 * names.length < wordnet.synsets(key, 'n').length) return null;
      return spelled !== undefined && /^\p{Lu}/u.test(spelled) ? spelled.replaceAll('_', ' ') : null;
    },
    isThing(noun) {
      const [first] = wordnet.synsets(noun.replaceAll(' ', '_'), 'n');
      return first !== undefined && isObject(first) === true;
    },
    isIrregularPlural: (word) =>
      !/s$/.test(word) &&
      (/^(bacteria|algae|fungi|protozoa|data|larvae|people)$/.test(word) || wordnet.exceptions(word, 'n').some((base) => base !== word)),
    isCommon(word) {
      const bases = (['n', 'v', 'a', 'r'] as const).flatMap((pos) => [word, ...wordnet.baseForms(word, pos)]);
      return bases.some((base) => wordnet.synsets(base).some((synset) => wordnet.words(synset).includes(base)));
    },
    isNoun: (text) => wordnet.synsets(text.toLowerCase().replaceAll(' ', '_'), 'n').length > 0,
    verbShare: (word) => wordnet.synsets(word, 'v').length / Math.max(1, wordnet.synsets(word).length),
    isAdjective(word) {
      const all = wordnet.synsets(word).length;
      return all > 0 && wordnet.synsets(word, 'a').length >= 0.45 * all;
    },
    verbBase(word) {
      if (wordnet.synsets(word, 'v').length > 0 && wordnet.exceptions(word, 'v').length === 0) return word;
      return wordnet.baseForms(word, 'v')[0] ?? null;
    },
  };
}

/** Uses of a noun in the training corpora: bare, with "a", with "the", in the plural. */
interface NounUses {
  /** How often its singular takes "a" instead of nothing, from 0 to 1, with a prior worth three uses. */
  counted(noun: string, prior: number): number;
  /** The number of its uses. */
  seen(noun: string): number;
}

export function loadNounUses(): NounUses {
  const uses = new Map<string, { counted: number; bare: number }>();
  const text = gunzipSync(readFileSync(weightsPath('statements/nouns.tsv.gz'))).toString('utf8');
  for (const line of text.trimEnd().split('\n')) {
    const [noun, bare, a, , plural] = line.split('\t');
    uses.set(noun, { counted: Number(a) + PLURAL * Number(plural), bare: Number(bare) });
  }
  return {
    counted(noun, prior) {
      const { counted, bare } = uses.get(noun) ?? NONE;
      return (counted + PRIOR * prior) / (counted + bare + PRIOR);
    },
    seen(noun) {
      const { counted, bare } = uses.get(noun) ?? NONE;
      return counted + bare;
    },
  };
}

const NONE = { counted: 0, bare: 0 };
const PRIOR = 3;
/** A plural shows that a noun is countable, but not that its singular is used so. */
const PLURAL = 0.5;
