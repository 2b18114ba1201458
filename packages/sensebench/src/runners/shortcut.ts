/** Shortcut baselines for datasets with choices: the answers alone, the question alone, or the nearest training answer. */

import {
  type Benchmark,
  type Choice,
  defineRunner,
  InputError,
  type Item,
  labelChoices,
  type Runner,
  unknownName,
} from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { sha256 } from '../files/index.ts';
import { demandBenchmark } from './demand.ts';

export const SHORTCUTS = ['answer', 'question', 'nearest'] as const;
export type Shortcut = (typeof SHORTCUTS)[number];

export interface ShortcutRunnerOptions {
  shortcut: Shortcut;
  pool: readonly Item[];
  benchmark: Pick<Benchmark, 'name' | 'choices' | 'parts'>;
}

/** The part of an item that a shortcut sees. */
interface Seen {
  choices: readonly Choice[];
  question: string;
  /** The text of each choice, or the single candidate answer if the choices are the same for all items (yes, no). */
  answers: readonly string[];
  right?: string;
}

type Guess = (seen: Seen) => ReadonlyMap<string, number>;

export function createShortcutRunner({ shortcut, pool, benchmark }: ShortcutRunnerOptions): Runner {
  const id = `shortcut:${shortcut}`;
  if (!benchmark.choices) throw new InputError(`the model "${id}" needs a benchmark with choices; ${benchmark.name} has none`);
  const train = pool.filter(({ references }) => references.length > 0).map((item) => look(item, benchmark));
  if (train.length === 0) throw new InputError(`the model "${id}" learns from training items; give them with --train`);
  const guess = { answer: learnAnswers, question: learnQuestions, nearest: nearestAnswers }[shortcut](train);
  return {
    id,
    depends: { train: sha256(JSON.stringify(train)) },
    withoutPrompt: true,
    async predict({ item }) {
      const seen = look(item, benchmark);
      const scores = guess(seen);
      const value = ({ label }: Choice) => scores.get(label) ?? Number.NEGATIVE_INFINITY;
      const best = seen.choices.reduce((most, choice) => (value(choice) > value(most) ? choice : most));
      return { text: best.label, prediction: best.label };
    },
  };
}

function look(item: Item, { choices, parts }: ShortcutRunnerOptions['benchmark']): Seen {
  const labelled = labelChoices(choices?.(item) ?? []);
  const texts = labelled.map(({ text }) => text);
  const { question, answer } = parts?.(item) ?? {};
  return {
    choices: labelled,
    question: question ?? textsIn(item.input, new Set(texts)).join(' '),
    answers: answer === undefined ? texts : [answer],
    right: item.references[0],
  };
}

/** All texts of an input except its choices. */
function textsIn(input: unknown, choices: ReadonlySet<string>): string[] {
  if (typeof input === 'string') return choices.has(input) ? [] : [input];
  return typeof input === 'object' && input !== null ? Object.values(input).flatMap((each) => textsIn(each, choices)) : [];
}

/** With one candidate answer, its words predict the label; with a text per choice, the words of each predict whether it is right. */
function learnAnswers(train: readonly Seen[]): Guess {
  const classify = trainWordClassifier(
    train.flatMap(({ choices, answers, right = '' }) =>
      answers.length === choices.length
        ? choices.map(({ label, text }) => ({ text, label: String(label === right) }))
        : [{ text: answers.join(' '), label: right }],
    ),
  );
  return ({ choices, answers }) => {
    if (answers.length !== choices.length) return classify(answers.join(' '));
    return new Map(
      choices.map(({ label, text }) => {
        const odds = classify(text);
        return [label, (odds.get('true') ?? 0) - (odds.get('false') ?? 0)];
      }),
    );
  };
}

function learnQuestions(train: readonly Seen[]): Guess {
  const classify = trainWordClassifier(train.map(({ question, right = '' }) => ({ text: question, label: right })));
  return ({ question }) => classify(question);
}

/** Takes the label of the nearest training answer (Jaccard over words and bigrams), or the choice nearer to right answers than to wrong ones. */
function nearestAnswers(train: readonly Seen[]): Guess {
  const known = train.flatMap(({ choices, answers, right = '' }) =>
    answers.length === choices.length
      ? choices.map(({ label, text }) => ({ grams: gramsOf(text), label: String(label === right) }))
      : [{ grams: gramsOf(answers.join(' ')), label: right }],
  );
  const nearest = (text: string) => {
    const own = gramsOf(text);
    const best = new Map<string, number>();
    for (const { grams, label } of known) best.set(label, Math.max(best.get(label) ?? 0, shared(own, grams)));
    return best;
  };
  return ({ choices, answers }) => {
    if (answers.length !== choices.length) return nearest(answers.join(' '));
    return new Map(
      choices.map(({ label, text }) => {
        const near = nearest(text);
        return [label, (near.get('true') ?? 0) - (near.get('false') ?? 0)];
      }),
    );
  };
}

function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  let both = 0;
  for (const gram of small) if (large.has(gram)) both++;
  const all = a.size + b.size - both;
  return all === 0 ? 0 : both / all;
}

export const shortcut = defineRunner({
  name: 'shortcut',
  summary: 'a classifier that sees only the answers, only the question, or the nearest training answer',
  target: { grammar: SHORTCUTS.join('|') },
  options: z.object({}),
  examples: ['shortcut:answer'],
  create({ spec, target }, { benchmark, pool }) {
    const known = SHORTCUTS.find((name) => name === target);
    if (known) return createShortcutRunner({ shortcut: known, pool, benchmark: demandBenchmark(benchmark, spec) });
    throw unknownName('shortcut', target, SHORTCUTS, { expected: SHORTCUTS.map((name) => `shortcut:${name}`).join(', ') });
  },
});

interface LabelledText {
  text: string;
  label: string;
}

/** The log-probability of each seen label, up to a constant. */
type TextClassifier = (text: string) => ReadonlyMap<string, number>;

/** Naive Bayes over words and bigrams, each counted once per text, which is a strong baseline (Wang and Manning 2012). */
export function trainWordClassifier(texts: readonly LabelledText[]): TextClassifier {
  const labels = new Map<string, { texts: number; grams: Map<string, number> }>();
  const vocabulary = new Set<string>();
  for (const { text, label } of texts) {
    const own = labels.get(label) ?? { texts: 0, grams: new Map<string, number>() };
    labels.set(label, own);
    own.texts++;
    for (const gram of gramsOf(text)) {
      vocabulary.add(gram);
      own.grams.set(gram, (own.grams.get(gram) ?? 0) + 1);
    }
  }
  const trained = Array.from(labels, ([label, { texts: count, grams }]) => {
    const total = [...grams.values()].reduce((sum, own) => sum + own, 0) + vocabulary.size;
    return { label, prior: Math.log(count / texts.length), weight: (gram: string) => Math.log(((grams.get(gram) ?? 0) + 1) / total) };
  });
  return (text) => {
    const known = [...gramsOf(text)].filter((gram) => vocabulary.has(gram));
    return new Map(trained.map(({ label, prior, weight }) => [label, known.reduce((sum, gram) => sum + weight(gram), prior)]));
  };
}

/** Lower-cased words and pairs of consecutive words. */
function gramsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
  return new Set([...words, ...words.slice(1).map((word, i) => `${words[i]} ${word}`)]);
}
