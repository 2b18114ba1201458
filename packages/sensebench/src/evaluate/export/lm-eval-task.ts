/** A task for lm-evaluation-harness: YAML, JSON Lines, and the Python that reads them and scores several references. */
import { plainPrompt, type TaskDocuments } from './task-documents.ts';

/** Contents by file name. */
export type TaskFiles = Record<string, string>;

const LM_EVAL_DOCUMENTS = 'documents.jsonl';

export function lmEvalTask({ choices, stop, maxOutputTokens, documents }: TaskDocuments, { name }: { name: string }): TaskFiles {
  const rows = documents.map(({ id, prompt, references, ...choice }) => ({
    id,
    prompt: plainPrompt(prompt),
    references,
    // A separate field, because the harness would evaluate a template's text that looks like a list.
    ...(choices ? choice : { target: references[0] }),
  }));
  const generation = { until: stop.length > 0 ? stop : ['\n\n'], max_gen_toks: maxOutputTokens, do_sample: false, temperature: 0 };
  const asked = choices
    ? [
        'output_type: multiple_choice',
        'doc_to_choice: choices',
        'doc_to_target: gold',
        ...metrics([{ metric: 'acc', aggregation: 'mean' }]),
      ]
    : [
        'output_type: generate_until',
        'doc_to_target: target',
        `generation_kwargs: ${JSON.stringify(generation)}`,
        `process_results: !function ${name}.process_results`,
        ...metrics(['bleu', 'chrf'].map((metric) => ({ metric, aggregation: `!function ${name}.${metric}` }))),
      ];
  const yaml = [
    `# lm_eval run --include_path THIS_FOLDER --tasks ${name} --model … --log_samples --output_path results`,
    '# sensebench score reads results/…/samples_*.jsonl as predictions.',
    `task: ${name}`,
    `custom_dataset: !function ${name}.load`,
    'test_split: test',
    'doc_to_text: prompt',
    ...asked,
    'metadata:',
    '  version: 1.0',
  ];
  return {
    [`${name}.yaml`]: `${yaml.join('\n')}\n`,
    [`${name}.py`]: choices ? LOAD : LOAD + SCORE,
    [LM_EVAL_DOCUMENTS]: rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
  };
}

function metrics(list: readonly { metric: string; aggregation: string }[]): string[] {
  return [
    'metric_list:',
    ...list.flatMap(({ metric, aggregation }) => [
      `  - metric: ${metric}`,
      `    aggregation: ${aggregation}`,
      '    higher_is_better: true',
    ]),
  ];
}

// Finds the path from the file itself, because the harness resolves relative paths from its working directory.
const LOAD = `"""Reads the documents beside this file, for lm-evaluation-harness."""
import json
from pathlib import Path

from datasets import Dataset


def load(**_):
    with open(Path(__file__).parent / "${LM_EVAL_DOCUMENTS}", encoding="utf-8") as file:
        return {"test": Dataset.from_list([json.loads(line) for line in file])}
`;

// The harness's BLEU uses one reference, or as many as the item with the fewest has.
const SCORE = `

def process_results(doc, results):
    pair = (doc["references"], results[0].strip())
    return {"bleu": pair, "chrf": pair}


def streams(pairs):
    """The first reference of every document, then the second, …; None where a document has fewer."""
    from itertools import zip_longest

    return [text for _, text in pairs], [list(stream) for stream in zip_longest(*(references for references, _ in pairs))]


def bleu(pairs):
    import sacrebleu

    return sacrebleu.corpus_bleu(*streams(pairs)).score


def chrf(pairs):
    import sacrebleu

    return sacrebleu.corpus_chrf(*streams(pairs)).score
`;
