/** The generative metric (Santos et al. 2022, section 7.1): shares of generated answers that match a yes, a no, or nothing. */
import type { Metric } from '../../../core/index.ts';
import type { QuestionItem } from '../question-item.ts';
import { type AnswerMatch, matchByMeaning, matchByText } from './match-answer.ts';

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
}

export function createAnswerMatch({ limit = 0.8 }: { limit?: number } = {}): Metric<MatchStats, MatchContext, QuestionItem> {
  return {
    name: 'answerMatch',
    outputs: ['matchedYes', 'matchedNo', 'unmatched'],
    paper: 'TG-CSR (Santos et al. 2022), section 7.1',
    needs: { embedder: true },
    async prepare(inputs, { embedder }) {
      if (!embedder) return { embedder: null, limit, vectors: new Map() };
      const open = inputs.filter(({ item, candidate }) => candidate.trim() !== '' && !matchByText(candidate, item.meta.answers));
      const texts = [...new Set(open.flatMap(({ item, candidate }) => [candidate, ...item.meta.answers.map(({ text }) => text)]))];
      const rows = texts.length > 0 ? await embedder.embed(texts) : new Float32Array();
      const size = embedder.dimensions;
      return { embedder: embedder.id, limit, vectors: new Map(texts.map((text, i) => [text, rows.subarray(i * size, (i + 1) * size)])) };
    },
    signature: ({ embedder, limit: least }) => `answerMatch|embedder:${embedder ?? 'none'}${embedder ? `|cosine:${least}` : ''}`,
    segment({ item, candidate }, { vectors, limit: least }) {
      const { answers, category } = item.meta;
      return { id: item.id, category, generated: candidate, match: matchByText(candidate, answers) ?? byMeaning() };

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
