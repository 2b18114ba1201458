/** A benchmark's items for another harness: prompts with examples, references, and choices with the right one. */
import {
  type Benchmark,
  InputError,
  type Item,
  labelChoices,
  type PromptTemplate,
  promptText,
  type RenderedPrompt,
} from '@sensebench/metrics/internal/core';
import { choosePrompt, chooseShots, drawExamples } from '../predict/choose-prompt.ts';

export interface TaskDocumentsOptions {
  benchmark: Benchmark;
  /** The file or folder of the items, for messages. */
  dataset: string;
  items: readonly Item[];
  /** Training items that few-shot examples are drawn from. */
  pool: readonly Item[];
  /** Default: the first template of the harness's kind, or else the first of all. */
  prompt?: string;
  kind: PromptTemplate['kind'];
  shots?: number;
  seed: number;
}

export interface TaskDocument {
  id: string;
  prompt: RenderedPrompt;
  references: readonly string[];
  /** The labels of the choices, and the index of the right one. */
  choices?: readonly string[];
  gold?: number;
}

export interface TaskDocuments {
  prompt: string;
  shots: number;
  /** Whether the documents have choices. */
  choices: boolean;
  stop: readonly string[];
  maxOutputTokens: number;
  documents: TaskDocument[];
}

/** The answer is a label or a few sentences. */
const MOST_TOKENS = { label: 16, text: 256 };

/** Renders the same prompts with the same examples as `evaluate`. */
export function taskDocuments(options: TaskDocumentsOptions): TaskDocuments {
  const { benchmark, dataset, items, pool, kind, seed } = options;
  const usual = Object.keys(benchmark.prompts).find((name) => benchmark.prompts[name].kind === kind);
  const { name, template } = choosePrompt(benchmark, options.prompt ?? usual);
  const shots = chooseShots(template, { shots: options.shots, pool });
  if (items.length === 0) throw new InputError('has no items', { file: dataset });
  const without = items.filter(({ references }) => references.length === 0);
  if (without.length > 0)
    throw new InputError(`${without.length} of ${items.length} items have no reference, so another harness could not score them`, {
      file: dataset,
    });
  const chosen = benchmark.choices !== undefined && !template.freeText;
  const documents = items.map((item): TaskDocument => {
    const choices = benchmark.choices && labelChoices(benchmark.choices(item));
    const prompt = template.render({ item, examples: drawExamples(item, pool, { shots, seed }), choices });
    const asked = { id: item.id, prompt, references: item.references };
    return chosen && choices ? { ...asked, ...rightChoice(item, choices, dataset) } : asked;
  });
  const most = benchmark.decoding?.maxOutputTokens ?? MOST_TOKENS[benchmark.choices ? 'label' : 'text'];
  return { prompt: name, shots, choices: chosen, stop: template.stop ?? [], maxOutputTokens: most, documents };
}

function rightChoice(
  { id, references }: Item,
  choices: readonly { label: string }[],
  file: string,
): Required<Pick<TaskDocument, 'choices' | 'gold'>> {
  const labels = choices.map(({ label }) => label);
  const gold = labels.indexOf(references[0]);
  if (gold < 0) throw new InputError(`"${references[0]}" is not a choice of the item "${id}"`, { file, expected: labels.join(', ') });
  return { choices: labels, gold };
}

/** A conversation as one text. A harness that has its own chat template uses it as the user's message. */
export function plainPrompt(prompt: RenderedPrompt): string {
  return promptText(prompt);
}

/** Makes a name that is valid in Python and on a command line. */
export function taskName(text: string): string {
  const word = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  if (word === '') throw new InputError(`"${text}" cannot name a task`, { expected: 'letters and digits; give another with --name' });
  return /^[a-z]/.test(word) ? word : `task_${word}`;
}
