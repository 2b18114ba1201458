/** Signals of quality by annotator, for any task: time, gold items, agreement, coverage of given words, perplexity, length, copying. */
import type { Decision, LanguageModel, Task, TaskItem } from '../../core/index.ts';
import { againstOthers } from '../agreement/against-others.ts';
import { labelTable } from '../agreement/agreement-of.ts';
import { groupByItem } from '../agreement/majority.ts';
import { valueNode } from '../form/value-node.ts';
import { shareRight } from '../queue/qualification.ts';
import { copiedShare } from './copied-text.ts';
import { type FreeText, textsOf } from './free-texts.ts';

export type AnnotatorSignals = {
  annotator: string;
  answers: number;
  medianSeconds: number | null;
  /** Share of the answers with a time that were faster than the floor. */
  tooFast: number | null;
  goldAnswered: number;
  goldRight: number | null;
  agreement: number | null;
  /** Mean share of the words of a shown list (keywords, concepts) that an answer's texts have, by spelling; tasks check inflections themselves. */
  coverage: number | null;
  /** Median over texts, per word. */
  perplexity: number | null;
  /** Mean words of a text, by its field. */
  words: Record<string, number>;
  /** Median share of a text that is in another one of the same item, and how many are copied for the most part. */
  copied: number | null;
  copies: number;
};

export interface SignalOptions {
  /** An answer below is too fast. Default: a fifth of the median of all. */
  floorSeconds?: number;
  languageModel?: LanguageModel;
}

/** A text of which more than this is in another one is called a copy. */
const COPY = 0.8;

export async function annotatorSignals<Shown, Value>(
  task: Pick<Task<never, Value>, 'value' | 'labels'>,
  items: readonly TaskItem<Shown>[],
  given: readonly Decision<Value>[],
  { floorSeconds, languageModel }: SignalOptions = {},
): Promise<AnnotatorSignals[]> {
  const decisions = given.filter(({ final }) => !final);
  const floor = (floorSeconds ?? (median(decisions.flatMap(({ ms }) => (ms === undefined ? [] : [ms / 1000]))) ?? 0) / 5) * 1000;
  const known = new Map(items.map((item) => [item.id, item]));
  const node = valueNode(task);
  const texts = decisions.flatMap(({ annotator, item, value }) => textsOf(node, value).map((text) => ({ annotator, item, ...text })));
  const byItem = groupByItem(texts.map((text) => ({ ...text, task: '', value: null })));
  const logprobs = languageModel && texts.length > 0 ? await languageModel.logprob(texts.map(({ text }) => text)) : null;
  const said = [...labelTable(task, decisions).values()].flatMap((rows) => [...rows.values()]);
  return [...new Set(decisions.map(({ annotator }) => annotator))].sort().map((annotator) => {
    const own = decisions.filter((one) => one.annotator === annotator);
    const times = own.flatMap(({ ms }) => (ms === undefined ? [] : [ms]));
    const gold = own.flatMap(({ item, value }) => {
      const answer = known.get(item)?.gold;
      return answer === undefined ? [] : [{ given: value, gold: answer }];
    });
    const written = texts.map((text, i) => ({ ...text, i })).filter((text) => text.annotator === annotator);
    const copied = written.flatMap(({ item, field, text }) => {
      const others = (byItem.get(item) ?? []).filter((other) => other.annotator !== annotator && other.field === field);
      return others.length > 0
        ? (copiedShare(
            text,
            others.map((other) => other.text),
          ) ?? [])
        : [];
    });
    return {
      annotator,
      answers: own.length,
      medianSeconds: seconds(median(times)),
      tooFast: times.length > 0 ? times.filter((ms) => ms < floor).length / times.length : null,
      goldAnswered: gold.length,
      goldRight: gold.length > 0 ? shareRight(task, gold) : null,
      agreement: againstOthers(said, annotator).agreement,
      coverage: mean(own.flatMap(({ item, value }) => coverageOf(textsOf(node, value), known.get(item)?.shown) ?? [])),
      perplexity: logprobs && median(written.map(({ i, text }) => Math.exp(-logprobs[i] / (text.split(/\s+/).length + 1)))),
      words: meanWords(written),
      copied: median(copied),
      copies: copied.filter((share) => share > COPY).length,
    };
  });
}

/** By spelling: a beginning of five letters counts, so that most inflections do. null where no list of words was shown. */
function coverageOf(texts: readonly FreeText[], shown: unknown): number | null {
  if (texts.length === 0 || typeof shown !== 'object' || shown === null) return null;
  const lists = Object.values(shown).filter(
    (part: unknown): part is string[] => Array.isArray(part) && part.every((word) => typeof word === 'string'),
  );
  const words = lists.flat().filter((word) => !/[.!?]$/.test(word));
  if (words.length === 0) return null;
  const lower = texts.map(({ text }) => text.toLowerCase()).join(' ');
  return words.filter((word) => lower.includes(word.toLowerCase().slice(0, 5))).length / words.length;
}

function meanWords(written: readonly { field: string; text: string }[]): Record<string, number> {
  const fields = [...new Set(written.map(({ field }) => field))];
  const count = (text: string) => text.split(/\s+/).filter(Boolean).length;
  return Object.fromEntries(
    fields.map((field) => [field, mean(written.filter((one) => one.field === field).map(({ text }) => count(text))) ?? 0]),
  );
}

function mean(values: readonly number[]): number | null {
  return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : null;
}

function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.length > 0 ? (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2 : null;
}

function seconds(ms: number | null): number | null {
  return ms === null ? null : ms / 1000;
}
