"""chrF and chrF++ by sacrebleu, of single sentences and of the corpus, on sentences of our own.

    oracles/setup.sh
    .oracles/venv/bin/python oracles/chrf.py > test/golden/chrf.json

The items are oracles/odd-cases.jsonl, a few with marks and blanks that Python and JavaScript treat differently, and those of
oracles/written-references.jsonl: each is a candidate once, every third with a word dropped, and the others of its concept-set are its references.
With two paths, of candidates ({"candidate": text} a line) and of a CommonGen file, the scores of those are printed instead.
"""
import json
import os
import sys
from importlib.metadata import version

from sacrebleu.metrics import CHRF

HERE = os.path.dirname(os.path.abspath(__file__))
OWN = [
    {"candidate": "(hi) \"there\", -well- ...", "references": ["(hi there) well ."]},
    {"candidate": "a\u001cb\u0085c\u00a0d", "references": ["a b c d"]},
    {"candidate": "\ufeffsnow \u3000 falls", "references": ["snow falls"]},
    {"candidate": "\U0001f600\U0001f600 ok", "references": ["\U0001f600 ok"]},
    {"candidate": "Snow", "references": ["snow", "Snow Snow"]},
    {"candidate": "ab", "references": ["abcdefgh"]},
    {"candidate": "abcdefgh", "references": ["ab"]},
]


def read(*path):
    with open(os.path.join(HERE, *path), encoding="utf8") as file:
        return [json.loads(line) for line in file]


def items():
    for row in read("odd-cases.jsonl"):
        yield {"candidate": row["candidate"], "references": row["references"]}
    yield from OWN
    place = 0
    for row in read("written-references.jsonl"):
        for i, scene in enumerate(row["scene"]):
            others = row["scene"][:i] + row["scene"][i + 1:]
            words = scene.split(" ")
            if place % 3 == 0:
                del words[place % len(words)]
            place += 1
            if others:
                yield {"candidate": " ".join(words), "references": others}


def scores(rows):
    candidates = [row["candidate"] for row in rows]
    most = max(len(row["references"]) for row in rows)
    # sacrebleu takes documents: the first reference of all items, the second, …; None where an item has fewer.
    documents = [[row["references"][i] if i < len(row["references"]) else None for row in rows] for i in range(most)]
    found = {"corpus": {}, "items": [{} for _ in rows]}
    for name, words in (("chrf", 0), ("chrfPlusPlus", 2)):
        metric = CHRF(word_order=words)
        found["corpus"][name] = metric.corpus_score(candidates, documents).score / 100
        for row, own in zip(rows, found["items"]):
            own[name] = metric.sentence_score(row["candidate"], row["references"]).score / 100
    return found


if len(sys.argv) > 2:
    with open(sys.argv[1], encoding="utf8") as outputs, open(sys.argv[2], encoding="utf8") as dataset:
        rows = [{"candidate": json.loads(a)["candidate"], "references": json.loads(b)["scene"]} for a, b in zip(outputs, dataset)]
    print(json.dumps(scores(rows)))
else:
    rows = list(items())
    found = scores(rows)
    print(json.dumps({
        "oracle": "sacrebleu",
        "version": f"sacrebleu {version('sacrebleu')}",
        "command": "python oracles/chrf.py > test/golden/chrf.json",
        "tolerance": 1e-12,
        "corpus": found["corpus"],
        "items": [{**row, **own} for row, own in zip(rows, found["items"])],
    }))
