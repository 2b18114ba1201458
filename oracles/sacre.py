"""BLEU, TER and chrF by sacrebleu with their options, of single sentences and of the corpus, on sentences of our own.

    oracles/setup.sh
    .oracles/venv/bin/python oracles/sacre.py > test/golden/sacre.json

The items are oracles/odd-cases.jsonl, a few that its tokenizers treat in ways of their own, sentences with words moved, and those of
oracles/written-references.jsonl: each is a candidate once, the others of its concept-set are its references.
With `-`, rows {"candidate", "references"} are read from standard input as a JSON list, and their scores are printed.
"""
import json
import logging
import os
import random
import sys
from importlib.metadata import version

from sacrebleu.metrics import BLEU, CHRF, TER

HERE = os.path.dirname(os.path.abspath(__file__))
VARIANTS = [
    ("bleu", {}),
    ("bleu", {"tokenize": "intl", "lowercase": True}),
    ("bleu", {"tokenize": "char"}),
    ("bleu", {"tokenize": "none", "smooth_method": "none"}),
    ("bleu", {"smooth_method": "floor"}),
    ("bleu", {"smooth_method": "floor", "smooth_value": 0.5, "effective_order": True}),
    ("bleu", {"smooth_method": "add-k", "lowercase": True}),
    ("bleu", {"effective_order": True}),
    ("ter", {}),
    ("ter", {"normalized": True}),
    ("ter", {"no_punct": True, "case_sensitive": True}),
    ("ter", {"normalized": True, "no_punct": True, "asian_support": True}),
    ("chrf", {"word_order": 2, "lowercase": True}),
    ("chrf", {"word_order": 0, "char_order": 4, "beta": 1, "whitespace": True}),
    ("chrf", {"word_order": 2, "whitespace": True}),
]
METRICS = {"bleu": BLEU, "ter": TER, "chrf": CHRF}
OWN = [
    {"candidate": "It costs $1,000.50 -- 3-4% more, e.g. \"this\" (A&amp;B) &lt;b&gt;.", "references": ["It cost 1,000.5 dollars - 3-4 % more (A&B) <b>."]},
    {"candidate": "In 1999. He\u2019s 25\u20ac richer\u2026 \u00bfNo?", "references": ["In 1999 . He 's 25 \u20ac richer ... no ?"]},
    {"candidate": "The dog's bone isn't John's", "references": ["The dog 's bone is n't John 's", "Dogs' bones"]},
    {"candidate": "\u6211\u7231\u5317\u4eac\u3002\u30cb\u30e5\u30fc\u30b9\uff0c\u3072\u3089\u304c\u306a", "references": ["\u6211\u7231\u4e0a\u6d77\u3002\u30cb\u30e5\u30fc\u30b9\u3001\u3072\u3089"]},
    {"candidate": "\u3072\u3089\u304c\u306a", "references": ["\u3072\u3089 \u304c\u306a"]},
    {"candidate": "a <skipped> b-\nc\nd", "references": ["a b c d", "a bc d"]},
    {"candidate": "snow\u3000 falls \ufeff\U0001f600", "references": ["Snow falls \U0001f600 "]},
    {"candidate": "the cat's, not the dog's.", "references": ["the cat's, not the dog's."]},
    {"candidate": "", "references": ["snow falls"]},
    {"candidate": "snow falls", "references": [""]},
    {"candidate": "", "references": [""]},
    {"candidate": "one", "references": ["one", "one two three four"]},
]


def read(*path):
    with open(os.path.join(HERE, *path), encoding="utf8") as file:
        return [json.loads(line) for line in file]


def moved():
    """Texts of few words in which runs were moved, dropped, doubled and changed: what TER's search is about."""
    rng = random.Random(17)
    for length in [3, 8, 8, 15, 15, 30, 30, 60, 120]:
        for vocabulary in (3, 8, 40):
            words = [f"w{rng.randrange(vocabulary)}" for _ in range(length)]
            other = list(words)
            for _ in range(rng.randrange(1, 5)):
                start = rng.randrange(len(other))
                run = other[start:start + rng.randrange(1, 12)]
                del other[start:start + len(run)]
                for _ in range(rng.choice([0, 1, 1, 1, 2])):
                    place = rng.randrange(len(other) + 1)
                    other[place:place] = run
                other.append(f"w{rng.randrange(vocabulary)}")
            yield {"candidate": " ".join(other), "references": [" ".join(words)]}
    yield {"candidate": "w1 w2", "references": [" ".join(f"w{i % 7}" for i in range(130))]}


def items():
    for row in read("odd-cases.jsonl"):
        yield {"candidate": row["candidate"], "references": row["references"]}
    yield from OWN
    yield from moved()
    for place, row in enumerate(read("written-references.jsonl")):
        i = place % len(row["scene"])
        others = row["scene"][:i] + row["scene"][i + 1:]
        if others and place < 60:
            yield {"candidate": row["scene"][i], "references": others}


def scores(rows):
    candidates = [row["candidate"] for row in rows]
    most = max(len(row["references"]) for row in rows)
    # sacrebleu takes documents: the first reference of all items, the second, …; None where an item has fewer.
    documents = [[row["references"][i] if i < len(row["references"]) else None for row in rows] for i in range(most)]
    found = []
    for name, options in VARIANTS:
        metric = METRICS[name](**options)
        found.append({
            "metric": name,
            "options": options,
            "corpus": metric.corpus_score(candidates, documents).score / 100,
            "signature": str(metric.get_signature()),
            "items": [metric.sentence_score(row["candidate"], row["references"]).score / 100 for row in rows],
        })
    return found



logging.getLogger("sacrebleu").setLevel(logging.ERROR)
if len(sys.argv) > 1:
    print(json.dumps(scores(json.load(sys.stdin))))
else:
    rows = list(items())
    print(json.dumps({
        "oracle": "sacrebleu",
        "version": f"sacrebleu {version('sacrebleu')}",
        "command": "python oracles/sacre.py > test/golden/sacre.json",
        "tolerance": 1e-12,
        "rows": rows,
        "variants": scores(rows),
    }))
