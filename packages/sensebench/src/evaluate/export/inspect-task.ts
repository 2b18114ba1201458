/** A task for inspect_ai: one Python file and its samples as JSON Lines. */
import type { TaskFiles } from './lm-eval-task.ts';
import type { TaskDocuments } from './task-documents.ts';

const SAMPLES = 'samples.jsonl';

export function inspectTask({ choices, stop, maxOutputTokens, documents }: TaskDocuments, { name }: { name: string }): TaskFiles {
  const rows = documents.map(({ id, prompt, references, choices: labels, gold }) => ({
    id,
    input: prompt,
    // The first reference of an item with choices is the label of the right one.
    target: labels && gold !== undefined ? labels[gold] : references,
    ...(labels ? { metadata: { labels } } : {}),
  }));
  return {
    [`${name}.py`]: python({ name, choices, stop, maxOutputTokens }),
    [SAMPLES]: rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
  };
}

function python({
  name,
  choices,
  stop,
  maxOutputTokens,
}: Pick<TaskDocuments, 'choices' | 'stop' | 'maxOutputTokens'> & { name: string }): string {
  const config = [`max_tokens=${maxOutputTokens}`, 'temperature=0', ...(stop.length > 0 ? [`stop_seqs=${JSON.stringify(stop)}`] : [])];
  return `"""inspect eval ${name}.py --model …; afterwards \`inspect log dump FILE.eval > answers.json\`, which sensebench score reads as predictions."""
${choices ? 'import re\n' : ''}from pathlib import Path

from inspect_ai import Task, task
from inspect_ai.dataset import json_dataset
from inspect_ai.model import GenerateConfig
from inspect_ai.scorer import ${choices ? 'CORRECT, INCORRECT, Score, accuracy, scorer, stderr' : 'f1'}
from inspect_ai.solver import generate
${choices ? LABEL_SCORER : ''}

@task
def ${name}():
    return Task(
        dataset=json_dataset(str(Path(__file__).parent / "${SAMPLES}")),
        solver=generate(),
        scorer=${choices ? 'label()' : 'f1()'},
        config=GenerateConfig(${config.join(', ')}),
    )
`;
}

const LABEL_SCORER = `

@scorer(metrics=[accuracy(), stderr()])
def label():
    """The label that an answer begins with, or the only one in it."""

    async def score(state, target):
        said = state.output.completion
        labels = sorted(state.metadata["labels"], key=len, reverse=True)
        pattern = "|".join(re.escape(each) for each in labels)
        first = re.match(rf"\\W*({pattern})(?!\\w)", said, re.IGNORECASE)
        found = {each.lower() for each in re.findall(rf"(?<!\\w)({pattern})(?!\\w)", said)}
        answer = first.group(1) if first else found.pop() if len(found) == 1 else ""
        right = answer.lower() == target.text.lower()
        return Score(value=CORRECT if right else INCORRECT, answer=answer, explanation=said)

    return score
`;
