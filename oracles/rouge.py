"""Precision, recall and F of ROUGE-1 to -9, -L and -Lsum by rouge-score, of the best reference, on sentences of our own.

    .oracles/venv/bin/python oracles/rouge.py > test/golden/rouge.json

The items are oracles/odd-cases.jsonl, random texts of several lines, and the first reference of rows of
oracles/written-references.jsonl against the others.
"""
import json
import os
import random
from importlib.metadata import version

from rouge_score.rouge_scorer import RougeScorer

HERE = os.path.dirname(os.path.abspath(__file__))
KINDS = [*(f"rouge{n}" for n in range(1, 10)), "rougeL", "rougeLsum"]


def read(*path):
    with open(os.path.join(HERE, *path), encoding="utf8") as file:
        return [json.loads(line) for line in file]


def items():
    for row in read("odd-cases.jsonl"):
        yield row["candidate"], row["references"]
    rng = random.Random(17)
    words = "the a dog dogs running runs quickly in park parks it 3 don't .".split()

    def text():
        return "\n".join(" ".join(rng.choice(words) for _ in range(rng.randrange(12))) for _ in range(rng.randrange(1, 5)))

    for _ in range(40):
        yield text(), [text() for _ in range(rng.randrange(1, 4))]
    for row in read("written-references.jsonl")[:40]:
        if len(row["scene"]) > 1:
            yield row["scene"][0], row["scene"][1:]


rows = []
for candidate, references in items():
    row = {"candidate": candidate, "references": references}
    for name, stem in (("plain", False), ("stemmed", True)):
        found = RougeScorer(KINDS, use_stemmer=stem).score_multi(references, candidate)
        row[name] = {kind: [float(value) for value in found[kind]] for kind in KINDS}
    rows.append(row)
print(json.dumps({
    "oracle": "rouge-score",
    "version": f"rouge_score {version('rouge_score')}",
    "command": "python oracles/rouge.py > test/golden/rouge.json",
    "tolerance": 1e-12,
    "items": rows,
}))
