/** For each statement the most similar pair that a rule refused, 17 bytes each: why a statement ends without a partner. */

export interface LostPair extends Refusal {
  similarity: number;
}

export interface Refusal {
  rule: string;
  /** The value that the rule found. */
  value?: string;
}

export interface LostPairs {
  /** Among equally similar pairs the one with the earlier statement counts, so that the result does not depend on their order. */
  offer(statement: number, partner: number, similarity: number, refusal: Refusal): void;
  has(statement: number): boolean;
  get(statement: number): LostPair | undefined;
}

export function createLostPairs(count: number): LostPairs {
  const similarities = new Float64Array(count).fill(-1);
  const partners = new Int32Array(count);
  const rules = new Uint8Array(count);
  const values = new Int32Array(count);
  const [ruleNames, valueNames] = [createNames(), createNames()];
  return {
    offer(statement, partner, similarity, { rule, value }) {
      const known = similarities[statement];
      if (similarity < known || (similarity === known && partner >= partners[statement])) return;
      similarities[statement] = similarity;
      partners[statement] = partner;
      rules[statement] = ruleNames.add(rule);
      values[statement] = value === undefined ? -1 : valueNames.add(value);
    },
    has: (statement) => similarities[statement] > -1,
    get(statement) {
      if (similarities[statement] === -1) return undefined;
      const value = values[statement];
      return {
        rule: ruleNames.get(rules[statement]),
        similarity: similarities[statement],
        ...(value < 0 ? {} : { value: valueNames.get(value) }),
      };
    },
  };
}

/** Texts that come again and again: entities and verbs are far fewer than statements. */
function createNames(): { add(name: string): number; get(number: number): string } {
  const numbers = new Map<string, number>();
  const names: string[] = [];
  return {
    add(name) {
      const known = numbers.get(name);
      if (known !== undefined) return known;
      numbers.set(name, names.length);
      return names.push(name) - 1;
    },
    get: (number) => names[number],
  };
}
