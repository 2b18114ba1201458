/** Dynamic beam allocation (`decode=dba`) over the tokens of a model: outputs contain every keyword in any of its forms. */
import { constrainedBeamSearch, type NextTokenScorer } from '../../nlp/language-models/index.ts';
import { inflectVerb, pluralize } from '../../nlp/word-forms/index.ts';
import type { SearchOptions } from './beam-search.ts';
import type { Decoding, Found, GenerativeModel } from './generative-model.ts';
import { logSoftmaxInPlace } from './log-softmax.ts';
import { applyRules } from './token-rules.ts';

export interface ConstrainedSearchOptions extends SearchOptions {
  beams: number;
  most?: number;
  keywords: readonly string[];
  model: Pick<GenerativeModel, 'continuesWord'>;
}

const FORMS = ['VBZ', 'VBD', 'VBG', 'VBN'] as const;

/** Single words may be inflected, as coverage allows, whereas phrases stay the same. */
export function formsOf(keyword: string): string[] {
  if (!/^[a-z]+$/.test(keyword)) return [keyword];
  return [...new Set([keyword, pluralize(keyword), ...FORMS.map((tag) => inflectVerb(keyword, tag))])];
}

/** For a batch of one input. */
export async function constrainedSearch(
  decoding: Decoding,
  { beams, most, keywords, model, rules, maxNewTokens, signal }: ConstrainedSearchOptions,
): Promise<Found[]> {
  const [prompt] = decoding.prompts;
  const longest = prompt.length + maxNewTokens;
  const { width } = decoding.first;
  const wanted = keywords.map((keyword) =>
    formsOf(keyword)
      .map((form) => decoding.spell(0, form).map(String))
      .filter((spelled) => spelled.length > 0),
  );
  let rows = new Map<string, number>();
  const scorer: NextTokenScorer = {
    vocabulary: Array.from({ length: width }, (_, id) => String(id)),
    end: String(rules.end[0]),
    hidden: new Set(rules.end.slice(1).map(String)),
    unknown: rules.end[0],
    async score(prefixes) {
      signal?.throwIfAborted();
      const ids = prefixes.map((prefix) => prefix.map(Number));
      const started = ids[0].length > 0;
      const parents = prefixes.map((prefix) => rows.get(prefix.slice(0, -1).join(' ')) ?? 0);
      const logits = started
        ? await decoding.next(
            parents,
            ids.map((tokens) => tokens[tokens.length - 1]),
          )
        : decoding.first;
      rows = new Map(prefixes.map((prefix, row) => [prefix.join(' '), row]));
      return ids.map((tokens, row) => {
        const scores = logSoftmaxInPlace(logits.data.subarray(row * width, (row + 1) * width));
        // The end is not forced at the last token, which a constraint may still need.
        applyRules(scores, { tokens: [...prompt, ...tokens], prompt: prompt.length, longest }, { ...rules, forcedEnd: undefined });
        return scores;
      });
    },
  };
  // One bank per number of met tokens, with room for two sequences each.
  const banks = wanted.reduce((sum, forms) => sum + Math.max(0, ...forms.map((form) => form.length)), 1);
  const found = await constrainedBeamSearch(scorer, wanted, {
    beam: Math.max(beams, 2 * banks),
    enough: beams,
    maxLength: maxNewTokens,
    lengthPower: rules.lengthPenalty,
    stop: 'best',
    most: most ?? beams,
    continuesWord: (token) => model.continuesWord(Number(token)),
  });
  return found.map(({ tokens, score }) => ({
    tokens: tokens.map(Number),
    score,
    ended: tokens.length < maxNewTokens ? 'stop' : 'length',
  }));
}
