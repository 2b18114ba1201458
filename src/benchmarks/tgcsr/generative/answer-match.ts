/** The generative metric (Santos et al. 2022, section 7.1): shares of generated answers that match a yes, a no, or nothing. */
import type { Metric, WordNet } from '../../../core/index.ts';
import type { QuestionItem } from '../question-item.ts';
import { type AnswerMatch, matchByMeaning, matchByText } from './match-answer.ts';
import { LEAST_DEPTH, MOST_SENSES, matchByClass } from './match-class.ts';

export interface MatchStats {
  id: string;
  category: string;
  generated: string;
  match: AnswerMatch | null;
}

export interface MatchContext {
  /** How generated answers and answer sets are compared by meaning; null without an embedder. */
  embedder: string | null;
  limit: number;
  vectors: ReadonlyMap<string, Float32Array>;
  /** Classes in place of instances are looked up in it; null: they are not accepted. */
  wordnet: WordNet | null;
}

interface AnswerMatchOptions {
  /** Least cosine that counts as a match. */
  limit?: number;
  /** Most hypernyms between an answer and the class that was said; 0: classes are not accepted. */
  steps?: number;
}

export function createAnswerMatch({ limit = 0.8, steps = 3 }: AnswerMatchOptions = {}): Metric<MatchStats, MatchContext, QuestionItem> {
  return {
    name: 'answerMatch',
    outputs: ['matchedYes', 'matchedNo', 'unmatched'],
    summary: 'TG-CSR (Santos et al. 2022), section 7.1',
    needs: { embedder: true, wordnet: true },
    withoutReferences: true,
    async prepare(inputs, { embedder, wordnet: table }) {
      const wordnet = steps > 0 ? (table ?? null) : null;
      if (!embedder) return { embedder: null, limit, vectors: new Map(), wordnet };
      const open = inputs.filter(({ item, candidate }) => candidate.trim() !== '' && !matchByText(candidate, item.meta.answers));
      const texts = [...new Set(open.flatMap(({ item, candidate }) => [candidate, ...item.meta.answers.map(({ text }) => text)]))];
      const rows = texts.length > 0 ? await embedder.embed(texts) : new Float32Array();
      const size = embedder.dimensions;
      const vectors = new Map(texts.map((text, i) => [text, rows.subarray(i * size, (i + 1) * size)]));
      return { embedder: embedder.id, limit, vectors, wordnet };
    },
    signature: ({ embedder, limit: least, wordnet }) =>
      `answerMatch|abstract:${wordnet ? `hypernyms<=${steps},depth>=${LEAST_DEPTH},senses<=${MOST_SENSES}` : 'no'}|embedder:${embedder ?? 'none'}${embedder ? `|cosine:${least}` : ''}`,
    segment({ item, candidate }, { vectors, limit: least, wordnet }) {
      const { answers, category } = item.meta;
      return { id: item.id, category, generated: candidate, match: matchByText(candidate, answers) ?? byClass() ?? byMeaning() };

      function byClass(): AnswerMatch | null {
        return wordnet && matchByClass(candidate, answers, { wordnet, steps });
      }

      function byMeaning(): AnswerMatch | null {
        const generated = vectors.get(candidate);
        const known = answers.flatMap(({ text }) => vectors.get(text) ?? []);
        return generated && known.length === answers.length
          ? matchByMeaning(answers, { generated, answers: known }, { limit: least })
          : null;
      }
    },
    score(stats) {
      const share = (keep: (stat: MatchStats) => boolean) => (stats.length > 0 ? stats.filter(keep).length / stats.length : null);
      return {
        matchedYes: share(({ match }) => match?.answer.label === 'yes'),
        matchedNo: share(({ match }) => match?.answer.label === 'no'),
        unmatched: share(({ match }) => (match?.answer.label ?? null) === null),
      };
    },
    evidence: ({ match }) => match,
  };
}
