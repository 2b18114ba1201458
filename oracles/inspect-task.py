"""Runs a task file of inspect_ai with its model mockllm, which says what standard input holds: {sample id: answer}.

    .oracles/peers/bin/python oracles/inspect-task.py TASK.py LOGS < answers.json

Prints JSON: status, metrics and the log file. Nothing is fetched: usage is given, so that no tokenizer is asked for.
"""
import json
import os
import sys
from pathlib import Path

from inspect_ai import eval as run
from inspect_ai.model import ModelOutput, ModelUsage, get_model

task, logs = sys.argv[1:]
answers = json.load(sys.stdin)
with open(Path(task).parent / "samples.jsonl", encoding="utf-8") as file:
    samples = [json.loads(line) for line in file]


def last(messages):
    return messages if isinstance(messages, str) else messages[-1]["content"]


asked = {last(sample["input"]): sample["id"] for sample in samples}
assert len(asked) == len(samples), "two samples ask the same"


def say(messages, tools, choice, config):
    output = ModelOutput.from_content("mockllm/model", answers[asked[messages[-1].text]])
    output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return output


# A task file is found from the folder that it is in.
logs = os.path.abspath(logs)
os.chdir(Path(task).parent)
[log] = run(Path(task).name, model=get_model("mockllm/model", custom_outputs=say), log_dir=logs, log_format="json", display="none")
metrics = {name: metric.value for score in log.results.scores for name, metric in score.metrics.items()} if log.results else {}
print(json.dumps({"status": log.status, "metrics": metrics, "samples": len(log.samples or []), "log": log.location}))
