/** What the entity head sees of a word besides MiniLM's states: its flags, its list matches and its kind of number, and its neighbours'. */
import { entityInput, NUMBER_KINDS } from '../entities/entity-features.ts';
import { GAZETTEER_LISTS, type Gazetteer } from '../entities/gazetteers.ts';
import type { WordLooks } from './deep-input.ts';
import { WORD_FEATURES, writeWordFeatures } from './deep-network.ts';

const LISTS = GAZETTEER_LISTS.length;
/** A match begins at the word, goes on, ends or is the word alone. */
const OWN = WORD_FEATURES + 4 * LISTS + NUMBER_KINDS;
/** The word itself, the one before and the one after. */
const WINDOW = [0, -1, 1];

export const ENTITY_COLUMNS = WINDOW.length * OWN;

export function entityLooks(gazetteer: Gazetteer): WordLooks {
  return {
    columns: ENTITY_COLUMNS,
    write(words, into, offset) {
      const { begins, inside, ends, single, kinds } = entityInput(words, [], gazetteer);
      const own = new Float32Array(words.length * OWN);
      const plain = new Float32Array(words.length * WORD_FEATURES);
      writeWordFeatures(words, plain, 0);
      for (let i = 0; i < words.length; i++) {
        const row = i * OWN;
        own.set(plain.subarray(i * WORD_FEATURES, (i + 1) * WORD_FEATURES), row);
        for (const [part, matches] of [begins, inside, ends, single].entries()) {
          for (let bits = matches[i]; bits !== 0; bits &= bits - 1)
            own[row + WORD_FEATURES + part * LISTS + 31 - Math.clz32(bits & -bits)] = 1;
        }
        if (kinds[i] > 0) own[row + WORD_FEATURES + 4 * LISTS + kinds[i] - 1] = 1;
      }
      for (let i = 0; i < words.length; i++) {
        for (const [part, step] of WINDOW.entries()) {
          if (i + step < 0 || i + step >= words.length) continue;
          into.set(own.subarray((i + step) * OWN, (i + step + 1) * OWN), offset + i * ENTITY_COLUMNS + part * OWN);
        }
      }
    },
  };
}

/** Leaves of `rows` rows, the first at `offset`, the words' flags alone: a training sentence that no list knows. */
export function hideLists(features: Float32Array, offset: number, rows: number): void {
  for (let block = 0; block < rows * WINDOW.length; block++) {
    const from = offset + block * OWN;
    features.fill(0, from + WORD_FEATURES, from + OWN);
  }
}
